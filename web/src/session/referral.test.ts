import { describe, expect, it } from 'vitest';
import { parseReferral, storeReferral } from './referral.ts';

const NOW = Date.parse('2026-06-01T00:00:00Z');

describe('a stored referral', () => {
  it('counts until it expires', () => {
    const referral = { code: 'abc', token: 't', next: '/experiences', expiresAt: '2026-06-02T00:00:00Z' };
    expect(parseReferral(JSON.stringify(referral), NOW)).toEqual(referral);
    expect(
      parseReferral(JSON.stringify({ ...referral, expiresAt: '2026-05-31T00:00:00Z' }), NOW),
    ).toBeUndefined();
    expect(parseReferral(JSON.stringify({ ...referral, expiresAt: 'soon' }), NOW)).toBeUndefined();
  });

  it.each(['', '{', 'null', '[]', '{"code":7}', '{"code":""}', '"text"'])('%j counts as none', (text) => {
    expect(parseReferral(text, NOW)).toBeUndefined();
  });

  it('A21: leads nowhere but to our own site', () => {
    expect(parseReferral('{"code":"abc","next":"//evil.example"}', NOW)).toEqual({ code: 'abc' });
  });
});

describe('keeping a referral', () => {
  const keep = (given: Partial<Parameters<typeof storeReferral>[0]>) =>
    storeReferral({ code: 'abc', ...given }, NOW);

  it('until the end that the server names, else for 30 days', () => {
    const expiresAt = '2026-06-09T12:00:00.000Z';
    expect(keep({ expiresAt })).toMatchObject({ createdAt: '2026-06-01T00:00:00.000Z', expiresAt });
    for (const given of [{}, { expiresAt: 'soon' }, { expiresAt: '' }]) {
      expect(keep(given).expiresAt).toBe('2026-07-01T00:00:00.000Z');
    }
  });

  it('A21: with a way on only where it stays on our site', () => {
    expect(keep({ next: '/categories?sort=name' })).toMatchObject({ next: '/categories?sort=name' });
    for (const next of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      '/\t/evil.example',
      '',
    ]) {
      expect(keep({ next })).not.toHaveProperty('next');
    }
  });
});
