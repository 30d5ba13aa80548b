import { sql } from 'kysely';
import type { Db } from '../../database/database.ts';

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
