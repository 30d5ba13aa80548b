import type { Session } from '@oriel/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isBrowser } from '../../../http/browser.ts';
import type { Accounts } from '../context.ts';
import { bindToBrowser } from './browser-binding.ts';
import { rememberDevice } from './device.ts';

/**
 * Gives a client what belongs to a sign-in beside its tokens: that it knows the account, and the session to a browser. Call it
 * whenever somebody has signed in.
 */
export async function setSignInCookies(
  accounts: Accounts,
  request: FastifyRequest,
  reply: FastifyReply,
  session: Session,
): Promise<void> {
  await rememberDevice(accounts, request, reply, session.user.email);
  if (isBrowser(request)) bindToBrowser(accounts, reply, session);
}
