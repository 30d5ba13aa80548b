import type { PasskeyAssertion, PasskeyRequestOptions, Session } from '@oriel/contract';
import type { z } from 'zod';
import { inTransaction, type Tx } from '../../../database/database.ts';
import type { Accounts } from '../context.ts';
import { lockMember } from '../members/store.ts';
import { recordSecurityEvent } from '../security/security-events.ts';
import type { Device } from '../sessions/device.ts';
import { beginSession } from '../sessions/sessions.ts';
import { CHALLENGE_MS, newChallenge } from './challenges.ts';
import { requireRelyingParty } from './relying-party.ts';
import { findPasskeys, recordUse } from './store.ts';
import { type Ceremony, type VerifiedAssertion, verifyAssertion, wrongPasskey } from './verification.ts';

type RequestOptions = z.output<typeof PasskeyRequestOptions>;

/**
 * Begins the authentication with a passkey.
 *
 * @param memberId restricts it to the member's passkeys; undefined leaves the choice to the authenticator
 * @throws {AppError} 409 `passkeys_unavailable`
 */
export async function requestOptions(
  accounts: Accounts,
  { purpose, binding }: Ceremony,
  memberId?: string,
): Promise<RequestOptions> {
  const party = requireRelyingParty(accounts.config);
  const passkeys = memberId === undefined ? [] : await findPasskeys(accounts.db, memberId);
  return {
    challenge: newChallenge(accounts, purpose, binding),
    rpId: party.id,
    timeout: CHALLENGE_MS,
    allowCredentials: passkeys.map(({ credential_id: id, transports }) => ({
      id,
      transports,
      type: 'public-key',
    })),
    userVerification: 'required',
  };
}

/**
 * Stores the use of a passkey after a verified assertion, or records a counter that has not increased. The transaction must
 * commit in both cases.
 *
 * @returns whether the assertion is accepted
 */
export async function acceptAssertion(
  tx: Tx,
  accounts: Accounts,
  { passkey, counter, backedUp }: VerifiedAssertion,
  device: Device,
): Promise<boolean> {
  if (await recordUse(tx, passkey.id, { counter, backedUp })) return true;
  await recordSecurityEvent(tx, accounts, {
    memberId: passkey.member_id,
    kind: 'passkey-suspicious',
    detail: passkey.name,
    device,
  });
  return false;
}

/**
 * Signs in with a passkey.
 *
 * @param binding the value that the challenge was created with
 * @throws {AppError} 401 `wrong_passkey` or `unknown_passkey`, 403 `account_blocked`, 409 `passkeys_unavailable`
 */
export async function signInWithPasskey(
  accounts: Accounts,
  credential: PasskeyAssertion,
  binding: string,
  device: Device,
): Promise<Session> {
  const verified = await verifyAssertion(accounts, { purpose: 'sign-in', binding }, credential, 401);
  const session = await inTransaction(accounts.db, async (tx) => {
    const member = await lockMember(tx, verified.passkey.member_id);
    if (member === undefined || credential.response.userHandle !== member.passkey_user_id) return undefined;
    if (!(await acceptAssertion(tx, accounts, verified, device))) return undefined;
    return beginSession(accounts, tx, member, device, { method: 'passkey' });
  });
  // Thrown outside the transaction: a rollback would lose the recorded event.
  if (session === undefined) throw wrongPasskey(401);
  return session;
}
