import type { TourDraft } from '@oriel/contract';
import type { ReactNode } from 'react';
import field from '../../../../ui/field.module.css';
import { LabelledField } from '../../../../ui/labelled-field.tsx';
import area from '../../../../ui/text-area.module.css';
import { TextField } from '../../../../ui/text-field.tsx';
import { useMember } from '../tour-work.ts';

/** The members of a draft that are texts. */
type TextMember = {
  [Name in keyof TourDraft]: TourDraft[Name] extends string ? Name : never;
}[keyof TourDraft];

interface TextProps {
  name: TextMember;
  label: string;
  maxLength: number;
  hint?: ReactNode;
  placeholder?: string | undefined;
  type?: 'text' | 'url';
}

/** A line of text of the draft. */
export function DraftLine({ name, label, hint, ...rest }: TextProps) {
  const { id, value, disabled, error, missing, set } = useMember(name, label);
  return (
    <TextField
      id={id}
      label={label}
      value={value}
      readOnly={disabled}
      error={error}
      hint={missing ?? hint}
      onChange={({ currentTarget }) => set(currentTarget.value)}
      {...rest}
    />
  );
}

/** A text of several lines of the draft. */
export function DraftText({ name, label, hint, maxLength }: TextProps) {
  const { id, value, disabled, error, missing, set } = useMember(name, label);
  return (
    <LabelledField id={id} label={label} error={error} hint={missing ?? hint}>
      {(describedBy) => (
        <textarea
          id={id}
          className={`${field.control} ${area.area}`}
          rows={6}
          value={value}
          readOnly={disabled}
          maxLength={maxLength}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={describedBy}
          onChange={({ currentTarget }) => set(currentTarget.value)}
        />
      )}
    </LabelledField>
  );
}
