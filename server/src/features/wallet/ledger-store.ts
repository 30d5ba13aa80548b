import { sql } from 'kysely';
import type { Tx } from '../../database/database.ts';
import type { LotKind } from './tables.ts';

// Every movement of tokens is a call of an SQL function (see `server/sql/wallet.sql`).

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

/** Records the expiry of a member's lots that have ended. @returns the number of expired tokens */
export async function expireEndedLots(tx: Tx, memberId: string): Promise<number> {
  const { rows } = await sql<{ gone: number }>`SELECT expire_tokens(${memberId}) AS gone`.execute(tx);
  return rows[0]?.gone ?? 0;
}
