import { sql } from 'kysely';
import { type Db, inTransaction } from '../../database/database.ts';
import { findMember, findMemberByEmail, lockMember } from '../accounts/service.ts';
import type { Payments } from './context.ts';
import { settleDebts } from './refunds/debts.ts';
import { hasOpenAttempt, lockDecision, setReturnTime } from './refunds/return-store.ts';
import { DISMISSED } from './webhooks/queue.ts';

// An operator's decisions about payments, by `npm run payments`.

/** What awaits an operator or a bank. Amounts are in the smallest unit; emails of former members are null. */
export interface PaymentReport {
  /** Payments of another amount than ordered that are neither kept nor returned. */
  mismatches: {
    payment: string;
    email: string | null;
    amount: number;
    currency: string;
    ordered: number;
    orderedCurrency: string;
    returnedAt: Date;
  }[];
  disputes: {
    dispute: string;
    payment: string;
    email: string | null;
    amount: number;
    currency: string;
    status: string;
    tokensHeld: number;
    createdAt: Date;
  }[];
  /** Tokens that refunds and disputes could not take back. */
  debts: { member: string; email: string | null; tokens: number; since: Date }[];
  /** Returns that have failed. */
  returns: { payment: string; left: number; currency: string; failures: number; nextAt: Date }[];
  /** Webhooks that could not be applied. */
  webhooks: { id: string; event: string; outcome: string; state: string; receivedAt: Date }[];
}

const MAX_ROWS = 200;

/** What an operator may have to decide, the oldest first, at most two hundred of each kind. */
export async function reportPayments(db: Db): Promise<PaymentReport> {
  const mismatches = sql<PaymentReport['mismatches'][number]>`
    SELECT p.id AS payment, m.email, p.amount, p.currency, o.amount AS ordered, o.currency AS "orderedCurrency",
      p.give_back_at AS "returnedAt"
    FROM payments AS p JOIN payment_orders AS o ON o.id = p.order_id JOIN members AS m ON m.id = o.member_id
    WHERE p.standing = 'mismatch' AND p.refunded < p.amount AND p.give_back_at < 'infinity'
    ORDER BY p.give_back_at LIMIT ${MAX_ROWS}
  `.execute(db);
  const disputes = sql<PaymentReport['disputes'][number]>`
    SELECT d.id AS dispute, d.payment_id AS payment, m.email, d.amount, d.currency, d.status, d.tokens_held AS "tokensHeld",
      d.created_at AS "createdAt"
    FROM disputes AS d JOIN payments AS p ON p.id = d.payment_id JOIN payment_orders AS o ON o.id = p.order_id
    JOIN members AS m ON m.id = o.member_id
    WHERE d.status IN ('open', 'under_review') ORDER BY d.created_at LIMIT ${MAX_ROWS}
  `.execute(db);
  const debts = sql<PaymentReport['debts'][number]>`
    SELECT m.id AS member, m.email, sum(r.tokens_due - r.tokens_taken)::bigint AS tokens, min(r.created_at) AS since
    FROM refunds AS r JOIN payments AS p ON p.id = r.payment_id JOIN payment_orders AS o ON o.id = p.order_id
    JOIN members AS m ON m.id = o.member_id
    WHERE r.tokens_taken < r.tokens_due AND r.settled_at IS NULL AND m.deleted_at IS NULL
    GROUP BY m.id ORDER BY since LIMIT ${MAX_ROWS}
  `.execute(db);
  const returns = sql<PaymentReport['returns'][number]>`
    SELECT p.id AS payment, p.amount - p.refunded AS left, p.currency, count(*)::integer AS failures, p.give_back_at AS "nextAt"
    FROM payments AS p JOIN refund_attempts AS a ON a.payment_id = p.id AND a.status = 'failed'
    WHERE p.standing IN ('surplus', 'mismatch') AND p.refunded < p.amount AND p.give_back_at < 'infinity'
    GROUP BY p.id ORDER BY p.created_at LIMIT ${MAX_ROWS}
  `.execute(db);
  const webhooks = sql<PaymentReport['webhooks'][number]>`
    SELECT id, event, outcome, state, received_at AS "receivedAt" FROM payment_events
    WHERE state IN ('waiting', 'dead') ORDER BY received_at LIMIT ${MAX_ROWS}
  `.execute(db);
  return {
    mismatches: (await mismatches).rows,
    disputes: (await disputes).rows,
    debts: (await debts).rows,
    returns: (await returns).rows,
    webhooks: (await webhooks).rows,
  };
}

/** The outcome of a decision about a payment that has to be returned. */
export type ReturnDecision = 'done' | 'unknown' | 'not-owed' | 'being-returned' | 'returned';

/** Decides about a surplus or mismatched payment, unless it is being returned. */
async function decide(db: Db, paymentId: string, giveBackAt: 'infinity' | 'now'): Promise<ReturnDecision> {
  return inTransaction(db, async (tx) => {
    const payment = await lockDecision(tx, paymentId);
    if (payment === undefined) return 'unknown';
    if (payment.standing !== 'mismatch' && payment.standing !== 'surplus') return 'not-owed';
    if (payment.refunded >= payment.amount) return 'returned';
    if (await hasOpenAttempt(tx, paymentId)) return 'being-returned';
    await setReturnTime(tx, paymentId, giveBackAt);
    return 'done';
  });
}

/**
 * Keeps a mismatched payment, or a surplus one that the gateway cannot return any more: the operator has settled it with
 * its payer.
 */
export const keepPayment = (db: Db, paymentId: string) => decide(db, paymentId, 'infinity');

/** Returns a payment that has to be returned now, also one that was kept before. */
export const returnPaymentNow = (db: Db, paymentId: string) => decide(db, paymentId, 'now');

/** Dismisses a webhook that could not be applied, for an operator. @returns whether there was one */
export async function dismissWebhook(db: Db, id: string): Promise<boolean> {
  const dismissed = await db
    .updateTable('payment_events')
    .set({ state: 'done', outcome: DISMISSED, details: null, next_at: null })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'dead'])
    .returning('id')
    .executeTakeFirst();
  return dismissed !== undefined;
}

/**
 * Settles what a member owes.
 *
 * @param who their email address or id
 * @returns undefined where there is no such member
 */
export async function settleMember(
  context: Pick<Payments, 'db' | 'onDebtCleared'>,
  who: string,
): Promise<Awaited<ReturnType<typeof settleDebts>> | undefined> {
  return inTransaction(context.db, async (tx) => {
    const unlocked = (await findMember(tx, who)) ?? (await findMemberByEmail(tx, who));
    const member = unlocked && (await lockMember(tx, unlocked.id));
    return member && settleDebts(context, tx, member.id);
  });
}
