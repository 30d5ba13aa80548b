import { sql } from 'kysely';
import type { Rule } from '../../ledger/rules.ts';

/** What must hold between orders, the gateway's payments and refunds, receipts, and the ledger. */
export const PAYMENT_RULES: readonly Rule[] = [
  {
    rule: 'I4: an order is credited once, with what was ordered, when it is paid',
    query: sql`
      SELECT 'order ' || o.id AS where,
        format('is %s for %s tokens of %s; ledger transaction %s gave %s to %s', o.status, o.tokens, o.member_id,
          coalesce(t.id::text, 'none'), coalesce(l.granted, 0), coalesce(t.member_id, 'nobody')) AS problem
      FROM payment_orders AS o
      LEFT JOIN ledger_transactions AS t ON t.id = o.ledger_transaction_id
      LEFT JOIN wallet_lots AS l ON l.transaction_id = t.id
      WHERE (o.status IN ('paid', 'refunded')) <> (t.id IS NOT NULL)
        OR (t.id IS NOT NULL AND (t.kind, t.member_id, l.granted, t.reference)
          IS DISTINCT FROM ('topup', o.member_id, o.tokens, 'topup:' || o.id))
      UNION ALL
      SELECT 'order ' || o.id, format('is %s and %s payments are credited to it%s', o.status, count(p.id),
        coalesce(': ' || string_agg(p.id, ', ' ORDER BY p.id), ''))
      FROM payment_orders AS o LEFT JOIN payments AS p ON p.order_id = o.id AND p.standing = 'credited'
      GROUP BY o.id, o.status HAVING count(p.id) <> (CASE WHEN o.status IN ('paid', 'refunded') THEN 1 ELSE 0 END)
      UNION ALL
      SELECT 'ledger transaction ' || t.id, 'gave tokens for ' || t.reference || ', and no order is credited with it'
      FROM ledger_transactions AS t
      WHERE t.reference LIKE 'topup:%'
        AND NOT EXISTS (SELECT FROM payment_orders AS o WHERE o.ledger_transaction_id = t.id)
    `,
  },
  {
    rule: 'I4: of the orders of one intent to buy, one is credited',
    query: sql`
      SELECT 'order ' || min(o.id) AS where,
        format('of %s: %s are credited for one intent', min(o.member_id), string_agg(o.id, ', ' ORDER BY o.id)) AS problem
      FROM payment_orders AS o WHERE o.ledger_transaction_id IS NOT NULL
      GROUP BY coalesce(o.intent_id, o.id) HAVING count(*) > 1
    `,
  },
  {
    rule: 'I5: a plan that was paid for is in force, and no refunded one',
    query: sql`
      SELECT 'order ' || o.id AS where,
        format('gave %s until %s to %s, who has %s until %s and Plus until %s', o.tier, o.tier_until, o.member_id, m.tier,
          coalesce(m.tier_until::text, 'no end'), coalesce(m.plus_until::text, 'no time')) AS problem
      FROM payment_orders AS o JOIN members AS m ON m.id = o.member_id
      WHERE o.status = 'paid' AND o.tier_until > now() AND m.deleted_at IS NULL AND NOT (
        (o.tier = 'Plus' AND coalesce(m.plus_until >= o.tier_until, false))
        OR ((m.tier_until IS NULL OR m.tier_until > now())
          AND (array_position(ARRAY['Free', 'Plus', 'Pro'], m.tier), coalesce(m.tier_until, 'infinity'))
            >= (array_position(ARRAY['Free', 'Plus', 'Pro'], o.tier), o.tier_until)))
      UNION ALL
      SELECT 'order ' || o.id, format('of %s was refunded, who has its %s until %s', o.member_id, o.tier, o.tier_until)
      FROM payment_orders AS o JOIN members AS m ON m.id = o.member_id
      WHERE o.status = 'refunded' AND o.tier_until > now() AND m.deleted_at IS NULL
        AND (m.plus_until = o.tier_until OR (m.tier, m.tier_until) = (o.tier, o.tier_until))
    `,
  },
  {
    rule: 'I6: captured money is credited as it was ordered, or goes back',
    query: sql`
      SELECT 'payment ' || p.id AS where,
        format('of order %s of %s: %s %s %s is %s; %s %s was ordered', o.id, o.member_id, p.status, p.amount, p.currency,
          CASE p.standing WHEN 'open' THEN 'neither credited nor given back' ELSE p.standing END, o.amount, o.currency)
          AS problem
      FROM payments AS p JOIN payment_orders AS o ON o.id = p.order_id
      WHERE (p.standing = 'credited' AND (p.status NOT IN ('captured', 'refunded')
          OR (p.amount, p.currency) IS DISTINCT FROM (o.amount::bigint, o.currency)))
        OR (p.standing = 'open' AND p.status = 'captured' AND p.refunded < p.amount)
        -- Called refunded by the gateway, while its refund is under way: that may take days.
        OR (p.standing = 'open' AND p.status = 'refunded' AND p.refunded < p.amount AND p.created_at < now() - interval '10 days')
      UNION ALL
      SELECT 'payment ' || p.id, format('of order %s of %s: has to be given back since %s, and %s of %s %s were', o.id,
        o.member_id, p.created_at, p.refunded, p.amount, p.currency)
      FROM payments AS p JOIN payment_orders AS o ON o.id = p.order_id
      -- From the first word of it; until it is captured, days may pass.
      WHERE p.standing = 'surplus' AND p.refunded < p.amount AND p.give_back_at <> 'infinity'
        AND p.created_at < now() - interval '7 days'
      UNION ALL
      SELECT 'payment ' || p.id, format('of order %s of %s: %s %s was paid for %s %s, %s went back; %s', o.id, o.member_id,
        p.amount, p.currency, o.amount, o.currency, p.refunded, 'an operator has to decide until ' || p.give_back_at)
      FROM payments AS p JOIN payment_orders AS o ON o.id = p.order_id
      WHERE p.standing = 'mismatch' AND p.refunded < p.amount AND p.give_back_at <> 'infinity'
      UNION ALL
      SELECT 'webhook ' || e.id, format('%s of %s could not be followed (%s): %s', e.event, e.received_at, e.outcome, e.details)
      FROM payment_events AS e
      WHERE e.state = 'dead' OR (e.state = 'waiting' AND e.received_at < now() - interval '1 day')
      UNION ALL
      SELECT 'payment ' || a.payment_id, format('could not be returned in %s attempts, the last one of %s', count(*), max(a.created_at))
      FROM refund_attempts AS a JOIN payments AS p ON p.id = a.payment_id
      WHERE a.status = 'failed' AND p.refunded < p.amount AND p.give_back_at <> 'infinity' GROUP BY a.payment_id HAVING count(*) >= 3
    `,
  },
  {
    rule: 'I6: money that went back is noted with its payment and its order',
    query: sql`
      SELECT 'payment ' || p.id AS where,
        format('of order %s of %s: %s went back, its refunds are %s', o.id, o.member_id, p.refunded,
          coalesce(sum(r.amount), 0)) AS problem
      FROM payments AS p JOIN payment_orders AS o ON o.id = p.order_id LEFT JOIN refunds AS r ON r.payment_id = p.id
      GROUP BY p.id, p.refunded, o.id, o.member_id HAVING p.refunded <> coalesce(sum(r.amount), 0)
      UNION ALL
      SELECT 'order ' || o.id, format('of %s is %s, and %s of %s of payment %s went back', o.member_id, o.status,
        p.refunded, o.amount, p.id)
      FROM payment_orders AS o JOIN payments AS p ON p.order_id = o.id AND p.standing = 'credited'
      WHERE (o.status = 'refunded') <> (p.refunded >= o.amount)
    `,
  },
  {
    rule: 'I6: for money that went back, its share of the tokens is taken back or owed',
    query: sql`
      SELECT 'payment ' || p.id AS where,
        format('of order %s of %s: for %s of %s that went back, %s of %s tokens are due; its refunds say %s', o.id,
          o.member_id, p.refunded, o.amount, share.due, o.tokens, share.noted) AS problem
      FROM payments AS p JOIN payment_orders AS o ON o.id = p.order_id
      CROSS JOIN LATERAL (
        SELECT div(o.tokens::numeric * least(p.refunded, o.amount), o.amount) AS due,
          (SELECT coalesce(sum(r.tokens_due), 0) FROM refunds AS r WHERE r.payment_id = p.id) AS noted
      ) AS share
      WHERE share.noted <> (CASE p.standing WHEN 'credited' THEN share.due ELSE 0 END)
      UNION ALL
      SELECT 'refund ' || r.id, format('of payment %s, order %s of %s: took %s tokens; the ledger took %s of its lot',
        r.payment_id, o.id, o.member_id, r.tokens_taken, coalesce(moved.tokens, 0))
      FROM refunds AS r JOIN payments AS p ON p.id = r.payment_id JOIN payment_orders AS o ON o.id = p.order_id
      LEFT JOIN LATERAL (
        SELECT -sum(e.amount) AS tokens
        FROM ledger_transactions AS t JOIN ledger_entries AS e ON e.transaction_id = t.id
        JOIN wallet_lots AS l ON l.id = e.lot_id
        WHERE t.reference = 'refund:' || r.id AND t.kind = 'refund' AND l.transaction_id = o.ledger_transaction_id
      ) AS moved ON true
      LEFT JOIN LATERAL (
        SELECT -sum(e.amount) AS tokens
        FROM ledger_transactions AS t JOIN ledger_entries AS e ON e.transaction_id = t.id
        WHERE t.reference = 'refund-held:' || r.id AND t.kind = 'refund' AND e.account = 'disputed'
      ) AS held ON true
      WHERE r.tokens_taken <> coalesce(moved.tokens, 0) + coalesce(held.tokens, 0)
      UNION ALL
      SELECT 'ledger transaction ' || t.id, format('took tokens of %s for %s, and there is no such refund',
        t.member_id, t.reference)
      FROM ledger_transactions AS t
      WHERE t.reference LIKE 'refund:%' AND NOT EXISTS (SELECT FROM refunds AS r WHERE t.reference = 'refund:' || r.id)
    `,
  },
  {
    rule: 'I6: tokens are held for open disputes, and for nothing else',
    query: sql`
      SELECT 'wallet of ' || coalesce(ledger.member_id, dispute.member_id) AS where,
        format('%s tokens are held in the ledger, %s for disputes', coalesce(ledger.tokens, 0), coalesce(dispute.tokens, 0))
          AS problem
      FROM (
        SELECT t.member_id, sum(e.amount) AS tokens
        FROM ledger_entries AS e JOIN ledger_transactions AS t ON t.id = e.transaction_id
        WHERE e.account = 'disputed' GROUP BY t.member_id
      ) AS ledger
      FULL JOIN (
        SELECT o.member_id, sum(d.tokens_held) AS tokens
        FROM disputes AS d JOIN payments AS p ON p.id = d.payment_id JOIN payment_orders AS o ON o.id = p.order_id
        GROUP BY o.member_id
      ) AS dispute USING (member_id)
      WHERE coalesce(ledger.tokens, 0) <> coalesce(dispute.tokens, 0)
      UNION ALL
      SELECT 'dispute ' || d.id, format('of payment %s of %s is %s and holds nothing, while %s tokens of it are left',
        d.payment_id, o.member_id, d.status, l.remaining)
      FROM disputes AS d JOIN payments AS p ON p.id = d.payment_id JOIN payment_orders AS o ON o.id = p.order_id
      JOIN wallet_lots AS l ON l.transaction_id = o.ledger_transaction_id
      WHERE d.status IN ('open', 'under_review') AND d.tokens_held = 0 AND p.standing = 'credited' AND p.refunded = 0
        AND d.amount >= p.amount AND l.remaining > 0 AND l.expires_at > now()
    `,
  },
  {
    rule: 'I8: every credited order has its receipt, vouchers belong to theirs, and no number is left out',
    isWhole: true,
    query: sql`
      SELECT 'order ' || o.id AS where,
        format('of %s: is %s by payment %s; receipt %s is of payment %s and of %s', o.member_id, o.status,
          coalesce(p.id, 'none'), coalesce(r.number, CASE WHEN r.order_id IS NULL THEN 'none' ELSE 'without a number' END), coalesce(r.payment_id, 'none'),
          coalesce(r.member_id, 'nobody')) AS problem
      FROM payment_orders AS o
      LEFT JOIN payments AS p ON p.order_id = o.id AND p.standing = 'credited'
      LEFT JOIN receipts AS r ON r.order_id = o.id
      WHERE (p.id IS NOT NULL OR r.order_id IS NOT NULL)
        AND (p.id, o.member_id) IS DISTINCT FROM (r.payment_id, r.member_id)
      UNION ALL
      SELECT format('receipt number %s of series %s', n.serial, s.series), 'is missing; the last one given is ' || s.last
      FROM receipt_series AS s CROSS JOIN LATERAL generate_series(1, s.last) AS n (serial)
      WHERE NOT EXISTS (SELECT FROM receipts AS r WHERE (r.series, r.serial) = (s.series, n.serial))
        AND NOT EXISTS (SELECT FROM refund_vouchers AS v WHERE (v.series, v.serial) = (s.series, n.serial))
        AND NOT EXISTS (SELECT FROM receipt_gaps AS g WHERE g.series = s.series AND n.serial BETWEEN g.first AND g.last)
      UNION ALL
      SELECT 'receipt ' || r.number, 'is beyond the last number given of its series, ' || coalesce(s.last, 0)
      FROM receipts AS r LEFT JOIN receipt_series AS s USING (series) WHERE r.serial > coalesce(s.last, 0)
      UNION ALL
      SELECT 'refund voucher ' || v.number, 'is beyond the last number given of its series, ' || coalesce(s.last, 0)
      FROM refund_vouchers AS v LEFT JOIN receipt_series AS s USING (series) WHERE v.serial > coalesce(s.last, 0)
      UNION ALL
      SELECT 'receipt of order ' || r.order_id, 'has waited for its number since ' || r.issued_at
      FROM receipts AS r WHERE r.number IS NULL AND r.issued_at < now() - interval '10 minutes'
      UNION ALL
      SELECT 'refund voucher of ' || v.refund_id, 'has waited for its number since ' || v.issued_at
      FROM refund_vouchers AS v WHERE v.number IS NULL AND v.issued_at < now() - interval '10 minutes'
      UNION ALL
      SELECT 'refund voucher of ' || v.refund_id, format('is of order %s of %s; the refund is of order %s of %s',
        v.order_id, v.member_id, o.id, o.member_id)
      FROM refund_vouchers AS v JOIN refunds AS f ON f.id = v.refund_id
      JOIN payments AS p ON p.id = f.payment_id
      JOIN payment_orders AS o ON o.id = p.order_id
      WHERE (v.order_id, v.member_id) IS DISTINCT FROM (o.id, o.member_id)
    `,
  },
];
