import type { Session } from '@oriel/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isBrowser } from '../../../http/browser.ts';
import type { Accounts } from '../context.ts';
import { bindToBrowser } from './browser-binding.ts';
import { rememberDevice } from './device.ts';

/**
 * Sets the cookies of a sign-in: the device cookie, and in browsers the one that binds the session. Call it after every
 * sign-in. @returns the session
 */
export async function setSignInCookies(
  accounts: Accounts,
  request: FastifyRequest,
  reply: FastifyReply,
  session: Session,
): Promise<Session> {
  await rememberDevice(accounts, request, reply, session.user.email);
  if (isBrowser(request)) bindToBrowser(accounts, reply, session);
  return session;
}
