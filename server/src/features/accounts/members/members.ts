import { randomBytes, randomInt } from 'node:crypto';
import type { Tier, User, updateMe } from '@oriel/contract';
import type { Selectable } from 'kysely';
import type { z } from 'zod';
import type { Db, Tx } from '../../../database/database.ts';
import type { PasswordOwner } from '../passwords/context-words.ts';
import type { AccountTables, StoredProfile } from '../tables.ts';

export type MemberRow = Selectable<AccountTables['members']>;

/** What is left out, or undefined, stays as it is. */
export type ProfileChanges = z.output<typeof updateMe.body>;

export interface NewMember {
  /** As the contract's `Email` parsed it. */
  email: string;
  firstName: string;
  lastName: string;
  passwordHash?: string;
  avatar?: string | undefined;
  phone?: string;
  /** The id of the member who brought this one. */
  referredBy?: string;
  /** True where somebody we trust for it says that the address is theirs. */
  emailVerified?: boolean;
}

const MEMBER_ID = /^m_[\w-]{22}$/;
/** Far from the end of a column that counts on from there. */
const FIRST_VERSIONS = 2 ** 30;
const NO_PROFILE: Required<StoredProfile> = {
  phone: '',
  dob: '',
  gender: '',
  address: '',
  city: '',
  state: '',
  province: '',
  country: '',
};

const memberId = (): string => `m_${randomBytes(16).toString('base64url')}`;

/** A member by id; undefined for nobody and for those who have left. */
export async function findMember(db: Db | Tx, id: string): Promise<MemberRow | undefined> {
  return db
    .selectFrom('members')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** As `findMember`, and until the end of the transaction nobody changes the member. */
export async function lockMember(tx: Tx, id: string): Promise<MemberRow | undefined> {
  return tx
    .selectFrom('members')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** @param email as the contract's `Email` parsed it */
export async function findMemberByEmail(db: Db | Tx, email: string): Promise<MemberRow | undefined> {
  return db.selectFrom('members').selectAll().where('email', '=', email).executeTakeFirst();
}

/** A phone number without what people set between its digits. */
export const phoneDigits = (phone: string): string => phone.replace(/\D/g, '');

/**
 * The member who has confirmed this phone. The number in a profile names nobody.
 *
 * @param digits as `phoneDigits` makes them, with the country's code
 */
export async function findMemberByPhone(db: Db | Tx, digits: string): Promise<MemberRow | undefined> {
  return db.selectFrom('members').selectAll().where('verified_phone', '=', `+${digits}`).executeTakeFirst();
}

/** The id of the member whose referral code this is; undefined for anything else. */
export async function findReferrer(
  db: Db | Tx,
  code: string | null | undefined,
): Promise<string | undefined> {
  if (code === null || code === undefined || !MEMBER_ID.test(code)) return undefined;
  return (await findMember(db, code))?.id;
}

/** The number of members who signed up by a member's link, including those who have left. */
export async function countReferred(db: Db, memberId: string): Promise<number> {
  const { count } = await db
    .selectFrom('members')
    .select((query) => query.fn.countAll<string>().as('count'))
    .where('referred_by', '=', memberId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** What somebody is called of whom nothing but the address is known. */
export const nameFromEmail = (email: string): string => email.split('@', 1)[0]?.slice(0, 80) ?? '';

/** @returns the new member; undefined when the address is taken */
export async function insertMember(tx: Tx, member: NewMember): Promise<MemberRow | undefined> {
  const profile: StoredProfile = member.phone ? { phone: member.phone } : {};
  return tx
    .insertInto('members')
    .values({
      id: memberId(),
      email: member.email,
      email_verified_at: member.emailVerified ? new Date() : null,
      password_hash: member.passwordHash ?? null,
      // Identity providers may know no name, and everybody is called something.
      first_name: member.firstName || nameFromEmail(member.email),
      last_name: member.lastName,
      avatar: member.avatar ?? null,
      profile: JSON.stringify(profile),
      referred_by: member.referredBy ?? null,
      // Browsers that knew an earlier account with the address are strangers to this one.
      credential_version: randomInt(1, FIRST_VERSIONS),
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Changes what is given and leaves the rest. The caller holds the member's lock. */
export async function updateProfile(tx: Tx, member: MemberRow, changes: ProfileChanges): Promise<MemberRow> {
  const { firstName, lastName, ...rest } = changes;
  const profile = Object.fromEntries(
    Object.entries({ ...member.profile, ...rest }).filter(([, value]) => value !== undefined && value !== ''),
  );
  return tx
    .updateTable('members')
    .set({
      first_name: firstName ?? member.first_name,
      last_name: lastName ?? member.last_name,
      profile: JSON.stringify(profile),
    })
    .where('id', '=', member.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

type TierColumns = Pick<MemberRow, 'tier' | 'tier_until' | 'plus_until'>;

/** What a member may use now: a tier counts until its end, and a Plus plan goes on when a Pro plan above it has ended. */
export function presentTier({ tier, tier_until, plus_until }: TierColumns, now = new Date()): Tier {
  if (tier !== 'Free' && (tier_until === null || tier_until > now)) return tier;
  return plus_until !== null && plus_until > now ? 'Plus' : 'Free';
}

/** The end of the tier that `presentTier` shows; null for one that has none. */
export function presentTierEnd(member: TierColumns, now = new Date()): Date | null {
  const { tier, tier_until, plus_until } = member;
  if (presentTier(member, now) === 'Free') return null;
  return tier !== 'Free' && (tier_until === null || tier_until > now) ? tier_until : plus_until;
}

/** A member as the contract shows them to themselves. */
export function presentUser(member: MemberRow, now = new Date()): User {
  return {
    ...NO_PROFILE,
    ...member.profile,
    id: member.id,
    name: `${member.first_name} ${member.last_name}`.trim(),
    firstName: member.first_name,
    lastName: member.last_name,
    avatar: member.avatar,
    email: member.email ?? '',
    emailVerified: member.email_verified_at !== null,
    hasPassword: member.password_hash !== null,
    subscriptionType: presentTier(member, now),
    createdAt: member.created_at.toISOString(),
  };
}

/** What a member's password must not be about. */
export function ownerOf(member: MemberRow): PasswordOwner {
  return { email: member.email, firstName: member.first_name, lastName: member.last_name };
}
