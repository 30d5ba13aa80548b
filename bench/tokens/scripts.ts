/** What the server asks the database, by hand: the same statements in the same transactions, without the server. */
import { insertJobs } from 'pg-boss/dist/plans.js';
import { MEMBERS_PER_CLIENT, ORDERS_PER_CLIENT, PLAN, sqlName, TOURS } from './data.ts';

const session = (number: string) => `
SELECT member.id, member.tier, member.tier_until, now() FROM member_sessions AS session
  JOIN members AS member ON member.id = session.member_id
  WHERE session.id = ${sqlName('s', number)} AND session.member_id = ${sqlName('m', number)}
    AND session.ended_at IS NULL AND member.deleted_at IS NULL;`;

/** One tour after the other, and the next member of the client when all are open. */
export const UNLOCK = `
\\set member :first + :client_id * ${MEMBERS_PER_CLIENT} + :turn / ${TOURS}
\\set tour 1 + :turn % ${TOURS}
\\set turn :turn + 1
${session(':member')}
SELECT e.id, outcome, topup_left, referral_left, bonus_left
  FROM experiences AS e CROSS JOIN LATERAL open_experience(${sqlName('m', ':member')}, e.id, false) WHERE e.id = :tour;
SELECT e.*, c.name, further.names, tagged.names, counted.views, counted.likes
  FROM unnest(ARRAY[:tour]::integer[]) WITH ORDINALITY AS wanted (id, place)
  JOIN experiences AS e ON e.id = wanted.id
  LEFT JOIN categories AS c ON c.id = e.category_id
  CROSS JOIN LATERAL (SELECT coalesce(array_agg(f.name ORDER BY f.id), '{}') AS names
    FROM experience_further_categories AS link JOIN categories AS f ON f.id = link.category_id
    WHERE link.experience_id = e.id) AS further
  CROSS JOIN LATERAL (SELECT coalesce(array_agg(t.name ORDER BY t.id), '{}') AS names
    FROM experience_tags AS link JOIN tags AS t ON t.id = link.tag_id WHERE link.experience_id = e.id) AS tagged
  CROSS JOIN LATERAL (SELECT coalesce(sum(views), 0)::bigint AS views, coalesce(sum(likes), 0)::bigint AS likes
    FROM experience_counters AS counter WHERE counter.experience_id = e.id) AS counted
  ORDER BY wanted.place;
SELECT experience_id FROM experience_likes WHERE member_id = ${sqlName('m', ':member')} AND experience_id IN (0, :tour);
`;

const PARTY =
  '{"name":"Oriel","entity":"Oriel Sample Company","address":["1 Sample Street"],"email":"legal@oriel.example"}';
const order = sqlName('or', ':order');
const gatewayOrder = `'order_' || :order`;
const payment = `'pay_' || :order`;
const member = sqlName('m', ':order');

/** As pg-boss writes a job. */
const JOB = insertJobs('pgboss', { table: 'job_common', name: 'mail' }).replace(
  '$1::text::json',
  `'[{"name":"mail","data":{"kind":"receipt","number":"R"},"priority":0}]'::json`,
);

/** One order after the other, each of a different member. */
export const VERIFY = `
\\set order :first + :client_id * ${ORDERS_PER_CLIENT} + :turn
\\set turn :turn + 1
${session(':order')}
SELECT * FROM payment_orders WHERE gateway_order_id = ${gatewayOrder} AND member_id = ${member};
BEGIN;
SELECT * FROM payment_orders WHERE gateway_order_id = ${gatewayOrder} FOR UPDATE;
INSERT INTO payments (id, order_id, amount, currency, status)
  VALUES (${payment}, ${order}, ${PLAN.amount}, '${PLAN.currency}', 'captured') ON CONFLICT (id) DO NOTHING RETURNING *;
SELECT * FROM members WHERE id = ${member} AND deleted_at IS NULL FOR NO KEY UPDATE;
SELECT grant_tokens(${member}, 'topup', ${PLAN.tokens}, now() + ${PLAN.validityDays} * interval '24 hours', 'topup:' || ${order}) AS movement \\gset
UPDATE payments SET standing = 'credited' WHERE id = ${payment};
UPDATE payment_orders SET status = 'paid', failure = NULL, ledger_transaction_id = :movement, paid_at = now(),
  next_check_at = now() + interval '12 hours' WHERE id = ${order} RETURNING tier_until;
INSERT INTO receipt_series AS s (series, last) VALUES (to_char(now() AT TIME ZONE 'UTC', 'YYYY'), 1)
  ON CONFLICT (series) DO UPDATE SET last = s.last + 1 RETURNING series, last AS serial \\gset
INSERT INTO receipts (number, series, serial, order_id, payment_id, member_id, seller, buyer, tax)
  VALUES ('R-' || :series || '-' || lpad((:serial)::text, 6, '0'), (:series)::text, :serial, ${order}, ${payment}, ${member},
    '${PARTY}', '{"name":"A","email":"a@example.org"}', NULL);
${JOB};
COMMIT;
`;
