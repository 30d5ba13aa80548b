import { describe, expect, it } from 'vitest';
import { initials, settingsUrl, signInUrl } from './member.ts';

describe('initials', () => {
  it.each([
    ['Ada Lovelace', 'AL'],
    ['  ada   king  lovelace ', 'AL'],
    ['Ada', 'A'],
    ['élan vital', 'ÉV'],
    ['😀 smile', '😀S'],
    ['', '?'],
  ])('of "%s" are %s', (name, letters) => expect(initials(name)).toBe(letters));
});

describe('the URL of "Sign in"', () => {
  it('contains the path and query of the page', () => {
    const url = signInUrl({ pathname: '/experiences', search: '?category=A&q=b' });
    const [path, query] = url.split('?');
    expect(path).toBe('/login');
    expect(new URLSearchParams(query).get('next')).toBe('/experiences?category=A&q=b');
  });

  it('is unchanged on the sign-in page', () => {
    const search = '?next=%2Fcategories';
    expect(signInUrl({ pathname: '/login', search })).toBe('/login?next=%2Fcategories');
  });
});

describe('on sign-in pages, whose queries may contain secrets', () => {
  const search = '?token=secret&refreshToken=secret';
  it.each(['/auth/callback', '/auth/error', '/auth/callback/', '/verify-email'])('%s', (pathname) => {
    expect(signInUrl({ pathname, search })).toBe('/login');
    expect(settingsUrl({ pathname, search }, 'help')).toBe('/experiences?settings=help');
  });
});

it('opens the settings on the current page', () => {
  const place = { pathname: '/categories', search: '?sort=new&settings=theme' };
  expect(settingsUrl(place, 'help')).toBe('/categories?sort=new&settings=help');
});
