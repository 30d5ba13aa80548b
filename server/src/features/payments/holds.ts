import { sql } from 'kysely';
import type { Db, Tx } from '../../database.ts';

/** Tokens of a purchase while its payment is disputed: neither the member's nor gone. See `0024_refunds_and_disputes.sql`. */
interface Hold {
  /** The ledger's transaction that credited the purchase. */
  transactionId: number;
  tokens: number;
  /** The same movement has the same reference, however often it is asked for. */
  reference: string;
}

/** Holds what is left of a purchase, at most so many tokens. @returns how many are held */
export async function holdTokens(tx: Tx, { transactionId, tokens, reference }: Hold): Promise<number> {
  const { rows } = await sql<{ held: number }>`
    SELECT hold_purchase(${transactionId}, ${tokens}, ${reference}) AS held
  `.execute(tx);
  return rows[0]?.held ?? 0;
}

/** Gives held tokens back. Where their lot has ended meanwhile, they expire. */
export async function releaseTokens(tx: Tx, { transactionId, tokens, reference }: Hold): Promise<void> {
  await sql`SELECT release_hold(${transactionId}, ${tokens}, ${reference})`.execute(tx);
}

/**
 * Takes tokens for good that are held for disputes: of one dispute, or of every one of a payment. The caller holds the
 * order's lock.
 *
 * @returns how many were taken
 */
export async function takeHeldTokens(
  tx: Tx,
  given: { transactionId: number; tokens: number; refundId: string } & (
    | { disputeId: string }
    | { paymentId: string }
  ),
): Promise<number> {
  const disputes = await tx
    .selectFrom('disputes')
    .select(['id', 'tokens_held'])
    .where('tokens_held', '>', 0)
    .$if('disputeId' in given, (query) => query.where('id', '=', 'disputeId' in given ? given.disputeId : ''))
    .$if('paymentId' in given, (query) =>
      query.where('payment_id', '=', 'paymentId' in given ? given.paymentId : ''),
    )
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
