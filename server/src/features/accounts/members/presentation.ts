import type { Tier, User } from '@oriel/contract';
import type { PasswordOwner } from '../passwords/context-words.ts';
import type { StoredProfile } from '../tables.ts';
import type { MemberRow } from './store.ts';

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

type TierColumns = Pick<MemberRow, 'tier' | 'tier_until' | 'plus_until'>;

/** The tier in force: a tier counts until its end, and a Plus plan continues after a Pro plan above it has ended. */
export function presentTier({ tier, tier_until, plus_until }: TierColumns, now = new Date()): Tier {
  if (tier !== 'Free' && (tier_until === null || tier_until > now)) return tier;
  return plus_until !== null && plus_until > now ? 'Plus' : 'Free';
}

/** The end of the tier that `presentTier` returns; null for one without an end. */
export function presentTierEnd(member: TierColumns, now = new Date()): Date | null {
  const { tier, tier_until, plus_until } = member;
  if (presentTier(member, now) === 'Free') return null;
  return tier !== 'Free' && (tier_until === null || tier_until > now) ? tier_until : plus_until;
}

/** A member as the contract returns them to themselves. */
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
    hasRole: member.has_role,
    createdAt: member.created_at.toISOString(),
  };
}

/** What a member's password must not consist of. */
export function ownerOf(member: MemberRow): PasswordOwner {
  return { email: member.email, firstName: member.first_name, lastName: member.last_name };
}
