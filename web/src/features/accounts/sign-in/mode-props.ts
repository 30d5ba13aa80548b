import type { SignInMode } from './modes.ts';
import type { SignIn } from './use-sign-in.ts';

/** What the form of every mode is given. */
export interface ModeProps {
  /** Typed in one mode, kept for the next. */
  email: string;
  setEmail: (email: string) => void;
  signIn: SignIn;
  /** The visitor came here from another mode or opened a dialog. */
  arrives: boolean;
  changeMode: (mode: SignInMode) => void;
}
