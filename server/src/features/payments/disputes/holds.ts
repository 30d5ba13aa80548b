import { sql } from 'kysely';
import type { Db, Tx } from '../../../database/database.ts';
import { tokensFor } from '../money.ts';
import type { OrderRow } from '../orders/store.ts';

// Tokens of a purchase while its payment is disputed: neither the member's nor gone. See `0024_refunds_and_disputes.sql`.
// Callers hold the locks of order and member.

/** A purchase that was credited, and by which of the ledger's transactions. */
type Purchase = Pick<OrderRow, 'tokens' | 'amount'> & { ledger_transaction_id: number };

/** The reference itself, or numbered where a dispute has moved tokens under it before: each movement has its own. */
async function unusedReference(tx: Tx, reference: string): Promise<string> {
  for (let count = 1; ; count += 1) {
    const candidate = count === 1 ? reference : `${reference}:${count}`;
    const used = await tx
      .selectFrom('ledger_transactions')
      .select('id')
      .where('reference', '=', candidate)
      .executeTakeFirst();
    if (used === undefined) return candidate;
  }
}

/**
 * Holds what is left of a purchase for each open dispute of its payment, the oldest first, up to the tokens that the
 * disputed part of the price has bought and that no refund has taken.
 */
export async function holdForDisputes(tx: Tx, purchase: Purchase, paymentId: string): Promise<void> {
  const disputes = await tx
    .selectFrom('disputes as d')
    .innerJoin('payments as p', 'p.id', 'd.payment_id')
    .select(['d.id', 'd.amount', 'd.phase', 'd.tokens_held', 'p.refunded'])
    .where('d.payment_id', '=', paymentId)
    .where('d.status', 'in', ['open', 'under_review'])
    .orderBy('d.created_at')
    .orderBy('d.id')
    .execute();
  for (const { id, amount, phase, tokens_held, refunded } of disputes) {
    const share = tokensFor(purchase, refunded + amount) - tokensFor(purchase, refunded);
    if (share <= tokens_held) continue;
    const reference = await unusedReference(tx, `hold:${id}:${phase}`);
    const { rows } = await sql<{ held: number }>`
      SELECT hold_purchase(${purchase.ledger_transaction_id}, ${share - tokens_held}, ${reference}) AS held
    `.execute(tx);
    const held = rows[0]?.held ?? 0;
    if (held === 0) continue;
    await tx
      .updateTable('disputes')
      .set({ tokens_held: tokens_held + held })
      .where('id', '=', id)
      .execute();
  }
}

/** Gives held tokens back. Where their lot has ended meanwhile, they expire. The caller notes that none are held any more. */
export async function releaseTokens(
  tx: Tx,
  given: { transactionId: number; tokens: number; dispute: { id: string; phase: string } },
): Promise<void> {
  const { transactionId, tokens, dispute } = given;
  const reference = await unusedReference(tx, `release:${dispute.id}:${dispute.phase}`);
  await sql`SELECT release_hold(${transactionId}, ${tokens}, ${reference})`.execute(tx);
}

/**
 * Takes tokens for good that are held for disputes of a payment; where the money went back by one of them, what is held for
 * that one first.
 *
 * @param given.refundId the gateway's id of the refund or lost dispute
 * @returns how many were taken
 */
export async function takeHeldTokens(
  tx: Tx,
  given: { transactionId: number; tokens: number; refundId: string; paymentId: string },
): Promise<number> {
  const disputes = await tx
    .selectFrom('disputes')
    .select(['id', 'tokens_held'])
    .where('tokens_held', '>', 0)
    .where('payment_id', '=', given.paymentId)
    .orderBy((eb) => eb('id', '=', given.refundId), 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .forUpdate()
    .execute();
  let taken = 0;
  for (const { id, tokens_held } of disputes) {
    const tokens = Math.min(tokens_held, given.tokens - taken);
    if (tokens === 0) break;
    taken += tokens;
    await tx
      .updateTable('disputes')
      .set({ tokens_held: tokens_held - tokens })
      .where('id', '=', id)
      .execute();
  }
  if (taken > 0) {
    await sql`SELECT take_held(${given.transactionId}, ${taken}, ${`refund-held:${given.refundId}`})`.execute(
      tx,
    );
  }
  return taken;
}

/** How many tokens of a member are held for disputes now. */
export async function readHeldTokens(db: Db, memberId: string): Promise<number> {
  const { rows } = await sql<{ held: number }>`
    SELECT coalesce(sum(d.tokens_held), 0)::bigint AS held
    FROM disputes AS d JOIN payments AS p ON p.id = d.payment_id JOIN payment_orders AS o ON o.id = p.order_id
    WHERE o.member_id = ${memberId} AND d.status IN ('open', 'under_review')
  `.execute(db);
  return rows[0]?.held ?? 0;
}
