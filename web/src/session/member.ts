import type { User } from '@oriel/contract';

export type Member = Pick<User, 'name' | 'email' | 'avatar' | 'subscriptionType'> &
  Partial<Pick<User, 'hasRole'>>;

/** One or two letters in place of an image. */
export function initials(name: string): string {
  const names = name.trim().split(/\s+/u).filter(Boolean);
  const firstAndLast = names.length > 1 ? [names.at(0), names.at(-1)] : names;
  return firstAndLast.map((part) => [...(part ?? '')][0]?.toLocaleUpperCase() ?? '').join('') || '?';
}

interface Place {
  pathname: string;
  search: string;
}

/** Pages of the sign-in flow. Their queries may contain secrets, and they are no useful return targets. */
const SIGN_IN_PAGES = /^\/(login|join|verify-email|auth\/.*)\/?$/;

/** The sign-in page's URL, which returns to the current page. */
export function signInUrl({ pathname, search }: Place): string {
  if (pathname === '/login') return `${pathname}${search}`;
  if (SIGN_IN_PAGES.test(pathname)) return '/login';
  return `/login?${new URLSearchParams({ next: `${pathname}${search}` })}`;
}

/** The history state of the sign-in page where a session ended without the member's doing. */
export const SESSION_ENDED = { sessionEnded: true };

export function settingsUrl({ pathname, search }: Place, tab: string): string {
  const isSignIn = SIGN_IN_PAGES.test(pathname);
  const query = new URLSearchParams(isSignIn ? '' : search);
  query.set('settings', tab);
  return `${isSignIn ? '/experiences' : pathname}?${query}`;
}
