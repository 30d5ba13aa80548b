import type { User } from '@oriel/contract';

/** What the top bar shows of the member who is signed in. */
export type Member = Pick<User, 'name' | 'email' | 'avatar' | 'subscriptionType'>;

/** Who uses the page, as far as the layout must know. */
export interface Visitor {
  /** Undefined for guests, and as long as it is not known who it is. */
  member: Member | undefined;
  onSignOut: () => void;
}

/** One or two letters that stand in for a picture. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean);
  const chosen = words.length > 1 ? [words.at(0), words.at(-1)] : words;
  return chosen.map((word) => [...(word ?? '')][0]?.toLocaleUpperCase() ?? '').join('') || '?';
}

interface Place {
  pathname: string;
  search: string;
}

/** Pages on the way to an account. Their queries may carry secrets, and nobody wants to come back to them. */
const SIGN_IN_PAGES = /^\/(login|join|verify-email|auth\/.*)\/?$/;

/** Where "Sign in" leads: to the sign-in page and back to where the visitor is. */
export function signInUrl({ pathname, search }: Place): string {
  if (pathname === '/login') return `${pathname}${search}`;
  if (SIGN_IN_PAGES.test(pathname)) return '/login';
  return `/login?${new URLSearchParams({ next: `${pathname}${search}` })}`;
}

/** Where a tab of the settings is: over the page that the visitor sees. */
export function settingsUrl({ pathname, search }: Place, tab: string): string {
  const isSignIn = SIGN_IN_PAGES.test(pathname);
  const query = new URLSearchParams(isSignIn ? '' : search);
  query.set('settings', tab);
  return `${isSignIn ? '/experiences' : pathname}?${query}`;
}
