import type { Session } from '@oriel/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountsApp, createAccountsApp, PASSWORD } from '../../../../testing/apps/accounts-app.ts';
import { issueCode, issueLinkSecret } from '../codes/secrets.ts';
import { passkeyCalls } from '../passkeys/passkeys.fixture.ts';
import { createTokens } from '../sessions/jwt.ts';
import { blockMember, endAllSessions, reportMember, unblockMember } from './operator.ts';

let site: AccountsApp;
let calls: ReturnType<typeof passkeyCalls>;
beforeAll(async () => {
  site = await createAccountsApp();
  calls = passkeyCalls(site);
});
afterAll(() => site.close());

const context = () => ({ db: site.db, jobs: site.jobs });
const meStatus = async (token: string) => (await site.call('GET', 'me', { token })).statusCode;
const renew = (refreshToken: string) => site.call('POST', 'token/refresh', { body: { refreshToken } });
const BLOCKED = { status: 403, code: 'account_blocked', detail: expect.stringContaining('blocked') };

describe('a blocked member', () => {
  it('is signed out everywhere at once', async () => {
    const member = await site.join();
    const other = (await site.signIn(member.email, PASSWORD)).json<Session>();
    expect(await blockMember(context(), member.email)).toBe(2);
    for (const { token, refreshToken } of [member, other]) {
      expect(await meStatus(token)).toBe(401);
      expect((await renew(refreshToken)).json()).toMatchObject(BLOCKED);
    }
    await unblockMember(context(), member.email);
    expect((await renew(member.refreshToken)).json()).toMatchObject({ status: 401, code: 'session_ended' });
    await blockMember(context(), member.email);
    expect(await blockMember(context(), member.email)).toBe('already');
  });

  it('learns why with every sign-in method, after authenticating', async () => {
    const member = await site.join();
    const { keys } = await calls.add(member);
    const { codes } = (await calls.post('recovery-codes', member.token)).json<{ codes: string[] }>();
    const tokens = { tokens: createTokens(site.config) };
    const code = await issueCode(site.db, tokens, 'login', member.email);
    const resetToken = await issueLinkSecret(site.db, tokens, 'reset-token', member.email);
    await blockMember(context(), member.email);

    const { email } = member;
    const signIns = {
      password: () => site.signIn(email, PASSWORD),
      code: () => calls.post('otp/verify', undefined, { channel: 'email', purpose: 'login', email, code }),
      reset: () =>
        calls.post('password/reset/confirm', undefined, { resetToken, newPassword: 'a new corridor' }),
      passkey: () => calls.signIn(keys),
      recovery: () => calls.post('recovery-codes/sign-in', undefined, { email, code: codes[0] }),
    };
    for (const [name, signIn] of Object.entries(signIns))
      expect((await signIn()).json(), name).toMatchObject(BLOCKED);
    expect((await site.signIn(email, 'wrong')).json()).toMatchObject({
      status: 401,
      code: 'wrong_credentials',
    });

    expect(await unblockMember(context(), email)).toBe(true);
    expect((await site.signIn(email, PASSWORD)).statusCode).toBe(200);
    const { token } = (await calls.signIn(keys)).json<Session>();
    expect(await calls.kinds(token)).toEqual(expect.arrayContaining(['blocked', 'unblocked']));
  });

  it('has no session left when sign-ins race with the block', async () => {
    const member = await site.join();
    for (let round = 0; round < 3; round += 1) {
      await Promise.all([
        ...Array.from({ length: 6 }, () => site.signIn(member.email, PASSWORD)),
        blockMember(context(), member.email),
        ...Array.from({ length: 6 }, () => site.signIn(member.email, PASSWORD)),
      ]);
      expect((await reportMember(site.db, member.email))?.sessions).toEqual([]);
      await unblockMember(context(), member.email);
    }
  });
});

it('an operator ends all sessions of a member and reads their events', async () => {
  const member = await site.join();
  await site.signIn(member.email, PASSWORD);
  expect(await endAllSessions(context(), member.email)).toBe(2);
  expect(await meStatus(member.token)).toBe(401);
  expect(await reportMember(site.db, member.email)).toMatchObject({
    member: { email: member.email, blocked_at: null },
    passkeys: 0,
    sessions: [],
    events: [{ kind: 'session-ended' }, { kind: 'new-device' }, { kind: 'signed-up' }],
  });
  expect(await endAllSessions(context(), 'unknown@example.org')).toBeUndefined();
});
