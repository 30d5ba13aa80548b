import { type TextareaHTMLAttributes, useId } from 'react';
import field from './field.module.css';
import { type FieldTexts, LabelledField } from './labelled-field.tsx';
import styles from './text-area.module.css';

interface Props extends FieldTexts, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className' | 'id'> {
  /** Marks the field where its error is shown elsewhere. */
  invalid?: boolean;
}

export function TextArea({ label, error, invalid = false, hint, ...rest }: Props) {
  const id = useId();
  return (
    <LabelledField id={id} label={label} error={error} hint={hint}>
      {(describedBy) => (
        <textarea
          id={id}
          className={`${field.control} ${styles.area}`}
          aria-invalid={invalid || Boolean(error) || undefined}
          aria-describedby={describedBy}
          {...rest}
        />
      )}
    </LabelledField>
  );
}
