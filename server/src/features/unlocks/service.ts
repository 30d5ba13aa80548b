import type { ExperienceDetail, Wallet } from '@oriel/contract';
import { type Db, inTransaction } from '../../database.ts';
import { AppError } from '../../http/problem.ts';
import type { Caller } from '../../http/session.ts';
import { type AccessGrants, type Catalogue, mayOpen, readGate } from '../catalogue/service.ts';
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
 * @throws {AppError} 402 `payment_required`, 404 `experience_not_found`
 */
export async function openExperience(
  { db, catalogue }: Unlocking,
  key: string,
  caller: Extract<Caller, { kind: 'member' }>,
): Promise<{ experience: ExperienceDetail; wallet: Wallet }> {
  const { memberId } = caller;
  const { experienceId, wallet } = await inTransaction(db, async (tx) => {
    const gate = await readGate(tx, key);
    const experienceId = gate.id;
    if (mayOpen(gate, caller, false)) return { experienceId, wallet: undefined };
    const { outcome, ...left } = await unlock(tx, { memberId, experienceId, price: gate.tokensRequired });
    return { experienceId, wallet: outcome === 'short' ? ('short' as const) : presentWallet(left) };
  });
  if (wallet === 'short') {
    throw new AppError(402, 'payment_required', 'This tour needs tokens or a plan that includes it.');
  }
  return {
    experience: await catalogue.detail(experienceId, caller),
    wallet: wallet ?? (await readWallet(db, memberId)),
  };
}
