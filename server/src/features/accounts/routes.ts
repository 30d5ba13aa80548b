import * as contract from '@oriel/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { neverKept } from '../../http/never-kept.ts';
import { AppError } from '../../http/problem.ts';
import { regularly } from '../../http/regularly.ts';
import { route } from '../../http/route.ts';
import type { Accounts } from './accounts.ts';
import { describeDevice, deviceOf, knownDevice, rememberDevice } from './device.ts';
import { redirectProofOf } from './oidc-cookies.ts';
import { changeProfile, deleteMember, exportMember, readMe } from './profile.ts';
import { changePassword, signUp, type Visitor } from './service.ts';
import { endSession, endSessionOf, findSessions, forgetOldSessions, refresh } from './sessions.ts';
import { signIn } from './sign-in.ts';

const FORGET_SESSIONS_MS = 60 * 60_000;

/** The calls of accounts, those of codes, mails and identity providers apart. */
export async function accountRoutes(
  app: FastifyInstance,
  { accounts }: { accounts: Accounts },
): Promise<void> {
  const { db, passwords } = accounts;
  const visitorOf = (request: FastifyRequest, email: string): Visitor => ({
    address: request.ip,
    device: deviceOf(request),
    knownDevice: knownDevice(accounts, request, email),
  });
  neverKept(app);

  regularly(app, {
    purpose: 'forget sessions that are long over',
    everyMs: FORGET_SESSIONS_MS,
    work: () => forgetOldSessions(db),
  });

  route(
    app,
    contract.signUp,
    async ({ body, request, reply }) => {
      const session = await signUp(accounts, body, visitorOf(request, body.email));
      rememberDevice(accounts, request, reply, body.email);
      return session;
    },
    { bearer: 'optional', admit: passwords.refuseWhenBusy },
  );

  route(
    app,
    contract.signIn,
    async ({ body, request, reply }) => {
      const session = await signIn(accounts, body, visitorOf(request, body.email));
      rememberDevice(accounts, request, reply, body.email);
      return session;
    },
    { bearer: 'optional', admit: passwords.refuseWhenBusy },
  );

  route(
    app,
    contract.refreshSession,
    async ({ body, request }) => {
      const proof = redirectProofOf(accounts.config, request);
      return refresh(accounts, body.refreshToken, proof, body.fromAddress);
    },
    { bearer: 'optional' },
  );

  route(
    app,
    contract.logOut,
    async ({ body, caller }) => {
      if (caller.kind === 'member') await endSession(db, caller.memberId, caller.sessionId, 'logout');
      if (body?.refreshToken) await endSessionOf(accounts, body.refreshToken);
      return { message: 'You are signed out.' };
    },
    { bearer: 'optional' },
  );

  route(app, contract.getMe, async ({ caller }) => {
    return { user: await readMe(accounts, caller.memberId) };
  });

  route(app, contract.updateMe, async ({ body, caller }) => {
    return { user: await changeProfile(accounts, caller.memberId, body) };
  });

  route(app, contract.deleteMe, async ({ body, caller }) => {
    return { message: await deleteMember(accounts, caller.memberId, body) };
  });

  route(app, contract.exportMe, async ({ caller, reply }) => {
    reply.header('content-disposition', 'attachment; filename="my-data.json"');
    return exportMember(accounts, caller.memberId);
  });

  route(app, contract.changePassword, async ({ body, caller }) => {
    await changePassword(accounts, caller, body);
    return { message: 'Password updated successfully.' };
  });

  route(app, contract.listSessions, async ({ caller }) => {
    const sessions = await findSessions(db, caller.memberId);
    return {
      sessions: sessions.map((session) => ({
        id: session.id,
        device: describeDevice(session.user_agent),
        createdAt: session.created_at.toISOString(),
        lastUsedAt: session.last_used_at.toISOString(),
        isCurrent: session.id === caller.sessionId,
      })),
    };
  });

  route(app, contract.endSession, async ({ params, caller }) => {
    if (!(await endSession(db, caller.memberId, params.id, 'ended-elsewhere'))) {
      throw new AppError(404, 'session_not_found', 'There is no such session.');
    }
    return { message: 'That session is signed out.' };
  });
}
