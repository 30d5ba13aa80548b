import { type InputHTMLAttributes, type ReactNode, type Ref, useId, useState } from 'react';
import field from './field.module.css';
import { type FieldTexts, LabelledField } from './labelled-field.tsx';
import styles from './text-field.module.css';

export interface TextFieldProps extends FieldTexts, Omit<InputHTMLAttributes<HTMLInputElement>, 'className'> {
  /** Marks the field where its error is shown elsewhere; refer to it in `aria-describedby`. */
  invalid?: boolean;
  /** Shown inside the field at its end, for instance a button. */
  action?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

/** One line of text with its label above. Takes every attribute of an input. */
export function TextField({
  label,
  error,
  invalid = false,
  hint,
  action,
  id,
  ref,
  'aria-describedby': describedBy,
  ...input
}: TextFieldProps) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  const { type, value, defaultValue, onInput } = input;
  const [isLeftEmpty, setEmpty] = useState(!defaultValue);
  // What its page keeps may change without a letter typed.
  const isEmpty = value === undefined ? isLeftEmpty : value === '';
  return (
    <LabelledField id={fieldId} label={label} error={error} hint={hint} describedBy={describedBy}>
      {(description) => (
        <div className={`${field.control} ${styles.box}`}>
          <input
            ref={ref}
            id={fieldId}
            className={styles.input}
            aria-invalid={invalid || Boolean(error) || undefined}
            aria-describedby={description}
            {...input}
            {...(type === 'date' && {
              'data-empty': isEmpty || undefined,
              onInput: (event) => {
                setEmpty(event.currentTarget.value === '');
                onInput?.(event);
              },
            })}
          />
          {action}
        </div>
      )}
    </LabelledField>
  );
}
