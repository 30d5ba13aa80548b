import type { SignIn } from './use-sign-in.ts';
/** What the sign-in screen is used for at the moment. */
export type SignInMode = 'password' | 'code' | 'recovery' | 'signup' | 'reset' | 'ownership';

export const MODE_TITLES: Record<SignInMode, string> = {
  password: 'Welcome back',
  code: 'Sign in with a code',
  recovery: 'Use a recovery code',
  signup: 'Create your account',
  reset: 'Reset your password',
  ownership: 'Is this your account?',
};

/** What the form of every mode is given. */
export interface ModeProps {
  /** Typed in one mode, kept for the next. */
  email: string;
  setEmail: (email: string) => void;
  signIn: SignIn;
  /** The visitor came here from another mode or opened a dialog. */
  autoFocus: boolean;
  changeMode: (mode: SignInMode) => void;
}
