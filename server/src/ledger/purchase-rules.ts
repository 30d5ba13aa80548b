import { sql } from 'kysely';
import type { Rule } from './rules.ts';

/** Rules about purchases: tiers, captures and receipts. */
export const PURCHASE_RULES: readonly Rule[] = [
  {
    rule: 'I5: a plan is in force that was paid for',
    query: sql`
      SELECT 'member ' || m.id AS where,
        format('has %s until %s and Plus until %s; no paid order says so', m.tier, coalesce(m.tier_until::text, 'no end'),
          coalesce(m.plus_until::text, 'no time')) AS problem
      FROM members AS m
      WHERE m.deleted_at IS NULL AND (
        (m.tier <> 'Free' AND (m.tier_until IS NULL OR m.tier_until > now()) AND NOT EXISTS (
          SELECT FROM payment_orders AS o WHERE o.member_id = m.id AND o.status = 'paid'
            AND o.tier = m.tier AND o.tier_until = m.tier_until))
        OR (m.plus_until > now() AND NOT EXISTS (
          SELECT FROM payment_orders AS o WHERE o.member_id = m.id AND o.status = 'paid'
            AND o.tier = 'Plus' AND o.tier_until = m.plus_until)))
    `,
  },
  {
    rule: 'I6: a payment that was authorised is captured or ends',
    query: sql`
      SELECT 'payment ' || p.id AS where,
        format('of order %s of %s is authorised since %s', o.id, o.member_id, p.created_at) AS problem
      FROM payments AS p JOIN payment_orders AS o ON o.id = p.order_id
      -- The gateway refunds uncaptured payments after 5 days at most.
      WHERE p.standing = 'open' AND p.status = 'authorized' AND p.created_at < now() - interval '10 days'
    `,
  },
  {
    rule: 'I8: receipts have the day of the payment and the tax in its price',
    query: sql`
      SELECT 'receipt of order ' || o.id AS where,
        format('paid at %s for %s: was issued at %s with tax %s', o.paid_at, o.amount, r.issued_at,
          coalesce(r.tax::text, 'none')) AS problem
      FROM receipts AS r JOIN payment_orders AS o ON o.id = r.order_id
      WHERE r.issued_at NOT BETWEEN o.paid_at - interval '1 minute' AND o.paid_at + interval '1 day'
        OR (jsonb_typeof(r.tax) = 'object' AND (r.tax->>'amount')::numeric
          <> round(o.amount * (r.tax->>'rate')::numeric / (100 + (r.tax->>'rate')::numeric)))
    `,
  },
];
