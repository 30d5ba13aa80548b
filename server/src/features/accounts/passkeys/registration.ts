import {
  type addPasskey as addPasskeyEndpoint,
  MAX_PASSKEYS,
  type PasskeyCreationOptions,
} from '@oriel/contract';
import type { z } from 'zod';
import { inTransaction, type Tx } from '../../../database/database.ts';
import { AppError } from '../../../errors.ts';
import type { Accounts } from '../context.ts';
import { presentUser } from '../members/presentation.ts';
import { lockMember, type MemberRow } from '../members/store.ts';
import type { SessionOwner } from '../security/proofs.ts';
import { recordSecurityEvent } from '../security/security-events.ts';
import { requireRecentProof } from '../security/step-up.ts';
import { type Device, describeDevice } from '../sessions/device.ts';
import { CHALLENGE_MS, newChallenge } from './challenges.ts';
import { requireRelyingParty } from './relying-party.ts';
import { deletePasskey, ensureUserId, findPasskeys, insertPasskey, type PasskeyRow } from './store.ts';
import { ALGORITHMS, verifyRegistration } from './verification.ts';

export function passkeyNotFound(): AppError {
  return new AppError(404, 'passkey_not_found', 'There is no such passkey.');
}

/** Locks the member and checks that they may add a passkey. @throws {AppError} as `creationOptions` */
async function requireFreeSlot(
  tx: Tx,
  owner: SessionOwner,
): Promise<{ member: MemberRow; passkeys: PasskeyRow[] }> {
  const member = await lockMember(tx, owner.memberId);
  // Also refuses a member who has just been deleted.
  await requireRecentProof(tx, owner);
  const passkeys = await findPasskeys(tx, owner.memberId);
  if (member === undefined || passkeys.length >= MAX_PASSKEYS) {
    throw new AppError(
      409,
      'too_many_passkeys',
      `You already have ${MAX_PASSKEYS} passkeys. Please remove one before you add another.`,
    );
  }
  return { member, passkeys };
}

/**
 * Begins the registration of a passkey.
 *
 * @param siteName shown in the authenticator's dialog
 * @throws {AppError} 403 `reauthentication_required`, 409 `passkeys_unavailable` or `too_many_passkeys`
 */
export async function creationOptions(
  accounts: Accounts,
  owner: SessionOwner,
  siteName: string,
): Promise<z.output<typeof PasskeyCreationOptions>> {
  const party = requireRelyingParty(accounts.config);
  return inTransaction(accounts.db, async (tx) => {
    const { member, passkeys } = await requireFreeSlot(tx, owner);
    return {
      challenge: newChallenge(accounts, 'register', owner.sessionId),
      rp: { id: party.id, name: siteName },
      user: {
        id: await ensureUserId(tx, member.id),
        name: member.email ?? '',
        displayName: presentUser(member).name,
      },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
      timeout: CHALLENGE_MS,
      // Prevents a second passkey on the same authenticator.
      excludeCredentials: passkeys.map(({ credential_id: id, transports }) => ({
        id,
        transports,
        type: 'public-key',
      })),
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      attestation: 'none',
    };
  });
}

/**
 * Adds a passkey and notifies the member.
 *
 * @throws {AppError} 403 `reauthentication_required` or `wrong_passkey`, 409 `passkeys_unavailable`, `too_many_passkeys` or
 *   `passkey_taken`
 */
export async function addPasskey(
  accounts: Accounts,
  owner: SessionOwner,
  { name, credential }: z.output<typeof addPasskeyEndpoint.body>,
  device: Device,
): Promise<PasskeyRow> {
  await requireRecentProof(accounts.db, owner);
  const registration = await verifyRegistration(accounts, owner.sessionId, credential);
  return inTransaction(accounts.db, async (tx) => {
    await requireFreeSlot(tx, owner);
    const added = await insertPasskey(tx, {
      member_id: owner.memberId,
      credential_id: registration.credential.id,
      public_key: Buffer.from(registration.credential.publicKey),
      counter: registration.credential.counter,
      transports: credential.response.transports ?? [],
      backed_up: registration.credentialBackedUp,
      name: name ?? describeDevice(device.userAgent).slice(0, 80),
    });
    if (added === undefined) {
      throw new AppError(409, 'passkey_taken', 'This passkey has already been added.');
    }
    await recordSecurityEvent(tx, accounts, { ...owner, kind: 'passkey-added', detail: added.name, device });
    return added;
  });
}

/** Removes a passkey and notifies the member. @throws {AppError} 403 `reauthentication_required`, 404 `passkey_not_found` */
export async function removePasskey(
  accounts: Accounts,
  owner: SessionOwner,
  id: string,
  device: Device,
): Promise<void> {
  await inTransaction(accounts.db, async (tx) => {
    await requireRecentProof(tx, owner);
    const removed = await deletePasskey(tx, owner.memberId, id);
    if (removed === undefined) throw passkeyNotFound();
    await recordSecurityEvent(tx, accounts, {
      ...owner,
      kind: 'passkey-removed',
      detail: removed.name,
      device,
    });
  });
}
