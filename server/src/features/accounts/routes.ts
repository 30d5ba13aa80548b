import * as contract from '@oriel/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { route } from '../../http/route.ts';
import { noStore } from '../../http/uncached-headers.ts';
import { sourceOf } from '../../rate-limit/client-source.ts';
import { Semaphore } from '../../semaphore.ts';
import type { Accounts } from './context.ts';
import { changeProfile, deleteMember, exportMember, readMe } from './members/profile.ts';
import { readRedirectProof } from './oidc/cookies.ts';
import { signIn } from './passwords/sign-in.ts';
import { type ClientInfo, changePassword, signUp } from './service.ts';
import { deviceOf, findKnownDevice, hasDeviceCookie, rememberDeviceOf } from './sessions/device.ts';
import { endSessionOf, refresh } from './sessions/sessions.ts';
import { setSignInCookies } from './sessions/sign-in-cookies.ts';
import { endSession } from './sessions/store.ts';

/** Bounds exports, each of which uses several database connections at once. */
const EXPORTS = {
  concurrency: 2,
  maxQueued: 50,
  maxWaitMs: 5_000,
  detail: 'Too many exports are being made at once. Please try again.',
};

/** Endpoints for signing up, in and out, and for the member's own data. */
export async function accountRoutes(
  app: FastifyInstance,
  { accounts }: { accounts: Accounts },
): Promise<void> {
  const { db, passwords } = accounts;
  const clientInfoOf = async (request: FastifyRequest, email: string): Promise<ClientInfo> => ({
    source: sourceOf(request),
    device: deviceOf(accounts, request),
    knownDevice: await findKnownDevice(accounts, request, email),
  });
  const refuseWhenBusy = (request: FastifyRequest) =>
    passwords.refuseWhenBusy(hasDeviceCookie(accounts, request) ? 'known' : 'unknown');
  const exports = new Semaphore(EXPORTS);
  noStore(app);

  app.addHook('onReady', () => accounts.dummyHashes.refreshShares(db));

  route(
    app,
    contract.signUp,
    { bearer: 'optional', admit: refuseWhenBusy },
    async ({ body, request, reply }) => {
      const session = await signUp(accounts, body, await clientInfoOf(request, body.email));
      return setSignInCookies(accounts, request, reply, session);
    },
  );

  route(
    app,
    contract.signIn,
    { bearer: 'optional', admit: refuseWhenBusy },
    async ({ body, request, reply }) => {
      const { session, member } = await signIn(accounts, body, await clientInfoOf(request, body.email));
      return setSignInCookies(accounts, request, reply, session, member);
    },
  );

  route(app, contract.refreshSession, { bearer: 'optional' }, async ({ body, request }) => {
    const proof = readRedirectProof(accounts.config, request);
    return refresh(accounts, body.refreshToken, deviceOf(accounts, request), proof, body.fromAddress);
  });

  route(app, contract.logOut, { bearer: 'optional' }, async ({ body, caller }) => {
    if (caller.kind === 'member') await endSession(db, caller.memberId, caller.sessionId, 'logout');
    if (body?.refreshToken) await endSessionOf(accounts, body.refreshToken);
    return { message: 'You are signed out.' };
  });

  route(app, contract.getMe, async ({ caller }) => {
    return { user: await readMe(accounts, caller.memberId) };
  });

  route(app, contract.updateMe, async ({ body, caller }) => {
    return { user: await changeProfile(accounts, caller, body) };
  });

  route(app, contract.deleteMe, async ({ body, caller, request }) => {
    return { message: await deleteMember(accounts, caller, body, deviceOf(accounts, request)) };
  });

  route(app, contract.exportMe, { mayTakeLong: true }, async ({ caller, request, reply }) => {
    const data = await exports.run(() => exportMember(accounts, caller, deviceOf(accounts, request)));
    reply.header('content-disposition', 'attachment; filename="my-data.json"');
    return data;
  });

  route(app, contract.changePassword, async ({ body, caller, request, reply }) => {
    const email = await changePassword(accounts, caller, body, deviceOf(accounts, request));
    await rememberDeviceOf(accounts, request, reply, email);
    return { message: 'Password updated successfully.' };
  });
}
