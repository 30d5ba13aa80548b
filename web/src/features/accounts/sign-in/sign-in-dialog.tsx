import { useState } from 'react';
import { Dialog } from '../../../ui/dialog.tsx';
import { MODE_TITLES, type SignInMode } from './modes.ts';
import { SessionEnded } from './session-ended.tsx';
import { SignInForm } from './sign-in-form.tsx';

interface Props {
  open: boolean;
  onClose: () => void;
  /** The current page, which a sign-in with Google returns to. */
  next?: string | undefined;
  initialMode?: SignInMode;
  /** Whether it opens because the session has ended. */
  hasEnded?: boolean;
}

/** Signs in without leaving the page. Closes after the sign-in; the page learns of it from `useSession`. */
export function SignInDialog({ open, onClose, next, initialMode = 'password', hasEnded = false }: Props) {
  const [mode, setMode] = useState(initialMode);
  const close = () => {
    setMode(initialMode);
    onClose();
  };
  return (
    <Dialog open={open} onClose={close} title={MODE_TITLES[mode]}>
      {hasEnded && <SessionEnded />}
      <SignInForm mode={mode} onModeChange={setMode} onDone={close} next={next} takesFocus />
    </Dialog>
  );
}
