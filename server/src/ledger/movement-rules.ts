import { sql } from 'kysely';
import type { Rule } from './rules.ts';

/** Rules about all movements of tokens. */
export const MOVEMENT_RULES: readonly Rule[] = [
  {
    rule: 'I1: every transaction sums to zero',
    query: sql`
      SELECT 'ledger transaction ' || t.id AS where,
        'its ' || count(e.amount) || ' entries sum to ' || coalesce(sum(e.amount), 0) AS problem
      FROM ledger_transactions AS t LEFT JOIN ledger_entries AS e ON e.transaction_id = t.id
      GROUP BY t.id HAVING coalesce(sum(e.amount), 0) <> 0 OR count(e.amount) < 2
    `,
  },
  {
    rule: 'I2: wallets hold what the journal adds up to',
    query: sql`
      WITH journal AS (
        SELECT l.member_id, coalesce(sum(e.amount) FILTER (WHERE l.kind = 'topup'), 0) AS topup,
          coalesce(sum(e.amount) FILTER (WHERE l.kind = 'referral'), 0) AS referral,
          coalesce(sum(e.amount) FILTER (WHERE l.kind = 'bonus'), 0) AS bonus
        FROM ledger_entries AS e JOIN wallet_lots AS l ON l.id = e.lot_id GROUP BY l.member_id
      )
      SELECT 'wallet of ' || member_id AS where,
        format('top-up, referral, bonus are %s, %s, %s; the journal says %s, %s, %s',
          w.topup, w.referral, w.bonus, j.topup, j.referral, j.bonus) AS problem
      FROM wallets AS w FULL JOIN journal AS j USING (member_id)
      WHERE (coalesce(w.topup, 0), coalesce(w.referral, 0), coalesce(w.bonus, 0))
        <> (coalesce(j.topup, 0), coalesce(j.referral, 0), coalesce(j.bonus, 0))
    `,
  },
  {
    rule: 'I2: tokens move within one member',
    query: sql`
      SELECT 'ledger transaction ' || t.id AS where,
        format('is of %s and moves lot %s of %s as of %s', t.member_id, l.id, l.member_id, e.member_id) AS problem
      FROM ledger_entries AS e JOIN wallet_lots AS l ON l.id = e.lot_id
      JOIN ledger_transactions AS t ON t.id = e.transaction_id
      WHERE l.member_id <> t.member_id OR e.member_id <> t.member_id
    `,
  },
  {
    rule: 'I3: nothing is ever below zero',
    query: sql`
      SELECT 'lot ' || lot_id AS where, 'was at ' || min(held) || ' after ledger transaction ' || min(transaction_id)
        AS problem
      FROM (
        SELECT lot_id, transaction_id, sum(amount) OVER (PARTITION BY lot_id ORDER BY transaction_id) AS held
        FROM ledger_entries WHERE lot_id IS NOT NULL
      ) AS steps
      WHERE held < 0 GROUP BY lot_id
      UNION ALL
      SELECT 'lot ' || id, 'has ' || remaining || ' left' FROM wallet_lots WHERE remaining < 0
      UNION ALL
      SELECT 'wallet of ' || member_id, format('holds %s, %s, %s', topup, referral, bonus)
      FROM wallets WHERE least(topup, referral, bonus) < 0
    `,
  },
  {
    rule: 'I5: a tour is unlocked where its price was taken, and nowhere else',
    query: sql`
      SELECT coalesce('unlock of tour ' || u.experience_id || ' by ' || u.member_id, 'ledger transaction ' || t.id)
        AS where,
        format('unlocked for %s; the ledger took %s, because of %s', coalesce(u.tokens::text, 'nothing'),
          coalesce(taken.tokens, 0), coalesce(t.reference, 'nothing')) AS problem
      FROM unlocks AS u
      FULL JOIN (SELECT * FROM ledger_transactions WHERE kind = 'unlock') AS t ON t.id = u.transaction_id
      LEFT JOIN LATERAL (
        SELECT sum(amount) AS tokens FROM ledger_entries WHERE transaction_id = t.id AND account = 'tours'
      ) AS taken ON true
      WHERE (u.tokens, u.member_id, 'unlock:' || u.member_id || ':' || u.experience_id)
        IS DISTINCT FROM (taken.tokens, t.member_id, t.reference)
    `,
  },
  {
    rule: 'I7: of each lot, what was given is spent, expired, taken back or left',
    query: sql`
      SELECT 'lot ' || l.id AS where,
        format('%s given (%s in its transaction), %s spent, %s expired, %s taken back, %s left', l.granted,
          moved.given, moved.spent, moved.expired, moved.reversed, l.remaining) AS problem
      FROM wallet_lots AS l
      LEFT JOIN LATERAL (
        SELECT coalesce(sum(e.amount) FILTER (WHERE t.id = l.transaction_id AND t.kind = l.kind), 0) AS given,
          coalesce(-sum(e.amount) FILTER (WHERE t.kind = 'unlock'), 0) AS spent,
          coalesce(-sum(e.amount) FILTER (WHERE t.kind = 'expiry'), 0) AS expired,
          coalesce(-sum(e.amount) FILTER (WHERE t.kind = 'refund'), 0) AS reversed
        FROM ledger_entries AS e JOIN ledger_transactions AS t ON t.id = e.transaction_id WHERE e.lot_id = l.id
      ) AS moved ON true
      WHERE l.granted <> moved.given OR l.granted <> moved.spent + moved.expired + moved.reversed + l.remaining
        OR least(moved.spent, moved.expired, moved.reversed) < 0
    `,
  },
  {
    rule: 'I7: nothing is spent that has expired',
    query: sql`
      SELECT 'ledger transaction ' || t.id AS where,
        format('spent at %s of lot %s, which expired at %s', coalesce(t.moved_at, t.created_at), l.id, l.expires_at)
          AS problem
      FROM ledger_entries AS e JOIN wallet_lots AS l ON l.id = e.lot_id
      JOIN ledger_transactions AS t ON t.id = e.transaction_id
      -- moved_at is the time under the lock; older transactions have only their start.
      WHERE t.kind = 'unlock' AND coalesce(t.moved_at, t.created_at) > l.expires_at
    `,
  },
  {
    rule: 'I7: nothing is spent before it may be',
    query: sql`
      SELECT 'ledger transaction ' || t.id AS where,
        format('of %s spent of lot %s at %s, which %s', t.member_id, l.id, t.moved_at,
          CASE WHEN l.available_at > t.moved_at THEN 'is available from ' || l.available_at
            ELSE 'needs a verified email' END) AS problem
      FROM ledger_entries AS e JOIN wallet_lots AS l ON l.id = e.lot_id
      JOIN ledger_transactions AS t ON t.id = e.transaction_id
      JOIN members AS m ON m.id = l.member_id
      WHERE t.kind = 'unlock' AND (l.available_at > t.moved_at
        OR (l.requires_verified_email AND m.email_verified_at IS NULL AND m.deleted_at IS NULL))
    `,
  },
  {
    rule: 'I7: what has expired is written off within ten minutes',
    query: sql`
      SELECT 'lot ' || l.id AS where,
        format('of %s expired at %s and has %s left', l.member_id, l.expires_at, l.remaining) AS problem
      FROM wallet_lots AS l WHERE l.is_open AND l.expires_at < now() - interval '10 minutes'
    `,
  },
];
