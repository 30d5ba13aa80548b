import { describe, expect, it } from 'vitest';
import { parseReferral, storeReferral } from './referral.ts';

const NOW = Date.parse('2026-06-01T00:00:00Z');

describe('a stored referral', () => {
  it('is valid until it expires', () => {
    const referral = { code: 'abc', token: 't', next: '/experiences', expiresAt: '2026-06-02T00:00:00Z' };
    expect(parseReferral(JSON.stringify(referral), NOW)).toEqual(referral);
    expect(
      parseReferral(JSON.stringify({ ...referral, expiresAt: '2026-05-31T00:00:00Z' }), NOW),
    ).toBeUndefined();
    expect(parseReferral(JSON.stringify({ ...referral, expiresAt: 'soon' }), NOW)).toBeUndefined();
  });

  it.each(['', '{', 'null', '[]', '{"code":7}', '{"code":""}', '"text"'])('%j is invalid', (text) => {
    expect(parseReferral(text, NOW)).toBeUndefined();
  });

  it('A21: leads to our own site alone', () => {
    expect(parseReferral('{"code":"abc","next":"//evil.example"}', NOW)).toEqual({ code: 'abc' });
  });
});

describe('storing a referral', () => {
  const store = (overrides: Partial<Parameters<typeof storeReferral>[0]>) =>
    storeReferral({ code: 'abc', ...overrides }, NOW);

  it('uses the expiry from the server, by default 30 days', () => {
    const expiresAt = '2026-06-09T12:00:00.000Z';
    expect(store({ expiresAt })).toMatchObject({ createdAt: '2026-06-01T00:00:00.000Z', expiresAt });
    for (const overrides of [{}, { expiresAt: 'soon' }, { expiresAt: '' }]) {
      expect(store(overrides).expiresAt).toBe('2026-07-01T00:00:00.000Z');
    }
  });

  it('A21: stores a return path only on our site', () => {
    expect(store({ next: '/categories?sort=name' })).toMatchObject({ next: '/categories?sort=name' });
    for (const next of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      '/\t/evil.example',
      '',
    ]) {
      expect(store({ next })).not.toHaveProperty('next');
    }
  });
});
