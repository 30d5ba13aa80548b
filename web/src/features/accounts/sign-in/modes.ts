import type { SignIn } from './use-sign-in.ts';
/** What the sign-in screen is used for. */
export type SignInMode = 'password' | 'code' | 'recovery' | 'signup' | 'reset' | 'ownership';

export const MODE_TITLES: Record<SignInMode, string> = {
  password: 'Welcome back',
  code: 'Sign in with a code',
  recovery: 'Use a recovery code',
  signup: 'Create your account',
  reset: 'Reset your password',
  ownership: 'Is this your account?',
};

/** The props of every mode's form. */
export interface ModeProps {
  /** Shared by all modes. */
  email: string;
  setEmail: (email: string) => void;
  signIn: SignIn;
  /** Whether the first field takes the focus: after a change of modes, or in a dialog. */
  autoFocus: boolean;
  changeMode: (mode: SignInMode) => void;
}
