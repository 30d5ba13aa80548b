import type { InputEvent } from 'react';
import styles from './code-field.module.css';
import { TextField, type TextFieldProps } from './text-field.tsx';

interface Props extends Omit<TextFieldProps, 'type' | 'inputMode' | 'autoComplete' | 'maxLength'> {
  length?: number;
}

/** Accepts a code however it is pasted ("123 456", "Code: 123-456") and lets phones fill it in. */
export function CodeField({ length = 6, onInput, ...props }: Props) {
  const keepDigits = (event: InputEvent<HTMLInputElement>) => {
    const input = event.currentTarget;
    const digits = input.value.replace(/\D/g, '').slice(0, length);
    if (digits !== input.value) input.value = digits;
    onInput?.(event);
  };
  return (
    <div className={styles.code}>
      <TextField
        {...props}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        onInput={keepDigits}
      />
    </div>
  );
}
