import type { Wallet } from '@oriel/contract';
import { type Db, inTransaction } from '../../database/database.ts';
import { expireEndedLots } from './ledger-store.ts';
import { type DueLot, dueLots, readOpenLots, sumOpenLots } from './store.ts';
import type { LotKind } from './tables.ts';

export type { MovementDetails, MovementSource, OtherMovement } from './history.ts';
export {
  type Grant,
  grantTokens,
  type HoldMovement,
  holdPurchase,
  lockWallet,
  releaseHold,
  reversePurchase,
  takeHeld,
} from './ledger-store.ts';
export { findGrants, isBefore, isReferenceUsed, type Position } from './store.ts';

/** Balances as the contract has them. */
export function presentWallet({ topup, referral, bonus }: Record<LotKind, number>): Wallet {
  return {
    totalBalance: topup + referral + bonus,
    bonusBalance: bonus,
    referralBalance: referral,
    topupBalance: topup,
  };
}

/** A member's balances. Lots that have ended do not count, even if their expiry is not recorded yet. */
export async function readWallet(db: Db, memberId: string): Promise<Wallet> {
  return presentWallet(await sumOpenLots(db, memberId));
}

/** Records the expiry of a member's lots that have ended. @returns the number of expired tokens */
export async function expireTokens(db: Db, memberId: string): Promise<number> {
  return inTransaction(db, (tx) => expireEndedLots(tx, memberId));
}

/** A member's open lots, once the expiry of all that have ended is recorded. */
export async function readCurrentLots(
  db: Db,
  memberId: string,
  limit: number,
): ReturnType<typeof readOpenLots> {
  const lots = await readOpenLots(db, memberId, limit);
  if (!lots.hasEnded) return lots;
  await expireTokens(db, memberId);
  return readOpenLots(db, memberId, limit);
}

const EXPIRY_BATCH = 1000;

/**
 * Records the expiry of all lots that have ended, each member's in a separate transaction. Safe to run concurrently: each
 * lot expires once, and each process starts at another member.
 *
 * @param onFailure called for each member whose lots failed to expire; the others still do
 */
export async function expireDueTokens(
  db: Db,
  onFailure: (memberId: string, error: unknown) => void = () => undefined,
): Promise<void> {
  let after: DueLot | undefined;
  do {
    const lots = await dueLots(db, { after, limit: EXPIRY_BATCH }).execute();
    const members = [...new Set(lots.map(({ member_id }) => member_id))];
    const start = Math.floor(Math.random() * members.length);
    for (const memberId of [...members.slice(start), ...members.slice(0, start)]) {
      try {
        await expireTokens(db, memberId);
      } catch (error) {
        onFailure(memberId, error);
      }
    }
    // Continues after the batch, so that lots which fail to expire never block later ones.
    after = lots.length === EXPIRY_BATCH ? lots.at(-1) : undefined;
  } while (after !== undefined);
}
