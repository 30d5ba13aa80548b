import type { OwnershipAnswer } from '@oriel/contract';
import type { Tx } from '../../../database/database.ts';
import type { Accounts } from '../context.ts';
import { deleteIdentities } from '../oidc/store.ts';
import { deletePasskeysOf } from '../passkeys/store.ts';
import { recordSecurityEvent } from '../security/security-events.ts';
import type { Device } from '../sessions/device.ts';
import { endSessions } from '../sessions/store.ts';
import { CLOCK, lockMember, type MemberRow, nameFromEmail, updateMember } from './store.ts';

/** A proof that a person owns an email: a secret that was mailed to it, or the word of an identity provider. */
export interface EmailProof {
  by: 'code' | 'link' | 'google' | 'reset';
  /** Where the proof came from. */
  device: Device;
  /** Whether it came from a session of the account. */
  inOwnSession?: boolean;
  /**
   * Whether the person says that the account is theirs; `ask` if the client can ask them. When undefined, an account that
   * was created in another browser counts as another person's.
   */
  answer?: OwnershipAnswer | 'ask' | undefined;
  /** The provider's profile, for the names and the avatar of an account that is claimed. */
  person?: { firstName: string; lastName: string; avatar?: string | undefined };
}

export interface EmailProofResult {
  member: MemberRow;
  /**
   * `known`: the email was proven before. `verified`: proven for the first time, by the person who signed up. `claimed`:
   * proven by another person; everything that the creator could sign in with is gone. `asked`: undecided; the account is
   * closed until the owner answers.
   */
  outcome: 'known' | 'verified' | 'claimed' | 'asked';
}

/** Whether a proof comes from a known device or a session of the account. */
export function isOwnBrowser(member: MemberRow, { device, inOwnSession }: EmailProof): boolean {
  return inOwnSession === true || device.isKnownFor(member);
}

/**
 * The only place where the email of an existing account becomes verified. An attacker can sign up with a victim's email, so
 * the first proof decides: if it comes from the browser that signed up, everything stays; otherwise the password, sessions,
 * passkeys, identities and profile of the creator are removed. Locks the member until the end of the transaction.
 *
 * @returns undefined for a deleted member
 */
export async function proveEmail(
  accounts: Accounts,
  tx: Tx,
  memberId: string,
  proof: EmailProof,
): Promise<EmailProofResult | undefined> {
  const member = await lockMember(tx, memberId);
  if (member === undefined) return undefined;
  if (member.email_verified_at !== null) return { member, outcome: 'known' };
  if (isOwnBrowser(member, proof) || proof.answer === 'mine') {
    return { member: await verify(accounts, tx, member, proof), outcome: 'verified' };
  }
  if (proof.answer === 'ask') return { member: await suspend(accounts, tx, member, proof), outcome: 'asked' };
  return { member: await claim(accounts, tx, member, proof), outcome: 'claimed' };
}

async function verify(
  accounts: Accounts,
  tx: Tx,
  { id }: MemberRow,
  { by, device }: EmailProof,
): Promise<MemberRow> {
  const verified = await updateMember(tx, id, { email_verified_at: CLOCK, ownership_asked_at: null });
  await recordSecurityEvent(tx, accounts, { memberId: id, kind: 'email-verified', detail: by, device });
  await accounts.events?.onEmailVerified?.(tx, verified);
  return verified;
}

/** Closes the account until the owner of the email has said whether it is theirs. */
async function suspend(
  accounts: Accounts,
  tx: Tx,
  { id }: MemberRow,
  { by, device }: EmailProof,
): Promise<MemberRow> {
  await recordSecurityEvent(tx, accounts, { memberId: id, kind: 'ownership-asked', detail: by, device });
  return updateMember(tx, id, { ownership_asked_at: CLOCK });
}

/** Hands the account over to the owner of its email, without anything that its creator could sign in with or profit from. */
async function claim(
  accounts: Accounts,
  tx: Tx,
  member: MemberRow,
  { by, device, person }: EmailProof,
): Promise<MemberRow> {
  const { id, email } = member;
  await endSessions(tx, id, 'adopted');
  await deleteIdentities(tx, id);
  await deletePasskeysOf(tx, id);
  const claimed = await updateMember(tx, id, {
    email_verified_at: CLOCK,
    ownership_asked_at: null,
    password_hash: null,
    first_name: person?.firstName || nameFromEmail(email ?? ''),
    last_name: person?.lastName ?? '',
    avatar: person?.avatar ?? null,
    profile: '{}',
    referred_by: null,
  });
  await recordSecurityEvent(tx, accounts, { memberId: id, kind: 'account-claimed', detail: by, device });
  await accounts.events?.onEmailVerified?.(tx, claimed);
  accounts.log.info({ memberId: id, by }, 'account claimed by the owner of its email');
  return claimed;
}
