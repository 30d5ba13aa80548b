import { useState } from 'react';
import { TextField } from '../../../ui/text-field.tsx';
import { isPlausibleDay } from './plausible-day.ts';

interface Props {
  label: string;
  hint: string | undefined;
  /** Such as `2026-05-14`; empty where nothing is said. */
  value: string;
  onChange: (day: string) => void;
}

/** The day on which a scene or a light of it was taken. A day that cannot be meant stays in the field, and is not passed on. */
export function TakenOnField({ label, hint, value, onChange }: Props) {
  const [typed, setTyped] = useState<string>();
  const isWrong = typed !== undefined && !isPlausibleDay(typed);
  const [isLeft, setLeft] = useState(false);
  return (
    <TextField
      type="date"
      label={label}
      hint={hint}
      value={typed ?? value}
      error={isWrong && isLeft ? 'Please give the day on which the picture was taken.' : undefined}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        setLeft(false);
        if (isPlausibleDay(currentTarget.value)) onChange(currentTarget.value);
      }}
      onBlur={() => {
        setLeft(true);
        if (!isWrong) setTyped(undefined);
      }}
    />
  );
}
