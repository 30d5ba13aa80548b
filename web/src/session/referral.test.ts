import { describe, expect, test } from 'vitest';
import { parseReferral } from './referral.ts';

const NOW = Date.parse('2026-06-01T00:00:00Z');

describe('a stored referral', () => {
  test('counts until it expires', () => {
    const referral = { code: 'abc', token: 't', next: '/experiences', expiresAt: '2026-06-02T00:00:00Z' };
    expect(parseReferral(JSON.stringify(referral), NOW)).toEqual(referral);
    expect(
      parseReferral(JSON.stringify({ ...referral, expiresAt: '2026-05-31T00:00:00Z' }), NOW),
    ).toBeUndefined();
    expect(parseReferral(JSON.stringify({ ...referral, expiresAt: 'soon' }), NOW)).toBeUndefined();
  });

  test.each(['', '{', 'null', '[]', '{"code":7}', '{"code":""}', '"text"'])('%j counts as none', (text) => {
    expect(parseReferral(text, NOW)).toBeUndefined();
  });

  test('A21: leads nowhere but to our own site', () => {
    expect(parseReferral('{"code":"abc","next":"//evil.example"}', NOW)).toEqual({ code: 'abc' });
  });
});
