import type { SignIn } from './use-sign-in.ts';
export type SignInMode = 'password' | 'code' | 'recovery' | 'signup' | 'reset' | 'ownership';

export const MODE_TITLES: Record<SignInMode, string> = {
  password: 'Welcome back',
  code: 'Sign in with a code',
  recovery: 'Use a recovery code',
  signup: 'Create your account',
  reset: 'Reset your password',
  ownership: 'Is this your account?',
};

export interface ModeProps {
  email: string;
  setEmail: (email: string) => void;
  signIn: SignIn;
  /** Whether the first field takes the focus: after a change of modes, or in a dialog. */
  autoFocus: boolean;
  changeMode: (mode: SignInMode) => void;
}
