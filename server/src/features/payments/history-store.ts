import { sql } from 'kysely';
import type { Db } from '../../database/database.ts';
import { isBefore, type Position } from '../wallet/service.ts';

// What members see of their payments in their history.

/** The part of a history to read: the newest `limit` rows before a position. */
export interface HistoryPart {
  before: Position | undefined;
  limit: number;
}

export interface UncreditedPayment {
  id: string;
  plan_name: string;
  tokens: number;
  amount: number;
  currency: string;
  /** The disposition; 'open' for a payment that was refunded before it could be credited. */
  standing: 'surplus' | 'mismatch' | 'open';
  created_at: Date;
}

/** Payments of a member that were not credited. */
export async function findUncreditedPayments(
  db: Db,
  memberId: string,
  { before, limit }: HistoryPart,
): Promise<UncreditedPayment[]> {
  const { rows } = await sql<UncreditedPayment>`
    SELECT p.id, o.plan_name, o.tokens, p.amount, p.currency, p.standing, p.created_at
    FROM payments AS p JOIN payment_orders AS o ON o.id = p.order_id
    WHERE o.member_id = ${memberId}
      AND (p.standing IN ('surplus', 'mismatch') OR (p.standing = 'open' AND p.refunded > 0))
      AND ${isBefore(before, 'p.created_at', 'p.id')}
    ORDER BY p.created_at DESC, p.id COLLATE "C" DESC LIMIT ${limit}
  `.execute(db);
  return rows;
}

/** Orders of a member that are unpaid or failed. */
export async function findUnpaidOrders(db: Db, memberId: string, { before, limit }: HistoryPart) {
  return db
    .selectFrom('payment_orders')
    .select(['id', 'plan_name', 'tokens', 'amount', 'currency', 'status', 'created_at'])
    .where('member_id', '=', memberId)
    .where('status', 'in', ['created', 'failed'])
    .where('gateway_order_id', 'is not', null)
    .where(isBefore(before, 'created_at', 'id'))
    .orderBy('created_at', 'desc')
    .orderBy(sql`id COLLATE "C"`, 'desc')
    .limit(limit)
    .execute();
}

/** The orders that transactions of the ledger credited, with the numbers of their receipts. */
export async function findCreditedOrders(db: Db, transactionIds: readonly number[]) {
  return db
    .selectFrom('payment_orders as o')
    .leftJoin('receipts as r', 'r.order_id', 'o.id')
    .select(['o.ledger_transaction_id', 'o.plan_name', 'o.amount', 'o.currency', 'r.order_id', 'r.number'])
    .where('o.ledger_transaction_id', 'in', [...transactionIds])
    .execute();
}

export interface RefundMovement {
  /** Of the ledger's transaction. */
  id: number;
  /** The first part of its reference. */
  what: string;
  plan_name: string;
  amount: number | null;
  currency: string;
  /** The refund whose voucher it is; null where there is none. */
  voucher_of: string | null;
  number: string | null;
}

/** The refunds and disputes of transactions of the ledger, whose references contain their ids. */
export async function findRefundMovements(
  db: Db,
  transactionIds: readonly number[],
): Promise<RefundMovement[]> {
  const { rows } = await sql<RefundMovement>`
    SELECT t.id, split_part(t.reference, ':', 1) AS what, o.plan_name, r.amount, o.currency,
      v.refund_id AS voucher_of, v.number
    FROM ledger_transactions AS t
    LEFT JOIN refunds AS r ON t.reference = 'refund:' || r.id
    LEFT JOIN refund_vouchers AS v ON v.refund_id = r.id
    LEFT JOIN disputes AS d ON split_part(t.reference, ':', 1) IN ('hold', 'release') AND d.id = split_part(t.reference, ':', 2)
    JOIN payments AS p ON p.id = coalesce(r.payment_id, d.payment_id)
    JOIN payment_orders AS o ON o.id = p.order_id
    WHERE t.id = ANY (${[...transactionIds]}::bigint[]) AND t.kind = 'refund'
  `.execute(db);
  return rows;
}

export interface VoucherRow {
  refund_id: string;
  number: string | null;
  issued_at: Date;
  kind: 'refund' | 'dispute';
  plan_name: string;
  amount: number;
  currency: string;
}

/** Refunds of purchases that moved no tokens of the member, as these were spent or held for a dispute. */
export async function findRefundsWithoutTokens(
  db: Db,
  memberId: string,
  { before, limit }: HistoryPart,
): Promise<VoucherRow[]> {
  const { rows } = await sql<VoucherRow>`
    SELECT v.refund_id, v.number, v.issued_at, f.kind, f.amount, f.currency, o.plan_name
    FROM refund_vouchers AS v
    JOIN refunds AS f ON f.id = v.refund_id
    JOIN payment_orders AS o ON o.id = v.order_id
    WHERE v.member_id = ${memberId}
      AND NOT EXISTS (SELECT FROM ledger_transactions AS t WHERE t.reference = 'refund:' || v.refund_id)
      AND ${isBefore(before, 'v.issued_at', 'v.refund_id')}
    ORDER BY v.issued_at DESC, v.refund_id COLLATE "C" DESC LIMIT ${limit}
  `.execute(db);
  return rows;
}
