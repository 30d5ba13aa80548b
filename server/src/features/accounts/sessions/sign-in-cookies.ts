import type { Session } from '@oriel/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isBrowser } from '../../../http/browser.ts';
import type { Accounts } from '../context.ts';
import { bindToBrowser } from './browser-binding.ts';
import { type DeviceAccount, rememberDevice, rememberDeviceOf } from './device.ts';

/**
 * Sets the cookies of a sign-in: the device cookie, and in browsers the one that binds the session. Call it after every
 * sign-in.
 *
 * @param account whose sign-in it was; read from the database by default
 * @returns the session
 */
export async function setSignInCookies(
  accounts: Accounts,
  request: FastifyRequest,
  reply: FastifyReply,
  session: Session,
  account?: DeviceAccount,
): Promise<Session> {
  if (account === undefined) await rememberDeviceOf(accounts, request, reply, session.user.email);
  else rememberDevice(accounts, request, reply, account);
  if (isBrowser(request)) bindToBrowser(accounts, reply, session);
  return session;
}
