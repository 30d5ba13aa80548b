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
export { findGrants, isReferenceUsed } from './store.ts';

/** Tokens to grant to a member. */
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
  /** The cause, such as `topup:order-17`; the same cause never grants tokens twice. At most 200 characters. */
  reference: string;
}

/**
 * Grants tokens as a new lot, once for a reference.
 *
 * @returns the ledger's transaction; undefined where this reference was granted before
 * @throws {DatabaseError} 23505 where the reference was used for another grant (kind, tokens, member). The tokens of a
 * `referral` are not compared: they depend on the referrer's tier at the moment.
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
 * Takes back the remaining tokens of a grant, at most `tokens`, once for a reference. A retry returns what was taken the
 * first time.
 *
 * @param reversal `transactionId` is what `grantTokens` returned
 * @returns the number of tokens taken; fewer than `tokens` where the member has spent some
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

/** Locks a member's wallet, which every movement of their tokens does first. */
export async function lockWallet(tx: Tx, memberId: string): Promise<void> {
  await sql`SELECT lock_wallet(${memberId})`.execute(tx);
}

/** A movement of tokens between a purchase's lot and those held for disputes. */
export interface HoldMovement {
  /** What `grantTokens` returned for the purchase. */
  transactionId: number;
  tokens: number;
  /** The same reference never moves tokens twice. */
  reference: string;
}

/** Holds remaining tokens of a purchase, at most `tokens`. @returns the number of tokens held */
export async function holdPurchase(tx: Tx, hold: HoldMovement): Promise<number> {
  const { rows } = await sql<{ held: number }>`
    SELECT hold_purchase(${hold.transactionId}, ${hold.tokens}, ${hold.reference}) AS held
  `.execute(tx);
  return rows[0]?.held ?? 0;
}

/** Releases held tokens to their lot; if it has ended in the meantime, they expire. */
export async function releaseHold(tx: Tx, hold: HoldMovement): Promise<void> {
  await sql`SELECT release_hold(${hold.transactionId}, ${hold.tokens}, ${hold.reference})`.execute(tx);
}

/** Takes held tokens permanently. */
export async function takeHeld(tx: Tx, hold: HoldMovement): Promise<void> {
  await sql`SELECT take_held(${hold.transactionId}, ${hold.tokens}, ${hold.reference})`.execute(tx);
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

/** A member's balances. Lots that have ended do not count, even if their expiry is not recorded yet. */
export async function readWallet(db: Db, memberId: string): Promise<Wallet> {
  return presentWallet(await sumOpenLots(db, memberId));
}

/** Records the expiry of a member's lots that have ended. @returns the number of expired tokens */
export async function expireTokens(db: Db, memberId: string): Promise<number> {
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<{ gone: number }>`SELECT expire_tokens(${memberId}) AS gone`.execute(tx);
    return rows[0]?.gone ?? 0;
  });
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
