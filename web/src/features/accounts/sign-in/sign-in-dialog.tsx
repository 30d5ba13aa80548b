import { useState } from 'react';
import { Dialog } from '../../../ui/dialog.tsx';
import { MODE_TITLES, type SignInMode } from './modes.ts';
import { SignInForm } from './sign-in-form.tsx';

interface Props {
  open: boolean;
  onClose: () => void;
  /** The page we are on: where a sign-in with Google comes back to. */
  next?: string | undefined;
  /** What it opens with. */
  initialMode?: SignInMode;
}

/** Signing in without leaving the page. It closes when somebody is signed in; the page sees that by `useSession`. */
export function SignInDialog({ open, onClose, next, initialMode = 'password' }: Props) {
  const [mode, setMode] = useState(initialMode);
  const close = () => {
    setMode(initialMode);
    onClose();
  };
  return (
    <Dialog open={open} onClose={close} title={MODE_TITLES[mode]}>
      <SignInForm mode={mode} onModeChange={setMode} onDone={close} next={next} takesFocus />
    </Dialog>
  );
}
