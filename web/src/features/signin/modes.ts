/** What the sign-in screen is used for at the moment. */
export type SignInMode = 'password' | 'code' | 'signup' | 'reset';

export const MODE_TITLES: Record<SignInMode, string> = {
  password: 'Welcome back',
  code: 'Sign in with a code',
  signup: 'Create your account',
  reset: 'Reset your password',
};
