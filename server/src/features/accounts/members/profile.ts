import type { User } from '@oriel/contract';
import { inTransaction, type Tx } from '../../../database/database.ts';
import { deleteSecretsOf } from '../codes/store.ts';
import type { Accounts } from '../context.ts';
import { deleteIdentities, findIdentities } from '../oidc/store.ts';
import { deletePasskeysOf, findPasskeys } from '../passkeys/store.ts';
import { type Proof, type SessionOwner, withProof } from '../security/proofs.ts';
import { recordSecurityEvent } from '../security/security-events.ts';
import { requireRecentProof } from '../security/step-up.ts';
import { deleteSecurityEvents, findSecurityEvents } from '../security/store.ts';
import { type Device, describeDevice } from '../sessions/device.ts';
import { endSessions, findAllSessions, removeUserAgents } from '../sessions/store.ts';
import { presentTierEnd, presentUser } from './presentation.ts';
import {
  getLockedMember,
  getMember,
  type MemberRow,
  type ProfileChanges,
  updateMember,
  updateProfile,
} from './store.ts';

const GOODBYE =
  'Your account is deleted. Your name, your addresses and everything else about you are gone. What stays, under a ' +
  'number that no longer leads to you, are your likes and the movements of your tokens, because counts and accounts ' +
  'must still add up, and a fingerprint of your email address, so that nobody is welcomed as new twice.';

/** @throws {AppError} 401 `invalid_token` for a member who has just been deleted */
export async function readMe(accounts: Accounts, memberId: string): Promise<User> {
  const member = await getMember(accounts.db, memberId);
  return presentUser(member);
}

/**
 * Changes the profile. A new phone number needs a recent proof of identity: it cannot sign in, but the team calls it.
 *
 * @throws {AppError} 401 `invalid_token` for a member who has just been deleted, 403 `reauthentication_required`
 */
export async function changeProfile(
  accounts: Accounts,
  owner: SessionOwner,
  changes: ProfileChanges,
): Promise<User> {
  return inTransaction(accounts.db, async (tx) => {
    const member = await getLockedMember(tx, owner.memberId);
    const { phone } = changes;
    if (phone !== undefined && phone !== (member.profile.phone ?? '')) await requireRecentProof(tx, owner);
    return presentUser(await updateProfile(tx, member, changes));
  });
}

/**
 * Everything that is stored about a member, except secrets that would allow signing in as them.
 *
 * @throws {AppError} 401 `invalid_token` for a member who has just been deleted, 403 `reauthentication_required`
 */
export async function exportMember(
  accounts: Accounts,
  owner: SessionOwner,
  device: Device,
): Promise<Record<string, unknown>> {
  const { db } = accounts;
  const { memberId } = owner;
  await inTransaction(db, async (tx) => {
    await requireRecentProof(tx, owner);
    await recordSecurityEvent(tx, accounts, { ...owner, kind: 'data-exported', device });
  });
  const member = await getMember(db, memberId);
  const sessions = await findAllSessions(db, memberId);
  const identities = await findIdentities(db, memberId);
  const securityEvents = await findSecurityEvents(db, memberId);
  const passkeys = await findPasskeys(db, memberId);
  const others = await Promise.all((accounts.personalData ?? []).map((part) => part.export(db, memberId)));
  return {
    exportedAt: new Date(),
    member: {
      ...presentUser(member),
      emailVerifiedAt: member.email_verified_at,
      verifiedPhone: member.verified_phone,
      subscriptionUntil: presentTierEnd(member),
      referredBy: member.referred_by,
    },
    identities: identities.map(({ created_at, ...identity }) => ({ ...identity, createdAt: created_at })),
    sessions: sessions.map((session) => ({
      id: session.id,
      device: describeDevice(session.user_agent),
      userAgent: session.user_agent,
      createdAt: session.created_at,
      lastUsedAt: session.last_used_at,
      authenticatedAt: session.authenticated_at,
      endedAt: session.ended_at,
      endReason: session.end_reason,
    })),
    passkeys: passkeys.map(({ name, credential_id, created_at, last_used_at }) => ({
      name,
      credentialId: credential_id,
      createdAt: created_at,
      lastUsedAt: last_used_at,
    })),
    securityEvents: securityEvents.map((event) => ({
      kind: event.kind,
      detail: event.detail,
      sessionId: event.session_id,
      network: event.network,
      userAgent: event.user_agent,
      createdAt: event.created_at,
    })),
    ...Object.assign({}, ...others),
  };
}

/** Removes all personal data of a member. The row stays, because the ledger and the counts refer to it. */
async function anonymise(accounts: Accounts, tx: Tx, member: MemberRow): Promise<void> {
  await endSessions(tx, member.id, 'deleted');
  await removeUserAgents(tx, member.id);
  await deleteSecurityEvents(tx, member.id);
  await recordSecurityEvent(tx, accounts, { memberId: member.id, kind: 'account-deleted' });
  if (member.email) {
    // Removes queued and failed mails to the member.
    await accounts.jobs.forget(tx, member.email);
    await accounts.jobs.add(tx, 'mail', { kind: 'account-deleted', email: member.email });
  }
  await deletePasskeysOf(tx, member.id);
  await deleteIdentities(tx, member.id);
  await deleteSecretsOf(tx, member.email ?? '');
  for (const part of accounts.personalData ?? []) await part.erase?.(tx, member.id);
  await updateMember(tx, member.id, {
    email: null,
    email_verified_at: null,
    verified_phone: null,
    password_hash: null,
    first_name: '',
    last_name: '',
    avatar: null,
    profile: '{}',
    deleted_at: new Date(),
  });
}

/**
 * Deletes an account, after a proof of identity.
 *
 * @returns a text for the page: what is kept, and why
 * @throws {AppError} as `withProof`
 */
export async function deleteMember(
  accounts: Accounts,
  owner: SessionOwner,
  proof: Proof,
  device: Device,
): Promise<string> {
  await withProof(accounts, owner, proof, device, (tx, member) => anonymise(accounts, tx, member));
  return GOODBYE;
}
