import * as contract from '@oriel/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Caller, memberIdOf, requireMember } from '../../../caller.ts';
import { route } from '../../../http/route.ts';
import { noStore } from '../../../http/uncached-headers.ts';
import type { RateLimitRule } from '../../../rate-limit/rate-limit.ts';
import type { Accounts } from '../context.ts';
import { answerOwnership } from '../members/ownership.ts';
import {
  type LinkVisitor,
  readLink,
  requestVerification,
  verifyEmailByCode,
  verifyEmailByLink,
} from '../members/verification.ts';
import { confirmPasswordReset } from '../passwords/reset.ts';
import { deviceOf } from '../sessions/device.ts';
import { setSignInCookies } from '../sessions/sign-in-cookies.ts';
import { beginCodeRequest, type CodeTarget, codeRequestOf } from './code-requests.ts';
import { requestCode, verifyCode } from './codes.ts';

/** Limits by source, in addition to those by account. */
const SENDING: RateLimitRule = { name: 'code-requests', max: 60, windowSeconds: 10 * 60 };
const VERIFYING: RateLimitRule = { name: 'code-tries', max: 100, windowSeconds: 10 * 60 };

const VERIFIED = 'Your email address is verified.';

/** Endpoints for codes and for links in mails. */
export async function codeRoutes(app: FastifyInstance, { accounts }: { accounts: Accounts }): Promise<void> {
  const sending = { limit: SENDING, bearer: 'optional' } as const;
  const verifying = { limit: VERIFYING, bearer: 'optional' } as const;

  const clientInfoOf = (request: FastifyRequest, caller: Caller): LinkVisitor => ({
    device: deviceOf(accounts, request),
    memberId: memberIdOf(caller),
  });
  noStore(app);

  const send = async (
    codeRequest: Parameters<typeof requestCode>[1],
    client: { request: FastifyRequest; reply: FastifyReply; wantsId: boolean },
  ) => {
    const device = deviceOf(accounts, client.request);
    const begin = (target: CodeTarget) => beginCodeRequest(accounts, target, client);
    const { message, requestId } = await requestCode(accounts, codeRequest, device, begin);
    return client.wantsId ? { message, requestId } : { message };
  };

  route(app, contract.requestCode, sending, async ({ body, request, reply }) =>
    send(body, { request, reply, wantsId: body.wantsRequestId === true }),
  );

  route(app, contract.verifyCode, verifying, async ({ body, request, reply }) => {
    const device = deviceOf(accounts, request);
    const result = await verifyCode(accounts, body, device, (target) =>
      codeRequestOf(accounts, target, request, body.requestId),
    );
    if ('user' in result) await setSignInCookies(accounts, request, reply, result);
    return result;
  });

  route(
    app,
    contract.requestPasswordReset,
    sending,
    async ({ body: { email, wantsRequestId }, request, reply }) =>
      send(
        { channel: 'email', purpose: 'password-reset', email },
        { request, reply, wantsId: wantsRequestId === true },
      ),
  );

  route(app, contract.confirmPasswordReset, verifying, async ({ body, request, reply }) => {
    const session = await confirmPasswordReset(accounts, body, deviceOf(accounts, request));
    return setSignInCookies(accounts, request, reply, session);
  });

  route(app, contract.verifyEmail, verifying, async ({ body, caller, request }) => {
    if ('token' in body) {
      const outcome = await verifyEmailByLink(accounts, body, clientInfoOf(request, caller));
      return { message: VERIFIED, isClaimed: outcome === 'claimed' };
    }
    requireMember(caller);
    await verifyEmailByCode(accounts, caller.memberId, body.code, deviceOf(accounts, request));
    return { message: VERIFIED, isClaimed: false };
  });

  route(app, contract.readVerificationLink, verifying, ({ body, caller, request }) =>
    readLink(accounts, body.token, clientInfoOf(request, caller)),
  );

  route(app, contract.answerOwnership, verifying, async ({ body, request, reply }) => {
    const session = await answerOwnership(accounts, body, deviceOf(accounts, request));
    return setSignInCookies(accounts, request, reply, session);
  });

  route(app, contract.requestEmailVerification, { limit: SENDING }, async ({ caller }) => {
    return { message: await requestVerification(accounts, caller.memberId) };
  });
}
