import type { Session } from '@oriel/contract';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { newEmail, newIp } from '../../../../testing/apps/accounts-app.ts';
import { useAccountsApp } from '../../../../testing/use-app.ts';
import { passkeyCalls } from './passkeys.fixture.ts';

const site = useAccountsApp();

const create = async (token: string) =>
  (await site.call('POST', 'recovery-codes', { token, body: {} })).json<{ codes: string[] }>().codes;
const remaining = async (token: string) =>
  (await site.call('GET', 'recovery-codes', { token })).json<{ remaining: number }>().remaining;
const signIn = (email: string, code: string, from = newIp()) =>
  site.call('POST', 'recovery-codes/sign-in', { body: { email, code }, from });

const WRONG = { status: 401, code: 'wrong_credentials', detail: 'Invalid email or recovery code' };

describe('recovery codes', () => {
  it('are ten, readable once, and stored as digests only', async () => {
    const member = await site.join();
    expect(await remaining(member.token)).toBe(0);
    const codes = await create(member.token);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/);
    expect(await remaining(member.token)).toBe(10);
    const rows = await site.db
      .selectFrom('recovery_codes')
      .selectAll()
      .where('member_id', '=', member.user.id)
      .execute();
    expect(rows).toHaveLength(10);
    const text = JSON.stringify(rows);
    for (const code of codes) expect(text).not.toContain(code);
  });

  it('each sign in once, in any spelling, and the owner is notified', async () => {
    const member = await site.join();
    const [first = '', second = ''] = await create(member.token);
    const response = await signIn(member.email.toUpperCase(), first.toLowerCase().replaceAll('-', ' '));
    expect(response.statusCode).toBe(200);
    const { token, user } = response.json<Session>();
    expect(user.id).toBe(member.user.id);
    expect((await site.call('GET', 'me/export', { token })).statusCode).toBe(200);
    expect((await signIn(member.email, first)).json()).toMatchObject(WRONG);
    expect(await remaining(token)).toBe(9);
    expect((await signIn(member.email, second)).statusCode).toBe(200);
    const { events } = (await site.call('GET', 'security-events', { token })).json();
    expect(events[0]).toMatchObject({ kind: 'recovery-code-used', detail: '8 of 10 codes are left.' });
  });

  it('sign in once when used 10 times in parallel', async () => {
    const member = await site.join();
    const [code = ''] = await create(member.token);
    const responses = await Promise.all(Array.from({ length: 10 }, () => signIn(member.email, code)));
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  it('are replaced by a new set, which needs a recent proof', async () => {
    const member = await site.join();
    const [old = ''] = await create(member.token);
    await create(member.token);
    expect((await signIn(member.email, old)).json()).toMatchObject(WRONG);
    expect(await remaining(member.token)).toBe(10);
    await site.db
      .updateTable('member_sessions')
      .set({ authenticated_at: sql<Date>`now() - interval '11 minutes'` })
      .where('member_id', '=', member.user.id)
      .execute();
    const refused = await site.call('POST', 'recovery-codes', { token: member.token, body: {} });
    expect(refused.json()).toMatchObject({ status: 403, code: 'reauthentication_required' });
  });

  it('belong to one account', async () => {
    const [member, other] = [await site.join(), await site.join()];
    const [code = ''] = await create(member.token);
    expect((await signIn(other.email, code)).json()).toMatchObject(WRONG);
    expect((await signIn(newEmail(), code)).json()).toMatchObject(WRONG);
    expect((await signIn(member.email, '')).statusCode).toBe(400);
  });

  it('share the attempt limits of passwords', async () => {
    const member = await site.join();
    const [code = ''] = await create(member.token);
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 32; attempt += 1) {
      statuses.push((await signIn(member.email, `0000-0000-${attempt}`)).statusCode);
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(30);
    expect((await signIn(member.email, code)).statusCode).toBe(429);
    expect(await passkeyCalls(site).kinds(member.token)).toEqual([
      'failed-sign-ins',
      'recovery-codes-created',
      'signed-up',
    ]);
  });
});
