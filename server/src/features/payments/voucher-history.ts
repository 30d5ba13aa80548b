import { sql } from 'kysely';
import type { Db } from '../../database/database.ts';
import { isBefore, type MovementDetails, type OtherMovement, type Position } from '../wallet/service.ts';
import { majorUnits } from './money.ts';
import { receiptPath } from './receipts/store.ts';

/** The link of a receipt or voucher, or that it awaits its number. */
export function receiptLink(number: string | null): Pick<MovementDetails, 'receipt' | 'receiptPending'> {
  return number === null ? { receiptPending: true } : { receipt: receiptPath(number) };
}

/** Refunds of purchases that moved no tokens of the member, as these were spent or held for a dispute. */
export async function refundsWithoutTokens(
  db: Db,
  memberId: string,
  { before, limit }: { before: Position | undefined; limit: number },
): Promise<OtherMovement[]> {
  const { rows } = await sql<{
    refund_id: string;
    number: string | null;
    issued_at: Date;
    kind: 'refund' | 'dispute';
    plan_name: string;
    amount: number;
    currency: string;
  }>`
    SELECT v.refund_id, v.number, v.issued_at, f.kind, f.amount, f.currency, o.plan_name
    FROM refund_vouchers AS v
    JOIN refunds AS f ON f.id = v.refund_id
    JOIN payment_orders AS o ON o.id = v.order_id
    WHERE v.member_id = ${memberId}
      AND NOT EXISTS (SELECT FROM ledger_transactions AS t WHERE t.reference = 'refund:' || v.refund_id)
      AND ${isBefore(before, 'v.issued_at', 'v.refund_id')}
    ORDER BY v.issued_at DESC, v.refund_id COLLATE "C" DESC LIMIT ${limit}
  `.execute(db);
  return rows.map((refund) => ({
    trnId: refund.refund_id,
    type: 'refund' as const,
    amount: 0,
    status: 'success' as const,
    date: refund.issued_at,
    title: `${refund.plan_name}: ${refund.kind === 'dispute' ? 'dispute lost' : 'refund'}`,
    price: majorUnits(refund.amount),
    currency: refund.currency,
    ...receiptLink(refund.number),
  }));
}
