import { inTransaction, type Tx } from '../../../database/database.ts';
import type { GatewayDispute } from '../../../gateways/card-payments.ts';
import { lockMember } from '../../accounts/service.ts';
import type { Payments } from '../context.ts';
import { lockOrderOfPayment } from '../orders/store.ts';
import { announceClearedDebt } from '../refunds/debts.ts';
import { applyRefund, type RefundOutcome, reportRefund } from '../refunds/refunds.ts';
import type { Refund } from '../refunds/store.ts';
import type { DisputeStatus } from '../tables.ts';
import { holdForDisputes, releaseTokens } from './holds.ts';
import { findDispute, insertDispute, isOpen, readHeld, updateDispute } from './store.ts';

export type DisputeOutcome =
  | { outcome: 'unknown-payment' }
  /** Of another currency than the payment: nothing is held or taken, an operator has to look at it. */
  | { outcome: 'wrong-currency' }
  /** A late or repeated report changes nothing. */
  | { outcome: 'known' }
  | { outcome: 'open'; tokensHeld: number }
  | { outcome: 'released' }
  | { outcome: 'lost'; refund: AppliedRefund | undefined };

interface AppliedRefund {
  refund: Refund;
  result: RefundOutcome;
}

/** The order of a dispute's phases; the rank of any other phase is unknown. */
const PHASES = new Map([
  ['fraud', 1],
  ['retrieval', 1],
  ['chargeback', 2],
  ['pre_arbitration', 3],
  ['arbitration', 4],
]);

/** Whether a phase comes before the current one, so that a report of it is late. */
function isEarlierPhase(phase: string, current: string): boolean {
  const [rank, currentRank] = [PHASES.get(phase), PHASES.get(current)];
  return rank !== undefined && currentRank !== undefined && rank < currentRank;
}

/** Whether a report of a dispute is late, or repeats its end. */
function isStale(before: { status: DisputeStatus; phase: string }, { status, phase }: GatewayDispute) {
  // A lost dispute stays lost.
  if (before.status === 'lost') return true;
  if (status !== 'lost' && isEarlierPhase(phase, before.phase)) return true;
  // A dispute that was won may be reopened in another phase.
  return !isOpen(before.status) && before.phase === phase;
}

/**
 * Records what the gateway reports of a dispute. While it is open, the remaining tokens are held; when it is won or closed
 * they are released, when it is lost those of the deducted amount are taken.
 */
export async function applyDispute(
  context: Pick<Payments, 'onRefunded' | 'site' | 'onDebtCleared' | 'jobs'>,
  tx: Tx,
  reported: GatewayDispute,
): Promise<DisputeOutcome> {
  const locked = await lockOrderOfPayment(tx, reported.paymentId);
  if (locked === undefined) return { outcome: 'unknown-payment' };
  const { order, payment } = locked;
  if (payment.currency !== reported.currency) return { outcome: 'wrong-currency' };
  const before = await findDispute(tx, reported.id);
  if (before !== undefined && isStale(before, reported)) return { outcome: 'known' };
  const { id, amount, currency, phase, status } = reported;
  if (before === undefined) await insertDispute(tx, reported);
  const { ledger_transaction_id: transactionId } = order;
  const credited =
    payment.standing === 'credited' && transactionId !== null
      ? { ...order, ledger_transaction_id: transactionId }
      : undefined;
  // Before the wallet, in the order of locks of a credit. A dispute of a surplus payment counts as a debt as well.
  if (transactionId !== null) await lockMember(tx, order.member_id);

  if (isOpen(status)) {
    await updateDispute(tx, reported);
    if (credited !== undefined) await holdForDisputes(tx, credited, payment.id);
    return before?.phase === phase && before.status === status
      ? { outcome: 'known' }
      : { outcome: 'open', tokensHeld: await readHeld(tx, id) };
  }

  let applied: AppliedRefund | undefined;
  const deducted = status === 'lost' ? (reported.amountDeducted ?? amount) : 0;
  if (deducted > 0) {
    const refund: Refund = { id, paymentId: reported.paymentId, kind: 'dispute', amount: deducted, currency };
    applied = { refund, result: await applyRefund(context, tx, refund) };
  }
  const left = await readHeld(tx, id);
  if (left > 0 && credited !== undefined) {
    await releaseTokens(tx, {
      transactionId: credited.ledger_transaction_id,
      tokens: left,
      dispute: { id, phase },
    });
  }
  await updateDispute(tx, reported, 0);
  // This dispute may have held the tokens that another dispute of the payment claims.
  if (credited !== undefined) await holdForDisputes(tx, credited, payment.id);
  if (transactionId !== null) await announceClearedDebt(context, tx, order.member_id);
  return status === 'lost' ? { outcome: 'lost', refund: applied } : { outcome: 'released' };
}

/** Logs a dispute for operators. Called after the commit. */
export function reportDispute(
  context: Pick<Payments, 'log'>,
  reported: GatewayDispute,
  result: DisputeOutcome,
): void {
  const details = {
    dispute: reported.id,
    payment: reported.paymentId,
    phase: reported.phase,
    status: reported.status,
  };
  if (result.outcome === 'unknown-payment')
    context.log.error({ alert: true, ...details }, 'a dispute belongs to no payment of ours');
  else if (result.outcome === 'wrong-currency')
    context.log.error(
      { alert: true, ...details, currency: reported.currency },
      'a dispute is in another currency than its payment',
    );
  else if (result.outcome === 'open')
    context.log.warn({ alert: true, ...details, tokensHeld: result.tokensHeld }, 'a payment is disputed');
  else if (result.outcome !== 'known') context.log.warn(details, 'a dispute is over');
  if (result.outcome === 'lost' && result.refund !== undefined)
    reportRefund(context, result.refund.refund, result.refund.result);
}

/** Records a dispute that the gateway reported, in its own transaction. */
export async function recordDispute(context: Payments, reported: GatewayDispute): Promise<DisputeOutcome> {
  const result = await inTransaction(context.db, (tx) => applyDispute(context, tx, reported));
  reportDispute(context, reported, result);
  return result;
}
