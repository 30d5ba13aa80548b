import { useState } from 'react';
import { IconButton } from './icon-button.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';

/** A password field with a button that reveals it. `autoComplete` says whether it is a new one. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'action'>) {
  const [isShown, setIsShown] = useState(false);
  return (
    <TextField
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
      type={isShown ? 'text' : 'password'}
      action={
        <IconButton
          icon={isShown ? 'eyeOff' : 'eye'}
          label={isShown ? 'Hide password' : 'Show password'}
          onClick={() => setIsShown(!isShown)}
        />
      }
    />
  );
}
