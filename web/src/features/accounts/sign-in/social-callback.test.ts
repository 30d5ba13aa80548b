import { describe, expect, it } from 'vitest';
import { readCallback } from './social-callback.ts';

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');
const search = (parts: Record<string, string>) => new URLSearchParams(parts);
const whole = { token: 't', refreshToken: 'r', user: encode({ id: '1', name: 'Zoë ☂' }) };

const MISSING = 'Missing authentication data. Please try signing in again.';
const REFUSED = 'We could not complete your sign in. Please try again.';

describe('the URL of the callback', () => {
  it('is decoded from base64, base64url and base64 with spaces for plus signs', () => {
    expect(readCallback(search(whole))).toBe('r');
    const user = encode({ id: '1', name: 'ÿÿÿ>>>???~~~' });
    expect(user).toMatch(/[+/]/);
    expect(readCallback(search({ ...whole, user: user.replaceAll('+', '-').replaceAll('/', '_') }))).toBe(
      'r',
    );
    expect(readCallback(search({ ...whole, user: user.replaceAll('+', ' ') }))).toBe('r');
  });

  it.each(['token', 'refreshToken', 'user'] as const)('is refused without %s', (name) => {
    expect(() => readCallback(search({ ...whole, [name]: '' }))).toThrow(MISSING);
  });

  it.each(['%%%', encode('text'), encode(null), encode([1]), btoa('{"id":'), btoa('\xff\xfe')])(
    'is refused with a user that cannot be read: %s',
    (user) => {
      expect(() => readCallback(search({ ...whole, user }))).toThrow(REFUSED);
    },
  );

  it('F3: leaves prototypes alone', () => {
    readCallback(search({ ...whole, user: btoa('{"__proto__":{"polluted":1}}') }));
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});
