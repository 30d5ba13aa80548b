import { type ReactNode, useState } from 'react';
import { TextField } from '../../../../ui/text-field.tsx';

interface Props {
  id?: string;
  label: string;
  value: number | undefined;
  min: number;
  max: number;
  isWhole?: boolean;
  disabled?: boolean;
  error?: string | undefined;
  hint?: ReactNode;
  /** @param value undefined where the field was emptied */
  onChange: (value: number | undefined) => void;
  /** What was pasted or typed, where it is more than one number. @returns whether it was taken */
  onText?: (text: string) => boolean;
}

/** A number, with what is wrong with it while it is typed. What is no number is not passed on, and stays in the field. */
export function NumberField({ value, min, max, isWhole = false, error, onChange, onText, ...rest }: Props) {
  const [typed, setTyped] = useState<string>();
  const text = typed ?? (value === undefined ? '' : String(value));
  const read = (input: string) => (input.trim() === '' ? undefined : Number(input.trim().replace(',', '.')));
  const number = read(text);
  const isWrong = (candidate: number | undefined) =>
    candidate !== undefined &&
    !(candidate >= min && candidate <= max && (!isWhole || Number.isInteger(candidate)));
  const fault = isWrong(number)
    ? `Please give a ${isWhole ? 'whole ' : ''}number from ${min.toLocaleString('en')} to ${max.toLocaleString('en')}.`
    : undefined;
  return (
    <TextField
      inputMode={isWhole && min >= 0 ? 'numeric' : 'text'}
      autoComplete="off"
      value={text}
      error={fault ?? error}
      onChange={({ currentTarget }) => {
        if (onText?.(currentTarget.value)) return setTyped(undefined);
        setTyped(currentTarget.value);
        const next = read(currentTarget.value);
        if (!isWrong(next)) onChange(next);
      }}
      // What was undone or saved by others shows once one has left a right number.
      onBlur={() => fault === undefined && setTyped(undefined)}
      {...rest}
    />
  );
}
