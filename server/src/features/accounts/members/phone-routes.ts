import * as contract from '@oriel/contract';
import type { FastifyInstance } from 'fastify';
import { route } from '../../../http/route.ts';
import { noStore } from '../../../http/uncached-headers.ts';
import type { Accounts } from '../context.ts';
import { deviceOf } from '../sessions/device.ts';
import { readVerifiedPhone, removeVerifiedPhone, requestPhoneCode, verifyPhone } from './phones.ts';

const WINDOW_SECONDS = 10 * 60;

/** Endpoints for the phone that sign-in codes are sent to. */
export async function phoneRoutes(app: FastifyInstance, { accounts }: { accounts: Accounts }): Promise<void> {
  noStore(app);

  route(app, contract.getVerifiedPhone, ({ caller }) => readVerifiedPhone(accounts, caller.memberId));

  route(
    app,
    contract.requestPhoneCode,
    { limit: { name: 'phone-code-requests', max: 60, windowSeconds: WINDOW_SECONDS } },
    async ({ body, caller }) => ({ message: await requestPhoneCode(accounts, caller, body.phone) }),
  );

  route(
    app,
    contract.verifyPhone,
    { limit: { name: 'phone-code-tries', max: 100, windowSeconds: WINDOW_SECONDS } },
    async ({ body, caller, request }) => {
      await verifyPhone(accounts, caller, body, deviceOf(accounts, request));
      return { message: 'Your phone is confirmed.', phone: body.phone };
    },
  );

  route(app, contract.removeVerifiedPhone, async ({ caller, request }) => {
    await removeVerifiedPhone(accounts, caller, deviceOf(accounts, request));
    return { message: 'Your phone is no longer used for signing in.' };
  });
}
