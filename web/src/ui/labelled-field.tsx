import type { ReactNode } from 'react';
import prose from './prose.module.css';
import stack from './stack.module.css';

/** What fields show around their control. */
export interface FieldTexts {
  label: string;
  /** The error message; marks the field and is announced with it. */
  error?: string | undefined;
  hint?: ReactNode;
}

interface Props extends FieldTexts {
  id: string;
  /** Ids of further descriptions. */
  describedBy?: string | undefined;
  /** Renders the control, described by the given ids. */
  children: (describedBy: string | undefined) => ReactNode;
}

export function LabelledField({ id, label, error, hint, describedBy, children }: Props) {
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const description = [describedBy, hint && hintId, error && errorId].filter(Boolean).join(' ');
  return (
    <div className={stack.gap1}>
      <label htmlFor={id} className={prose.label}>
        {label}
      </label>
      {children(description || undefined)}
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
