import { randomBytes } from 'node:crypto';
import * as contract from '@oriel/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type HostCookie, hostCookieValues, setHostCookie } from '../../../http/cookies.ts';
import { route } from '../../../http/route.ts';
import { noStore } from '../../../http/uncached-headers.ts';
import { sourceOf } from '../../../rate-limit/client-source.ts';
import type { RateLimitRule } from '../../../rate-limit/rate-limit.ts';
import type { Accounts } from '../context.ts';
import { deviceOf, findKnownDevice } from '../sessions/device.ts';
import { setSignInCookies } from '../sessions/sign-in-cookies.ts';
import { CHALLENGE_MS } from './challenges.ts';
import { createRecoveryCodes, signInWithRecoveryCode } from './recovery-codes.ts';
import { addPasskey, creationOptions, passkeyNotFound, removePasskey } from './registration.ts';
import { relyingParty } from './relying-party.ts';
import { requestOptions, signInWithPasskey } from './sign-in.ts';
import { findPasskeys, presentPasskey, recoveryCodeState, renamePasskey } from './store.ts';

/** By source. The sign-in page requests a challenge each time it opens. */
const REQUESTING_OPTIONS: RateLimitRule = { name: 'passkey-options', max: 200, windowSeconds: 10 * 60 };
const SIGNING_IN: RateLimitRule = { name: 'passkey-sign-ins', max: 100, windowSeconds: 10 * 60 };

const COOKIE: HostCookie = { name: 'oriel_passkey', path: '/api/auth/passkeys', sameSite: 'strict' };
const COOKIE_VALUE = /^[\w-]{22}$/;

/** Endpoints for managing passkeys and recovery codes, and for signing in with them. */
export async function passkeyRoutes(
  app: FastifyInstance,
  { accounts, siteName }: { accounts: Accounts; siteName: string },
): Promise<void> {
  const { config, db } = accounts;

  /** The cookie value that binds challenges to a browser. */
  const bindingOf = (request: FastifyRequest): string =>
    hostCookieValues(config, request, COOKIE).find((value) => COOKIE_VALUE.test(value)) ?? '';

  /** Sets the cookie that binds challenges to a browser. Keeps its value, since several pages may be open. */
  const bind = (request: FastifyRequest, reply: FastifyReply): string => {
    const binding = bindingOf(request) || randomBytes(16).toString('base64url');
    setHostCookie(config, reply, COOKIE, binding, CHALLENGE_MS / 1000);
    return binding;
  };

  noStore(app);

  route(app, contract.listPasskeys, async ({ caller }) => ({
    domain: relyingParty(config)?.id ?? null,
    passkeys: (await findPasskeys(db, caller.memberId)).map(presentPasskey),
  }));

  route(app, contract.passkeyCreationOptions, async ({ caller }) =>
    creationOptions(accounts, caller, siteName),
  );

  route(app, contract.addPasskey, async ({ body, caller, request }) => {
    const added = await addPasskey(accounts, caller, body, deviceOf(accounts, request));
    return { passkey: presentPasskey(added) };
  });

  route(app, contract.renamePasskey, async ({ params, body, caller }) => {
    const renamed = await renamePasskey(db, caller.memberId, params.id, body.name);
    if (renamed === undefined) throw passkeyNotFound();
    return { passkey: presentPasskey(renamed) };
  });

  route(app, contract.removePasskey, async ({ params, caller, request }) => {
    await removePasskey(accounts, caller, params.id, deviceOf(accounts, request));
    return { message: 'The passkey is removed.' };
  });

  route(
    app,
    contract.passkeySignInOptions,
    { limit: REQUESTING_OPTIONS, bearer: 'optional' },
    async ({ request, reply }) =>
      requestOptions(accounts, { purpose: 'sign-in', binding: bind(request, reply) }),
  );

  route(
    app,
    contract.passkeySignIn,
    { limit: SIGNING_IN, bearer: 'optional' },
    async ({ body, request, reply }) => {
      const binding = bindingOf(request);
      const session = await signInWithPasskey(
        accounts,
        body.credential,
        binding,
        deviceOf(accounts, request),
      );
      return setSignInCookies(accounts, request, reply, session);
    },
  );

  route(app, contract.passkeyReauthOptions, async ({ caller }) =>
    requestOptions(accounts, { purpose: 'reauth', binding: caller.sessionId }, caller.memberId),
  );

  route(app, contract.readRecoveryCodes, async ({ caller }) => {
    const { remaining, createdAt } = await recoveryCodeState(db, caller.memberId);
    return { remaining, createdAt: createdAt?.toISOString() ?? null };
  });

  route(app, contract.createRecoveryCodes, async ({ caller, request }) => {
    const { codes, createdAt } = await createRecoveryCodes(accounts, caller, deviceOf(accounts, request));
    return { codes, createdAt: createdAt.toISOString() };
  });

  route(app, contract.recoverySignIn, { bearer: 'optional' }, async ({ body, request, reply }) => {
    const session = await signInWithRecoveryCode(accounts, body, {
      source: sourceOf(request),
      device: deviceOf(accounts, request),
      knownDevice: await findKnownDevice(accounts, request, body.email),
    });
    return setSignInCookies(accounts, request, reply, session);
  });
}
