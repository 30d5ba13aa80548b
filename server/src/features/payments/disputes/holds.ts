import type { Tx } from '../../../database/database.ts';
import { holdPurchase, isReferenceUsed, releaseHold, takeHeld } from '../../wallet/service.ts';
import { tokensFor } from '../money.ts';
import type { OrderRow } from '../orders/store.ts';
import { findOpenDisputes, lockHolds, setHeld } from './store.ts';

// Tokens of a purchase while its payment is disputed are held: the member cannot spend them, and they are not taken yet. See
// `sql/wallet.sql`. Callers hold the locks of order and member.

/** A credited purchase, with its transaction of the ledger. */
type Purchase = Pick<OrderRow, 'tokens' | 'amount'> & { ledger_transaction_id: number };

/** The reference, with a number where an earlier movement of the dispute has used it: each movement has its own. */
async function unusedReference(tx: Tx, reference: string): Promise<string> {
  for (let count = 1; ; count += 1) {
    const candidate = count === 1 ? reference : `${reference}:${count}`;
    if (!(await isReferenceUsed(tx, candidate))) return candidate;
  }
}

/**
 * Holds remaining tokens of a purchase for each open dispute of its payment, the oldest first: at most the tokens of the
 * disputed part of the price that no refund has taken.
 */
export async function holdForDisputes(tx: Tx, purchase: Purchase, paymentId: string): Promise<void> {
  for (const { id, amount, phase, tokens_held, refunded } of await findOpenDisputes(tx, paymentId)) {
    const share = tokensFor(purchase, refunded + amount) - tokensFor(purchase, refunded);
    if (share <= tokens_held) continue;
    const reference = await unusedReference(tx, `hold:${id}:${phase}`);
    const held = await holdPurchase(tx, {
      transactionId: purchase.ledger_transaction_id,
      tokens: share - tokens_held,
      reference,
    });
    if (held === 0) continue;
    await setHeld(tx, id, tokens_held + held);
  }
}

/** Releases held tokens to their lot. If it has ended in the meantime, they expire. The caller sets `tokens_held` to 0. */
export async function releaseTokens(
  tx: Tx,
  {
    transactionId,
    tokens,
    dispute,
  }: { transactionId: number; tokens: number; dispute: { id: string; phase: string } },
): Promise<void> {
  const reference = await unusedReference(tx, `release:${dispute.id}:${dispute.phase}`);
  await releaseHold(tx, { transactionId, tokens, reference });
}

/**
 * Takes tokens permanently that are held for disputes of a payment; those of the lost dispute first, if there is one.
 *
 * @param taking.refundId the gateway's id of the refund or lost dispute
 * @returns the number of tokens taken
 */
export async function takeHeldTokens(
  tx: Tx,
  taking: { transactionId: number; tokens: number; refundId: string; paymentId: string },
): Promise<number> {
  let taken = 0;
  for (const { id, tokens_held } of await lockHolds(tx, taking.paymentId, taking.refundId)) {
    const tokens = Math.min(tokens_held, taking.tokens - taken);
    if (tokens === 0) break;
    taken += tokens;
    await setHeld(tx, id, tokens_held - tokens);
  }
  if (taken > 0) {
    await takeHeld(tx, {
      transactionId: taking.transactionId,
      tokens: taken,
      reference: `refund-held:${taking.refundId}`,
    });
  }
  return taken;
}
