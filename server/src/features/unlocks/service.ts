import type { ExperienceDetail, Wallet } from '@oriel/contract';
import type { Caller } from '../../caller.ts';
import type { Db } from '../../database/database.ts';
import { AppError } from '../../errors.ts';
import { type AccessGrants, type Catalogue, experienceNotFound } from '../catalogue/service.ts';
import { type MovementSource, presentWallet, readWallet } from '../wallet/service.ts';
import { findTitles, findUnlocked, unlock } from './store.ts';

/** What the catalogue asks about members. */
export function createAccessGrants(db: Db): AccessGrants {
  return { unlockedBy: (memberId, experienceIds) => findUnlocked(db, memberId, experienceIds) };
}

/** What histories tell about unlocks: the tours' names. */
export const unlocksInHistory: MovementSource = {
  async describe(db, transactionIds) {
    const titles = await findTitles(db, transactionIds);
    return new Map([...titles].map(([id, title]) => [id, { title }]));
  },
};

/** What members have unlocked, for their export. It stays when a member leaves: accounts must still add up. */
export const unlocksAsPersonalData = {
  async export(db: Db, memberId: string) {
    const unlocks = await db
      .selectFrom('unlocks as unlocked')
      .leftJoin('experiences as experience', 'experience.id', 'unlocked.experience_id')
      .select(['experience.slug', 'experience.title', 'unlocked.tokens', 'unlocked.created_at'])
      .where('unlocked.member_id', '=', memberId)
      .orderBy('unlocked.created_at')
      .execute();
    return {
      unlocks: unlocks.map(({ created_at, ...unlocked }) => ({ ...unlocked, createdAt: created_at })),
    };
  },
};

/** What opening is done with. */
export interface Unlocking {
  db: Db;
  catalogue: Catalogue;
}

/**
 * Opens an experience for a member. One that is free, or that their plan includes, costs nothing and is not unlocked for
 * good; the price of any other is taken once, ever, however often and from wherever it is asked for.
 *
 * @param key the experience's numeric id or slug
 * @throws {AppError} 402 `payment_required`, 403 `verify_email_first`, 404 `experience_not_found`
 */
export async function unlockExperience(
  { db, catalogue }: Unlocking,
  key: string,
  caller: Extract<Caller, { kind: 'member' }>,
): Promise<{ experience: ExperienceDetail; wallet: Wallet }> {
  const { memberId, tier } = caller;
  const opening = await unlock(db, key, { memberId, hasPlan: tier !== 'Free' });
  if (opening === undefined) throw experienceNotFound();
  const { id } = opening;
  if (opening.outcome === 'open') {
    const [experience, wallet] = await Promise.all([catalogue.detail(id, caller), readWallet(db, memberId)]);
    return { experience, wallet };
  }
  if (opening.outcome === 'short') {
    throw new AppError(402, 'payment_required', 'This tour needs tokens or a plan that includes it.');
  }
  if (opening.outcome === 'verify-email') {
    throw new AppError(
      403,
      'verify_email_first',
      'Please verify your email first. Then you can spend your welcome tokens.',
    );
  }
  const experience = await catalogue.detail(id, caller, { unlockedBy: async () => new Set([id]) });
  return { experience, wallet: presentWallet(opening) };
}
