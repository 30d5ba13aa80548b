import { describe, expect, it } from 'vitest';
import { LOOKALIKE_PATHS, REDIRECT_PAYLOADS } from './return-path.fixture.ts';
import { safeReturnPath } from './return-path.ts';

describe('A21 a return path', () => {
  it('is tested with 52 different payloads', () => {
    expect(new Set(REDIRECT_PAYLOADS).size).toBe(52);
  });

  it.each(REDIRECT_PAYLOADS.map((payload) => [JSON.stringify(payload), payload]))(
    'drops %s',
    (_, payload) => {
      expect(safeReturnPath(payload)).toBeUndefined();
    },
  );

  it.each([
    '/',
    '/experiences',
    '/experiences?category=Arts%20%26%20Culture&q=a+b#top',
    '/experiences/vr/the-west-suite',
    '/join?next=//evil.example',
    '/%2F%2Fevil.example',
    '/@evil.example',
    '/?settings=profile',
  ])('keeps %s, which stays on our own origin', (path) => {
    expect(safeReturnPath(path)).toBe(path);
    expect(new URL(safeReturnPath(path) ?? '', 'https://tours.test').origin).toBe('https://tours.test');
  });

  it.each(LOOKALIKE_PATHS.map((path) => [JSON.stringify(path), path]))(
    'drops or keeps %s on our own origin',
    (_, path) => {
      const kept = safeReturnPath(path) ?? '/';
      expect(new URL(kept, 'https://tours.test').origin).toBe('https://tours.test');
    },
  );

  it('is normalised as a browser would', () => {
    expect(safeReturnPath('/a/../b/./c')).toBe('/b/c');
    expect(safeReturnPath('/ä b')).toBe('/%C3%A4%20b');
  });

  it.each([undefined, null, 1, {}, ['/'], '', `/${'a'.repeat(2000)}`])(
    'drops what is no path: %j',
    (value) => {
      expect(safeReturnPath(value)).toBeUndefined();
    },
  );
});
