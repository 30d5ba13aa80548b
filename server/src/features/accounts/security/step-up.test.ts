import type { Session } from '@oriel/contract';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { PASSWORD } from '../../../../testing/apps/accounts-app.ts';
import { useAccountsApp } from '../../../../testing/use-app.ts';
import { codeDigest } from '../codes/secrets.ts';
import { createTokens } from '../sessions/jwt.ts';

const site = useAccountsApp();

const sessionIdOf = ({ refreshToken }: Session) => refreshToken.split('.', 1)[0] ?? '';

/** Moves the last proof of identity of a session into the past. */
const ageProof = (session: Session, minutes: number) =>
  site.db
    .updateTable('member_sessions')
    .set({ authenticated_at: sql<Date>`now() - ${minutes} * interval '1 minute'` })
    .where('id', '=', sessionIdOf(session))
    .execute();

async function joinWithOldProof() {
  const member = await site.join();
  await ageProof(member, 11);
  return member;
}

const reauthenticate = (token: string, body: unknown) => site.call('POST', 'reauth', { token, body });

describe('step-up', () => {
  /** Requests that need a recent proof and contain none. */
  const SENSITIVE = {
    'GET me/export': (token: string) => site.call('GET', 'me/export', { token }),
    'PATCH me with another phone': (token: string) =>
      site.call('PATCH', 'me', { token, body: { phone: '+91 98450 12345' } }),
    'DELETE sessions/{id}': async (token: string) => {
      const { user } = (await site.call('GET', 'me', { token })).json<Session>();
      const other = (await site.signIn(user.email, PASSWORD)).json<Session>();
      return site.call('DELETE', `sessions/${sessionIdOf(other)}`, { token });
    },
    'DELETE sessions': (token: string) => site.call('DELETE', 'sessions', { token }),
  };

  it.each(Object.entries(SENSITIVE))('%s needs a proof younger than 10 minutes', async (_, call) => {
    const member = await joinWithOldProof();
    const refused = await call(member.token);
    expect(refused.json()).toMatchObject({
      status: 403,
      code: 'reauthentication_required',
      detail: 'Please confirm that it is you to continue.',
    });
    const proven = await reauthenticate(member.token, { password: PASSWORD });
    expect(proven.statusCode).toBe(200);
    const { validUntil } = proven.json<{ validUntil: string }>();
    const minutes = (new Date(validUntil).getTime() - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(9);
    expect(minutes).toBeLessThan(11);
    expect((await call(member.token)).statusCode).toBe(200);
  });

  it('a first password needs one; a change contains the current password', async () => {
    const member = await joinWithOldProof();
    const body = { currentPassword: PASSWORD, newPassword: 'a loud corridor at noon' };
    expect((await site.call('POST', 'password/change', { token: member.token, body })).statusCode).toBe(200);
    await site.db
      .updateTable('members')
      .set({ password_hash: null })
      .where('id', '=', member.user.id)
      .execute();
    const first = { newPassword: 'a first corridor at noon' };
    const refused = await site.call('POST', 'password/change', { token: member.token, body: first });
    expect(refused.json()).toMatchObject({ status: 403, code: 'reauthentication_required' });
    await ageProof(member, 1);
    expect(
      (await site.call('POST', 'password/change', { token: member.token, body: first })).statusCode,
    ).toBe(200);
  });

  it('a sign-in is a proof; refreshing the session does not renew it', async () => {
    const member = await site.join();
    expect((await site.call('GET', 'me/export', { token: member.token })).statusCode).toBe(200);
    const signedIn = (await site.signIn(member.email, PASSWORD)).json<Session>();
    expect((await site.call('GET', 'me/export', { token: signedIn.token })).statusCode).toBe(200);
    await ageProof(signedIn, 11);
    const { refreshToken } = signedIn;
    const refreshed = (await site.call('POST', 'token/refresh', { body: { refreshToken } })).json<Session>();
    const refused = await site.call('GET', 'me/export', { token: refreshed.token });
    expect(refused.json()).toMatchObject({ status: 403, code: 'reauthentication_required' });
    // Proofs belong to one session.
    expect((await site.call('GET', 'me/export', { token: member.token })).statusCode).toBe(200);
  });

  it('other fields of the profile need none, nor does an unchanged phone number', async () => {
    const member = await site.join({ phone: '+91 98450 54321' });
    await ageProof(member, 11);
    const body = { city: 'Kochi', phone: '+91 98450 54321' };
    expect((await site.call('PATCH', 'me', { token: member.token, body })).statusCode).toBe(200);
  });

  it('a code is a proof, once', async () => {
    const member = await joinWithOldProof();
    const tokens = createTokens(site.config);
    await site.db
      .insertInto('one_time_secrets')
      .values({
        purpose: 'login',
        address: member.email,
        digest: codeDigest({ tokens }, 'login', member.email, '123456'),
        expires_at: new Date(Date.now() + 60_000),
      })
      .execute();
    const wrong = await reauthenticate(member.token, { code: '654321' });
    expect(wrong.json()).toMatchObject({ status: 403, code: 'wrong_code' });
    expect((await reauthenticate(member.token, { code: '123 456' })).statusCode).toBe(200);
    expect((await site.call('GET', 'me/export', { token: member.token })).statusCode).toBe(200);
    expect((await reauthenticate(member.token, { code: '123456' })).statusCode).toBe(403);
  });

  it('wrong proofs change nothing and are limited', async () => {
    const member = await joinWithOldProof();
    expect((await reauthenticate(member.token, {})).statusCode).toBe(400);
    const statuses = [];
    for (let attempt = 0; attempt < 12; attempt += 1) {
      statuses.push((await reauthenticate(member.token, { password: `wrong ${attempt}` })).statusCode);
    }
    expect(statuses).toEqual([...Array(10).fill(403), 429, 429]);
    expect((await site.call('GET', 'me/export', { token: member.token })).statusCode).toBe(403);
    const guest = await site.call('POST', 'reauth', { body: { password: PASSWORD } });
    expect(guest.json()).toMatchObject({ status: 401, code: 'not_signed_in' });
  });
});
