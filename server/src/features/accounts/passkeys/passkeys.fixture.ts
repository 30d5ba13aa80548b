import type { Passkey, PasskeyCreationOptions, PasskeyRequestOptions, Session } from '@oriel/contract';
import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import type { z } from 'zod';
import { type AccountsApp, type Call, cookieOf } from '../../../../testing/apps/accounts-app.ts';
import { type CeremonyOverrides, SoftwareAuthenticator } from './authenticator.fixture.ts';

type Member = Awaited<ReturnType<AccountsApp['join']>>;
type CreationOptions = z.output<typeof PasskeyCreationOptions>;
type RequestOptions = z.output<typeof PasskeyRequestOptions>;

/** Requests about passkeys, as browsers with a software authenticator send them. */
export function passkeyCalls(site: AccountsApp) {
  const authenticator = () => new SoftwareAuthenticator(site.config.publicUrl);

  const post = (path: string, token?: string, body: unknown = {}, call: Call = {}) =>
    site.call('POST', path, { ...call, token, body });

  const creationOptions = async (token: string) =>
    (await post('passkeys/options', token)).json<CreationOptions>();

  /** Opens the sign-in page: its options, and the cookie that binds them to the browser. */
  async function begin(): Promise<{ options: RequestOptions; cookie: string }> {
    const response = await post('passkeys/sign-in/options');
    return { options: response.json(), cookie: cookieOf(response) };
  }

  const send = (credential: unknown, cookie: string): Promise<LightMyRequestResponse> =>
    post('passkeys/sign-in', undefined, { credential }, { headers: { cookie } });

  return {
    authenticator,
    post,
    creationOptions,
    begin,
    /** Sends a response to the challenge of `begin`. */
    send,

    /** Adds a passkey to a member. */
    async add(member: Member, keys = authenticator(), overrides: CeremonyOverrides = {}, name?: string) {
      const options = await creationOptions(member.token);
      const credential = keys.create(options, overrides);
      return { keys, options, response: await post('passkeys', member.token, { credential, name }) };
    },

    async signIn(keys: SoftwareAuthenticator, overrides: CeremonyOverrides = {}) {
      const { options, cookie } = await begin();
      return send(keys.get(options, overrides), cookie);
    },

    list: async (token: string) =>
      (await site.call('GET', 'passkeys', { token })).json<{
        domain: string | null;
        passkeys: Passkey[];
      }>(),

    /** The kinds of a member's security events, the newest first. */
    kinds: async (token: string) =>
      (await site.call('GET', 'security-events', { token }))
        .json<{ events: { kind: string }[] }>()
        .events.map(({ kind }) => kind),

    /** Moves the last proof of identity of all sessions into the past. */
    expireProof: (member: Session) =>
      site.db
        .updateTable('member_sessions')
        .set({ authenticated_at: sql<Date>`now() - interval '11 minutes'` })
        .where('member_id', '=', member.user.id)
        .execute(),
  };
}
