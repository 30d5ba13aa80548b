import type { Wallet } from '@oriel/contract';
import { sql } from 'kysely';
import { type Db, inTransaction, type Tx } from '../../database/database.ts';
import { type DueLot, dueLots, sumOpenLots } from './store.ts';
import type { LotKind } from './tables.ts';

export {
  isBefore,
  type MovementDetails,
  type MovementSource,
  type OtherMovement,
  type Position,
} from './history.ts';

/** Tokens that a member is given. */
export interface Grant {
  memberId: string;
  kind: LotKind;
  /** A whole number above 0. */
  tokens: number;
  /** In days of 24 hours, from now or from `availableAt`. */
  validityDays: number;
  /** From when the tokens can be spent; until then they are pending. By default at once. */
  availableAt?: Date;
  /** Whether the tokens can be spent only while the member's email is verified. By default they need not. */
  requiresVerifiedEmail?: boolean;
  /** What causes it, such as `topup:order-17`; the same cause never gives tokens twice. At most 200 characters. */
  reference: string;
}

/**
 * Gives tokens as a lot of their own, once for a reference.
 *
 * @returns the ledger's transaction; undefined where this reference has given before
 * @throws {DatabaseError} 23505 where the reference gave something else (kind, tokens) or to another member. The tokens of
 * a `referral` are not compared: they depend on the referrer's tier at the moment.
 */
export async function grantTokens(
  tx: Tx,
  { memberId, kind, tokens, validityDays, availableAt, requiresVerifiedEmail = false, reference }: Grant,
): Promise<number | undefined> {
  const available = availableAt ?? null;
  const { rows } = await sql<{ id: number | null }>`
    SELECT grant_tokens(${memberId}, ${kind}, ${tokens},
      coalesce(${available}::timestamptz, now()) + ${validityDays} * interval '24 hours',
      ${reference}, ${available}, ${requiresVerifiedEmail}) AS id
  `.execute(tx);
  return rows[0]?.id ?? undefined;
}

/**
 * Takes back what is left of the tokens that a grant gave, at most `tokens`, once for a reference. A retry answers what
 * was taken the first time.
 *
 * @param reversal `transactionId` is what `grantTokens` returned
 * @returns the tokens that were taken; fewer than asked for where the member has spent some
 */
export async function reversePurchase(
  tx: Tx,
  { transactionId, tokens, reference }: { transactionId: number; tokens: number; reference: string },
): Promise<number> {
  const { rows } = await sql<{ taken: number }>`
    SELECT reverse_purchase(${transactionId}, ${tokens}, ${reference}) AS taken
  `.execute(tx);
  return rows[0]?.taken ?? 0;
}

/** Balances as the contract has them. */
export function presentWallet({ topup, referral, bonus }: Record<LotKind, number>): Wallet {
  return {
    totalBalance: topup + referral + bonus,
    bonusBalance: bonus,
    referralBalance: referral,
    topupBalance: topup,
  };
}

/** What a member holds now. Lots that are past their time do not count, even where their expiry is not written yet. */
export async function readWallet(db: Db, memberId: string): Promise<Wallet> {
  return presentWallet(await sumOpenLots(db, memberId));
}

/** Writes the expiry of one member's lots that are past their time. @returns how many tokens went */
export async function expireTokens(db: Db, memberId: string): Promise<number> {
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<{ gone: number }>`SELECT expire_tokens(${memberId}) AS gone`.execute(tx);
    return rows[0]?.gone ?? 0;
  });
}

/** Lots that are looked up at a time. */
const EXPIRY_BATCH = 1000;

/**
 * Writes the expiry of all lots that have ended, each member's in a transaction of its own. Safe to run in several
 * processes at once: each lot expires once, and each process starts at another member.
 *
 * @param onFailure told of a member whose lots could not be written off; the others still are
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
    // Onwards, so that lots which cannot be written off never hold up those after them.
    after = lots.length === EXPIRY_BATCH ? lots.at(-1) : undefined;
  } while (after !== undefined);
}
