import { useState } from 'react';
import { TextField } from '../../../ui/text-field.tsx';

interface Props {
  label: string;
  value: number | undefined;
  min: number;
  max: number;
  step?: number;
  hint?: string;
  onChange: (value: number) => void;
}

/** A number that takes effect as soon as it is one; what else is typed stays until the field is left. */
export function NumberField({ label, value, min, max, step = 0.5, hint, onChange }: Props) {
  const [typed, setTyped] = useState<string>();
  const isWrong = typed !== undefined && !isWithin(typed, min, max);
  return (
    <TextField
      type="number"
      inputMode="decimal"
      label={label}
      hint={hint}
      value={typed ?? (value === undefined ? '' : String(Math.round(value * 100) / 100))}
      min={min}
      max={max}
      step={step}
      error={isWrong && typed !== '' ? `From ${min} to ${max}.` : undefined}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        if (isWithin(currentTarget.value, min, max)) onChange(Number(currentTarget.value));
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}

const isWithin = (text: string, min: number, max: number) =>
  text !== '' && Number(text) >= min && Number(text) <= max;
