import { sql } from 'kysely';
import type { Db } from '../../database.ts';

/**
 * What is wrong between payments, orders, receipts and the ledger: one line each, beginning with the invariant. Empty when
 * all is right. Reads one moment of the database.
 */
export async function findPaymentWrongs(db: Db): Promise<string[]> {
  const { rows } = await sql<{ wrong: string }>`
    SELECT 'I4: order ' || order_id || ' is credited ' || count(*) || ' times' AS wrong
      FROM payments WHERE standing = 'credited' GROUP BY order_id HAVING count(*) > 1
    UNION ALL
    SELECT 'I4: order ' || o.id || ' and its payments do not agree on whether it is credited'
      FROM payment_orders o WHERE (o.ledger_transaction_id IS NOT NULL) <>
        EXISTS (SELECT FROM payments p WHERE p.order_id = o.id AND p.standing = 'credited')
    UNION ALL
    SELECT 'I4: top-up ' || t.id || ' belongs to no order'
      FROM ledger_transactions t WHERE t.reference LIKE 'topup:%'
        AND NOT EXISTS (SELECT FROM payment_orders o WHERE o.ledger_transaction_id = t.id)
    UNION ALL
    SELECT 'I6: order ' || o.id || ' promised ' || o.tokens || ' tokens and gave ' || coalesce(l.granted, 0)
      FROM payment_orders o LEFT JOIN wallet_lots l ON l.transaction_id = o.ledger_transaction_id
      WHERE o.ledger_transaction_id IS NOT NULL AND (l.granted, l.member_id) IS DISTINCT FROM (o.tokens, o.member_id)
    UNION ALL
    SELECT 'I6: payment ' || p.id || ' was credited with another amount or currency than ordered'
      FROM payments p JOIN payment_orders o ON o.id = p.order_id
      WHERE p.standing = 'credited' AND (p.amount, p.currency) IS DISTINCT FROM (o.amount::bigint, o.currency)
    UNION ALL
    SELECT 'I6: refunds of payment ' || p.id || ' do not add up'
      FROM payments p LEFT JOIN refunds r ON r.payment_id = p.id
      GROUP BY p.id HAVING p.refunded <> coalesce(sum(r.amount), 0)
    UNION ALL
    SELECT 'I6: refund ' || r.id || ' took ' || r.tokens_taken || ' tokens, the ledger ' || coalesce(-moved.tokens, 0)
      FROM refunds r
      LEFT JOIN LATERAL (
        SELECT sum(e.amount) AS tokens FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id
        WHERE t.reference = 'refund:' || r.id AND e.account = 'member'
      ) AS moved ON true
      WHERE r.tokens_taken <> coalesce(-moved.tokens, 0)
    UNION ALL
    SELECT 'I8: order ' || o.id || ' is credited without a receipt, or has one without being credited'
      FROM payment_orders o LEFT JOIN receipts r ON r.order_id = o.id
      WHERE (o.ledger_transaction_id IS NULL) <> (r.number IS NULL)
    UNION ALL
    SELECT 'I8: the receipts of ' || s.series || ' have a gap'
      FROM receipt_series s LEFT JOIN receipts r USING (series)
      GROUP BY s.series HAVING s.last <> count(r.number)
  `.execute(db);
  return rows.map(({ wrong }) => wrong);
}
