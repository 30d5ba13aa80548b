import type { Session } from '@oriel/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type AccountsApp,
  cookieOf,
  createAccountsApp,
  PASSWORD,
} from '../../../../testing/apps/accounts-app.ts';
import { type CeremonyOverrides, SoftwareAuthenticator } from './authenticator.fixture.ts';
import { CHALLENGE_MS } from './challenges.ts';
import { passkeyCalls } from './passkeys.fixture.ts';

type Assertion = ReturnType<SoftwareAuthenticator['get']>['response'];
type Change = { [Name in keyof Assertion]?: Assertion[Name] | undefined };

const WRONG = { status: 401, code: 'wrong_passkey' };

let site: AccountsApp;
let calls: ReturnType<typeof passkeyCalls>;
beforeAll(async () => {
  site = await createAccountsApp();
  calls = passkeyCalls(site);
});
afterAll(() => site.close());

describe('signing in with a passkey', () => {
  it('needs no email; the session has a recent proof, and the device is known from then on', async () => {
    const member = await site.join();
    const { keys } = await calls.add(member);
    const response = await calls.signIn(keys);
    expect(response.statusCode).toBe(200);
    const session = response.json<Session>();
    expect(session.user.id).toBe(member.user.id);
    expect(cookieOf(response)).toMatch(/^oriel_device=/);
    expect((await site.call('GET', 'me/export', { token: session.token })).statusCode).toBe(200);
    const { passkeys } = await calls.list(session.token);
    expect(passkeys[0]?.lastUsedAt).toEqual(expect.any(String));
    expect(await calls.kinds(session.token)).toEqual([
      'data-exported',
      'new-device',
      'passkey-added',
      'signed-up',
    ]);
  });

  it.each<[string, CeremonyOverrides]>([
    ['for another origin', { origin: 'https://evil.example' }],
    ['for another site', { rpId: 'evil.example' }],
    ['without user verification', { userVerified: false }],
    ['that is a registration', { type: 'webauthn.create' }],
    ['with a forged challenge', { challenge: Buffer.alloc(54).toString('base64url') }],
  ])('refuses an assertion %s', async (_, overrides) => {
    const { keys } = await calls.add(await site.join());
    expect((await calls.signIn(keys, overrides)).json()).toMatchObject(WRONG);
  });

  it('refuses an assertion that is used, of another browser, expired, or with another signature', async () => {
    const { keys } = await calls.add(await site.join());
    const { options, cookie } = await calls.begin();
    const credential = keys.get(options);
    const send = (assertion: unknown, sentCookie = cookie) => calls.send(assertion, sentCookie);
    expect((await send(credential, '')).json()).toMatchObject(WRONG);
    const later = Date.now() + CHALLENGE_MS + 1;
    const clock = vi.spyOn(Date, 'now').mockReturnValue(later);
    expect((await send(credential)).json()).toMatchObject(WRONG);
    clock.mockRestore();
    expect((await send(credential, (await calls.begin()).cookie)).json()).toMatchObject(WRONG);
    expect((await send(credential)).statusCode).toBe(200);
    expect((await send(credential)).json()).toMatchObject(WRONG);

    const forged = keys.get((await calls.begin()).options);
    const next = await calls.begin();
    const other = new SoftwareAuthenticator(site.config.publicUrl);
    other.create({ ...(await calls.add(await site.join())).options });
    const signature = other.get(next.options).response.signature;
    const own = keys.get(next.options);
    forged.response = { ...own.response, signature };
    expect((await send(forged, next.cookie)).json()).toMatchObject(WRONG);
  });

  it('one of 10 parallel equal assertions signs in', async () => {
    const { keys } = await calls.add(await site.join());
    const { options, cookie } = await calls.begin();
    const credential = keys.get(options);
    const responses = await Promise.all(Array.from({ length: 10 }, () => calls.send(credential, cookie)));
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  it('refuses a removed passkey as unknown', async () => {
    const member = await site.join();
    const { keys, response } = await calls.add(member);
    await site.call('DELETE', `passkeys/${response.json().passkey.id}`, { token: member.token });
    expect((await calls.signIn(keys)).json()).toMatchObject({ status: 401, code: 'unknown_passkey' });
    expect(await calls.kinds(member.token)).toEqual(['passkey-removed', 'passkey-added', 'signed-up']);
  });

  it('refuses a counter that does not increase, and records it', async () => {
    const member = await site.join();
    const keys = calls.authenticator();
    keys.hasCounter = true;
    await calls.add(member, keys);
    expect((await calls.signIn(keys)).statusCode).toBe(200);
    keys.counter -= 2;
    expect((await calls.signIn(keys)).json()).toMatchObject(WRONG);
    expect((await calls.kinds(member.token))[0]).toBe('passkey-suspicious');
    keys.counter += 10;
    expect((await calls.signIn(keys)).statusCode).toBe(200);
  });

  it('is deleted with the account', async () => {
    const member = await site.join();
    const { keys } = await calls.add(member);
    await calls.post('recovery-codes', member.token);
    await site.call('DELETE', 'me', { token: member.token, body: { password: PASSWORD } });
    expect((await calls.signIn(keys)).json()).toMatchObject({ code: 'unknown_passkey' });
    const row = await site.db
      .selectFrom('members')
      .select('passkey_user_id')
      .where('id', '=', member.user.id)
      .executeTakeFirst();
    expect(row?.passkey_user_id).toBeNull();
  });

  it.each<[string, (response: Assertion) => Change]>([
    ['client data that is not JSON', () => ({ clientDataJSON: 'AAAA' })],
    [
      'a challenge that is not a string',
      () => ({ clientDataJSON: Buffer.from('{"challenge":7}').toString('base64url') }),
    ],
    ['truncated authenticator data', () => ({ authenticatorData: 'AA' })],
    ['an invalid signature', () => ({ signature: 'AA' })],
    ['no user handle', () => ({ userHandle: undefined })],
    ['the user handle of another member', () => ({ userHandle: Buffer.alloc(32).toString('base64url') })],
  ])('refuses %s without failing', async (_, change) => {
    const { keys } = await calls.add(await site.join());
    const { options, cookie } = await calls.begin();
    const credential = keys.get(options);
    const response = { ...credential.response, ...change(credential.response) };
    expect((await calls.send({ ...credential, response }, cookie)).json()).toMatchObject(WRONG);
  });
});

describe('a passkey as a proof of identity', () => {
  it('is accepted in the requesting session, for its own member', async () => {
    const member = await site.join();
    const other = await site.join();
    const { keys } = await calls.add(member);
    const others = await calls.add(other);
    await calls.expireProof(member);
    const options = async () => (await calls.post('reauth/options', member.token)).json();
    expect((await options()).allowCredentials).toHaveLength(1);
    const foreign = await calls.post('reauth', member.token, { passkey: others.keys.get(await options()) });
    expect(foreign.json()).toMatchObject({ status: 403, code: 'wrong_passkey' });
    const signInProof = await calls.post('reauth', member.token, {
      passkey: keys.get((await calls.begin()).options),
    });
    expect(signInProof.json()).toMatchObject({ status: 403, code: 'wrong_passkey' });
    expect((await site.call('GET', 'me/export', { token: member.token })).statusCode).toBe(403);
    expect(
      (await calls.post('reauth', member.token, { passkey: keys.get(await options()) })).statusCode,
    ).toBe(200);
    expect((await site.call('GET', 'me/export', { token: member.token })).statusCode).toBe(200);
  });
});
