import type { Session } from '@oriel/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountsApp, createAccountsApp, PASSWORD } from '../../../../testing/apps/accounts-app.ts';
import type { CeremonyOverrides } from './authenticator.fixture.ts';
import { passkeyCalls } from './passkeys.fixture.ts';

let site: AccountsApp;
let calls: ReturnType<typeof passkeyCalls>;
beforeAll(async () => {
  site = await createAccountsApp();
  calls = passkeyCalls(site);
});
afterAll(() => site.close());

describe('adding a passkey', () => {
  it('requests a discoverable credential for this site with user verification', async () => {
    const member = await site.join();
    const { options, response } = await calls.add(member, calls.authenticator(), {}, 'My laptop');
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Oriel' },
      user: { name: member.email, displayName: 'Anna Berg' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
      excludeCredentials: [],
    });
    const handle = Buffer.from(options.user.id, 'base64url').toString('latin1');
    expect(handle).toHaveLength(32);
    expect(handle).not.toContain(member.email);
    expect(handle).not.toContain(member.user.id);
    expect(response.json()).toMatchObject({
      passkey: { name: 'My laptop', isSynced: false, lastUsedAt: null },
    });
    expect(await calls.list(member.token)).toMatchObject({
      domain: 'localhost',
      passkeys: [{ name: 'My laptop' }],
    });
    expect(await calls.kinds(member.token)).toEqual(['passkey-added', 'signed-up']);
    expect(site.mails('security-notice').length).toBeGreaterThan(0);
  });

  it('excludes registered passkeys; the same one cannot be added twice, by any member', async () => {
    const member = await site.join();
    const { keys } = await calls.add(member);
    const id = keys.credentials[0]?.id.toString('base64url');
    const again = (await calls.post('passkeys/options', member.token)).json();
    expect(again.excludeCredentials).toEqual([{ id, type: 'public-key', transports: ['internal'] }]);
    expect(again.user.id).toBe(keys.credentials[0]?.userHandle);

    const other = await site.join();
    const options = (await calls.post('passkeys/options', other.token)).json();
    const credential = keys.create(options);
    expect((await calls.post('passkeys', other.token, { credential })).statusCode).toBe(200);
    const challenge = (await calls.post('passkeys/options', member.token)).json().challenge;
    const clientDataJSON = Buffer.from(
      JSON.stringify({
        type: 'webauthn.create',
        challenge,
        origin: site.config.publicUrl,
        crossOrigin: false,
      }),
    ).toString('base64url');
    const copied = { ...credential, response: { ...credential.response, clientDataJSON } };
    const refused = await calls.post('passkeys', member.token, { credential: copied });
    expect(refused.json()).toMatchObject({ status: 409, code: 'passkey_taken' });
  });

  it.each<[string, CeremonyOverrides]>([
    ['of another origin', { origin: 'https://evil.example' }],
    ['of another site', { rpId: 'evil.example' }],
    ['without user verification', { userVerified: false }],
    ['that is a sign-in', { type: 'webauthn.get' }],
    ['with a forged challenge', { challenge: Buffer.alloc(54).toString('base64url') }],
  ])('refuses a credential %s', async (_, overrides) => {
    const member = await site.join();
    const { response } = await calls.add(member, calls.authenticator(), overrides);
    expect(response.json()).toMatchObject({ status: 403, code: 'wrong_passkey' });
    expect((await calls.list(member.token)).passkeys).toEqual([]);
  });

  it('a challenge is valid once, for its session and purpose', async () => {
    const member = await site.join();
    const elsewhere = (await site.signIn(member.email, PASSWORD)).json<Session>();
    const { keys, options } = await calls.add(member);
    for (const [token, challenge] of [
      [member.token, options.challenge],
      [elsewhere.token, (await calls.post('passkeys/options', member.token)).json().challenge],
      [member.token, (await calls.post('reauth/options', member.token)).json().challenge],
      [member.token, (await calls.begin()).options.challenge],
    ]) {
      const credential = keys.create({ ...options, challenge });
      expect((await calls.post('passkeys', token, { credential })).json()).toMatchObject({
        code: 'wrong_passkey',
      });
    }
    expect((await calls.list(member.token)).passkeys).toHaveLength(1);
  });

  it('needs a recent proof, like removing; 20 are allowed', async () => {
    const member = await site.join();
    await calls.add(member);
    await calls.expireProof(member);
    const [passkey] = (await calls.list(member.token)).passkeys;
    const required = { status: 403, code: 'reauthentication_required' };
    expect((await calls.post('passkeys/options', member.token)).json()).toMatchObject(required);
    const removed = () => site.call('DELETE', `passkeys/${passkey?.id}`, { token: member.token });
    expect((await removed()).json()).toMatchObject(required);
    await calls.post('reauth', member.token, { password: PASSWORD });
    expect((await removed()).statusCode).toBe(200);
    expect((await removed()).json()).toMatchObject({ status: 404, code: 'passkey_not_found' });

    const { response } = await calls.add(member);
    const row = {
      member_id: member.user.id,
      public_key: Buffer.alloc(1),
      counter: 0,
      backed_up: false,
      name: 'x',
    };
    expect(response.statusCode).toBe(200);
    await site.db
      .insertInto('passkeys')
      .values(
        Array.from({ length: 19 }, (_, index) => ({
          ...row,
          id: `pk_${member.user.id.slice(2, 22)}${String(index).padStart(2, '0')}`,
          credential_id: `${member.user.id}${index}`,
        })),
      )
      .execute();
    expect((await calls.post('passkeys/options', member.token)).json()).toMatchObject({
      code: 'too_many_passkeys',
    });
  });

  it('can be renamed by its owner only', async () => {
    const [member, other] = [await site.join(), await site.join()];
    const id = (await calls.add(member)).response.json().passkey.id;
    const rename = (token: string, name: string) =>
      site.call('PATCH', `passkeys/${id}`, { token, body: { name } });
    expect((await rename(member.token, ' Work phone ')).json()).toMatchObject({
      passkey: { name: 'Work phone' },
    });
    expect((await rename(member.token, ' ')).json()).toMatchObject({
      status: 400,
      detail: 'Please give the passkey a name.',
    });
    expect((await rename(other.token, 'Mine')).statusCode).toBe(404);
    expect((await site.call('DELETE', `passkeys/${id}`, { token: other.token })).statusCode).toBe(404);
    expect((await calls.list(other.token)).passkeys).toEqual([]);
  });
});

describe('when PUBLIC_URL is not a domain', () => {
  it.each(['http://127.0.0.1:3000', 'http://[::1]:3000', 'http://tours.example'])(
    '%s: passkeys are unavailable',
    async (publicUrl) => {
      const app = await createAccountsApp({ config: { publicUrl } });
      try {
        const member = await app.join();
        const listed = await app.call('GET', 'passkeys', { token: member.token });
        expect(listed.json()).toEqual({ domain: null, passkeys: [] });
        for (const path of ['passkeys/options', 'passkeys/sign-in/options', 'reauth/options']) {
          const response = await app.call('POST', path, { token: member.token, body: {} });
          expect(response.json()).toMatchObject({ status: 409, code: 'passkeys_unavailable' });
        }
      } finally {
        await app.close();
      }
    },
  );
});
