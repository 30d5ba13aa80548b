import { randomBytes, randomInt } from 'node:crypto';
import type { updateMe } from '@oriel/contract';
import { type Selectable, sql, type UpdateObject } from 'kysely';
import type { z } from 'zod';
import { sessionExpired } from '../../../caller.ts';
import type { Db, Tx } from '../../../database/database.ts';
import type { Schema } from '../../../database/schema.ts';
import type { AccountTables, StoredProfile } from '../tables.ts';

export type MemberRow = Selectable<AccountTables['members']>;

/** Fields that are undefined stay unchanged. */
export type ProfileChanges = z.output<typeof updateMe.body>;

export interface NewMember {
  /** As the contract's `Email` parsed it. */
  email: string;
  firstName: string;
  lastName: string;
  passwordHash?: string;
  avatar?: string | undefined;
  phone?: string;
  /** The id of the referrer. */
  referredBy?: string;
  /** Whether an identity provider vouches for the email. */
  emailVerified?: boolean;
}

const MEMBER_ID = /^m_[\w-]{22}$/;
/** Well below the maximum of the column, which counts up from the first version. */
const FIRST_VERSIONS = 2 ** 30;
/** Not `now()`, the start of the transaction, which may have waited for a lock since. */
export const CLOCK = sql<Date>`clock_timestamp()`;

const memberId = (): string => `m_${randomBytes(16).toString('base64url')}`;

/** @returns undefined for an unknown id or a deleted member */
export async function findMember(db: Db | Tx, id: string): Promise<MemberRow | undefined> {
  return db
    .selectFrom('members')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Like `findMember`; locks the row until the end of the transaction. */
export async function lockMember(tx: Tx, id: string): Promise<MemberRow | undefined> {
  return tx
    .selectFrom('members')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** The signed-in member. @throws {AppError} 401 `invalid_token` when they have just been deleted */
export async function getMember(db: Db | Tx, id: string): Promise<MemberRow> {
  const member = await findMember(db, id);
  if (member === undefined) throw sessionExpired();
  return member;
}

/** Like `getMember`; locks the row until the end of the transaction. */
export async function getLockedMember(tx: Tx, id: string): Promise<MemberRow> {
  const member = await lockMember(tx, id);
  if (member === undefined) throw sessionExpired();
  return member;
}

/** @param email as the contract's `Email` parsed it */
export async function findMemberByEmail(db: Db | Tx, email: string): Promise<MemberRow | undefined> {
  return db.selectFrom('members').selectAll().where('email', '=', email).executeTakeFirst();
}

/** The digits of a phone number, without separators. */
export const phoneDigits = (phone: string): string => phone.replace(/\D/g, '');

/**
 * The member who has confirmed this phone. Phone numbers in profiles do not count.
 *
 * @param digits as `phoneDigits` returns them, with the country code
 */
export async function findMemberByPhone(db: Db | Tx, digits: string): Promise<MemberRow | undefined> {
  return db.selectFrom('members').selectAll().where('verified_phone', '=', `+${digits}`).executeTakeFirst();
}

/** @returns the id of the member with this referral code; undefined when there is none */
export async function findReferrer(
  db: Db | Tx,
  code: string | null | undefined,
): Promise<string | undefined> {
  if (code === null || code === undefined || !MEMBER_ID.test(code)) return undefined;
  return (await findMember(db, code))?.id;
}

/** The number of members who signed up by a member's link, including deleted ones. */
export async function countReferred(db: Db, memberId: string): Promise<number> {
  const { count } = await db
    .selectFrom('members')
    .select((query) => query.fn.countAll<string>().as('count'))
    .where('referred_by', '=', memberId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The name of a member of whom only the email is known. */
export const nameFromEmail = (email: string): string => email.split('@', 1)[0]?.slice(0, 80) ?? '';

/** @returns the new member; undefined when the email is taken */
export async function insertMember(tx: Tx, member: NewMember): Promise<MemberRow | undefined> {
  const profile: StoredProfile = member.phone ? { phone: member.phone } : {};
  return tx
    .insertInto('members')
    .values({
      id: memberId(),
      email: member.email,
      email_verified_at: member.emailVerified ? new Date() : null,
      password_hash: member.passwordHash ?? null,
      // Identity providers may know no name, but members must have one.
      first_name: member.firstName || nameFromEmail(member.email),
      last_name: member.lastName,
      avatar: member.avatar ?? null,
      profile: JSON.stringify(profile),
      referred_by: member.referredBy ?? null,
      // Known devices of an earlier account with this email must not be known devices of the new one.
      credential_version: randomInt(1, FIRST_VERSIONS),
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** The caller holds the lock of the member. */
export async function updateProfile(tx: Tx, member: MemberRow, changes: ProfileChanges): Promise<MemberRow> {
  const { firstName, lastName, ...rest } = changes;
  const profile = Object.fromEntries(
    Object.entries({ ...member.profile, ...rest }).filter(([, value]) => value !== undefined && value !== ''),
  );
  return updateMember(tx, member.id, {
    first_name: firstName ?? member.first_name,
    last_name: lastName ?? member.last_name,
    profile: JSON.stringify(profile),
  });
}

/** Updates columns of a member whose lock the caller holds. */
export async function updateMember(
  tx: Tx,
  id: string,
  changes: UpdateObject<Schema, 'members'>,
): Promise<MemberRow> {
  return tx.updateTable('members').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/** Removes a confirmed phone from another member than this one. @returns the id of that member, if there is one */
export async function removePhoneFromOther(
  tx: Tx,
  phone: string,
  memberId: string,
): Promise<string | undefined> {
  const previous = await tx
    .updateTable('members')
    .set({ verified_phone: null })
    .where('verified_phone', '=', phone)
    .where('id', '!=', memberId)
    .returning('id')
    .executeTakeFirst();
  return previous?.id;
}

/** What closes an account. Its row cannot be changed until the end of the transaction. */
export async function findClosure(
  tx: Tx,
  id: string,
): Promise<Pick<MemberRow, 'blocked_at' | 'ownership_asked_at'> | undefined> {
  return tx
    .selectFrom('members')
    .select(['blocked_at', 'ownership_asked_at'])
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst();
}

/** What the known devices of an account depend on. */
export async function findCredentialVersion(
  db: Db | Tx,
  email: string,
): Promise<Pick<MemberRow, 'email' | 'credential_version'> | undefined> {
  return db
    .selectFrom('members')
    .select(['email', 'credential_version'])
    .where('email', '=', email)
    .executeTakeFirst();
}

/** The prefix of a hash cost, and the share of stored hashes that have it. */
export interface CostShare {
  cost: string;
  share: number;
}

/** The costs of all stored password hashes. Scans all members. */
export async function countHashCosts(db: Db): Promise<CostShare[]> {
  const { rows } = await sql<CostShare>`
    SELECT cost, (count(*) / sum(count(*)) OVER ())::float8 AS share
    FROM (SELECT substring(password_hash FROM '^[$]argon2id[$]v=19[$]m=[0-9]+,t=[0-9]+,p=[0-9]+[$]') AS cost FROM members) AS hashes
    WHERE cost IS NOT NULL
    GROUP BY cost
    ORDER BY cost
  `.execute(db);
  return rows;
}
