import type { ExperienceDetail, Wallet } from '@oriel/contract';
import type { Db } from '../../database/database.ts';
import { AppError } from '../../errors.ts';
import { type Catalogue, experienceNotFound, findTitles, UNTITLED } from '../catalogue/service.ts';
import { type MovementSource, presentWallet, readWallet } from '../wallet/service.ts';
import { findByTransactions, listUnlocks, unlock } from './store.ts';

export { isUnlocked } from './store.ts';

/** Adds the tours' names to unlocks in histories; tours that have left the catalogue have none. */
export const unlocksInHistory: MovementSource = {
  async describe(db, transactionIds) {
    const unlocks = await findByTransactions(db, transactionIds);
    const titles = await findTitles(
      db,
      unlocks.map(({ experienceId }) => experienceId),
    );
    return new Map(
      unlocks.flatMap(({ transactionId, experienceId }) => {
        const names = titles.get(experienceId);
        if (names === undefined) return [];
        return [[transactionId, { title: names.propertyName || names.title || UNTITLED }]];
      }),
    );
  },
};

/** A member's unlocks, for their export. They stay when the member leaves: accounts must still add up. */
export const unlocksAsPersonalData = {
  async export(db: Db, memberId: string) {
    const unlocks = await listUnlocks(db, memberId);
    const titles = await findTitles(
      db,
      unlocks.map(({ experience_id }) => experience_id),
    );
    return {
      unlocks: unlocks.map(({ experience_id, tokens, created_at }) => {
        const { slug = null, title = null } = titles.get(experience_id) ?? {};
        return { slug, title, tokens, createdAt: created_at };
      }),
    };
  },
};

/** What unlocking needs. */
export interface UnlockContext {
  db: Db;
  catalogue: Catalogue;
}

/**
 * Opens an experience for a member. One that is free, or that their plan includes, costs nothing and is not unlocked; the
 * price of any other is taken once, however often it is requested.
 *
 * @param key the experience's numeric id or slug
 * @throws {AppError} 402 `payment_required`, 403 `verify_email_first`, 404 `experience_not_found`
 */
export async function unlockExperience(
  { db, catalogue }: UnlockContext,
  key: string,
  memberId: string,
): Promise<{ experience: ExperienceDetail; wallet: Wallet }> {
  const result = await unlock(db, key, memberId);
  if (result === undefined) throw experienceNotFound();
  const { id } = result;
  if (result.outcome === 'open') {
    const [experience, wallet] = await Promise.all([
      catalogue.detail(id, memberId),
      readWallet(db, memberId),
    ]);
    return { experience, wallet };
  }
  if (result.outcome === 'short') {
    throw new AppError(402, 'payment_required', 'This tour needs tokens or a plan that includes it.');
  }
  if (result.outcome === 'verify-email') {
    throw new AppError(
      403,
      'verify_email_first',
      'Please verify your email first. Then you can spend your welcome tokens.',
    );
  }
  const known = { hasPlan: false, unlocked: [id], liked: result.liked };
  const experience = await catalogue.detail(id, memberId, known);
  return { experience, wallet: presentWallet(result) };
}
