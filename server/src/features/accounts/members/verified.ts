import type { OwnershipAnswer } from '@oriel/contract';
import { sql } from 'kysely';
import type { Tx } from '../../../database/database.ts';
import type { Accounts } from '../context.ts';
import { dropPasskeys } from '../passkeys/store.ts';
import { recordSecurityEvent } from '../security/security-events.ts';
import type { Device } from '../sessions/device.ts';
import { endSessions } from '../sessions/sessions.ts';
import { lockMember, type MemberRow, nameFromEmail } from './members.ts';

/** How somebody has proven that an email address is theirs: by what was mailed to it, or by an identity provider. */
export interface AddressProof {
  by: 'code' | 'link' | 'google' | 'reset';
  /** Where the proof came from. */
  device: Device;
  /** Whether it came in a session of the account. */
  inOwnSession?: boolean;
  /**
   * Whether the account is theirs, in their own words; `ask` where they can be asked. Undefined where they cannot: an
   * account that another browser made is then taken for somebody else's.
   */
  answer?: OwnershipAnswer | 'ask' | undefined;
  /** What the provider knows of the person; the names and the picture of an account that they claim. */
  person?: { firstName: string; lastName: string; avatar?: string | undefined };
}

export interface ProvenAddress {
  member: MemberRow;
  /**
   * `known`: the address was proven before. `verified`: for the first time, and everything stays. `claimed`: everything
   * that the account's maker could come back with is gone. `asked`: undecided, and until it is, nobody gets in.
   */
  outcome: 'known' | 'verified' | 'claimed' | 'asked';
}

const CLOCK = sql<Date>`clock_timestamp()`;

/** Whether a proof comes from a browser in which the account has been signed in to. */
export function isOwnBrowser(member: MemberRow, { device, inOwnSession }: AddressProof): boolean {
  return inOwnSession === true || device.knows(member);
}

/**
 * The one place where an address becomes a member's own. Anybody can sign up with anybody's address, so the first proof
 * decides whose account it is: that of the browser that signed up, or somebody else's, whose password, sessions,
 * passkeys, identities and profile must not survive. Until the end of the transaction nobody changes the member.
 *
 * @returns undefined for who has left
 */
export async function proveAddress(
  accounts: Accounts,
  tx: Tx,
  memberId: string,
  proof: AddressProof,
): Promise<ProvenAddress | undefined> {
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
  { by, device }: AddressProof,
): Promise<MemberRow> {
  const verified = await tx
    .updateTable('members')
    .set({ email_verified_at: CLOCK, ownership_asked_at: null })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordSecurityEvent(tx, accounts, { memberId: id, kind: 'email-verified', detail: by, device });
  await accounts.events?.onEmailVerified?.(tx, verified);
  return verified;
}

/** Lets nobody in until the person who has proven the address has said whether the account is theirs. */
async function suspend(
  accounts: Accounts,
  tx: Tx,
  { id }: MemberRow,
  { by, device }: AddressProof,
): Promise<MemberRow> {
  await recordSecurityEvent(tx, accounts, { memberId: id, kind: 'ownership-asked', detail: by, device });
  return tx
    .updateTable('members')
    .set({ ownership_asked_at: CLOCK })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Gives the account to the owner of its address, without anything by which its maker could use it or profit from it. */
async function claim(
  accounts: Accounts,
  tx: Tx,
  member: MemberRow,
  { by, device, person }: AddressProof,
): Promise<MemberRow> {
  const { id, email } = member;
  await endSessions(tx, id, 'adopted');
  await tx.deleteFrom('member_identities').where('member_id', '=', id).execute();
  await dropPasskeys(tx, id);
  const claimed = await tx
    .updateTable('members')
    .set({
      email_verified_at: CLOCK,
      ownership_asked_at: null,
      password_hash: null,
      first_name: person?.firstName || nameFromEmail(email ?? ''),
      last_name: person?.lastName ?? '',
      avatar: person?.avatar ?? null,
      profile: '{}',
      referred_by: null,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordSecurityEvent(tx, accounts, { memberId: id, kind: 'account-claimed', detail: by, device });
  await accounts.events?.onEmailVerified?.(tx, claimed);
  accounts.log.info({ memberId: id, by }, 'the owner of an email address claimed the account made with it');
  return claimed;
}
