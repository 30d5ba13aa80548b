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
