import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';
import field from './field.module.css';
import prose from './prose.module.css';
import stack from './stack.module.css';
import styles from './text-field.module.css';

export interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'className'> {
  label: string;
  /** The error message; marks the field and is announced with it. */
  error?: string | undefined;
  /** Marks the field where its error is shown elsewhere; refer to it in `aria-describedby`. */
  invalid?: boolean;
  hint?: ReactNode;
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
  const hintId = `${fieldId}-hint`;
  const errorId = `${fieldId}-error`;
  const description = [describedBy, hint && hintId, error && errorId].filter(Boolean).join(' ');
  return (
    <div className={stack.gap1}>
      <label htmlFor={fieldId} className={prose.label}>
        {label}
      </label>
      <div className={`${field.control} ${styles.box}`}>
        <input
          ref={ref}
          id={fieldId}
          className={styles.input}
          aria-invalid={invalid || Boolean(error) || undefined}
          aria-describedby={description || undefined}
          {...input}
        />
        {action}
      </div>
      {hint && (
        <p id={hintId} className={prose.fine}>
          {hint}
        </p>
      )}
      {error && (
        <p id={errorId} className={prose.error}>
          {error}
        </p>
      )}
    </div>
  );
}
