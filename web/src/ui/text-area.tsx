import { type TextareaHTMLAttributes, useId } from 'react';
import field from './field.module.css';
import prose from './prose.module.css';
import stack from './stack.module.css';
import styles from './text-area.module.css';

interface Props extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className' | 'id'> {
  label: string;
  /** The error message; marks the field and is announced with it. */
  error?: string | undefined;
  /** Marks the field where its error is shown elsewhere. */
  invalid?: boolean;
  hint?: string | undefined;
}

export function TextArea({ label, error, invalid = false, hint, ...rest }: Props) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const description = [hint && hintId, error && errorId].filter(Boolean).join(' ');
  return (
    <div className={stack.gap1}>
      <label htmlFor={id} className={prose.label}>
        {label}
      </label>
      <textarea
        id={id}
        className={`${field.control} ${styles.area}`}
        aria-invalid={invalid || Boolean(error) || undefined}
        aria-describedby={description || undefined}
        {...rest}
      />
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
