import { sql } from 'kysely';
import type { Db } from '../src/database/database.ts';
import type { Write } from './recorder.ts';

/** What the database holds of what was asked for. */
interface Held {
  /** Ids by e-mail address. */
  members: Map<string, string>;
  /** Ids of those whose email is verified. */
  verified: Set<string>;
  /** References of the ledger's transactions. */
  references: Set<string>;
  /** Slugs of unlocked tours, after the member's id and a space. */
  unlocks: Set<string>;
  /** By the gateway's id. */
  orders: Map<string, { member_id: string; plan_id: string; status: string }>;
  payments: Map<string, { gateway_order_id: string | null; standing: string }>;
  /** What the gateway knows: ids of orders, payments, refunds and disputes. */
  gateway: Set<string>;
}

async function readHeld(db: Db): Promise<Held> {
  const [members, references, unlocks, orders, payments, gateway] = await Promise.all([
    db
      .selectFrom('members')
      .select(['id', 'email', 'email_verified_at'])
      .where('email', 'is not', null)
      .execute(),
    db.selectFrom('ledger_transactions').select('reference').execute(),
    db
      .selectFrom('unlocks as u')
      .innerJoin('experiences as e', 'e.id', 'u.experience_id')
      .select(['u.member_id', 'e.slug'])
      .execute(),
    db
      .selectFrom('payment_orders')
      .select(['gateway_order_id', 'member_id', 'plan_id', 'status'])
      .where('gateway_order_id', 'is not', null)
      .execute(),
    db
      .selectFrom('payments as p')
      .innerJoin('payment_orders as o', 'o.id', 'p.order_id')
      .select(['p.id', 'p.standing', 'o.gateway_order_id'])
      .execute(),
    sql<{ id: string }>`
      SELECT id FROM razorpay_sandbox.orders UNION ALL SELECT id FROM razorpay_sandbox.payments
      UNION ALL SELECT id FROM razorpay_sandbox.refunds UNION ALL SELECT id FROM razorpay_sandbox.disputes
    `.execute(db),
  ]);
  return {
    members: new Map(members.map(({ email, id }) => [email ?? '', id])),
    verified: new Set(members.filter((member) => member.email_verified_at !== null).map(({ id }) => id)),
    references: new Set(references.map(({ reference }) => reference)),
    unlocks: new Set(unlocks.map(({ member_id, slug }) => `${member_id} ${slug}`)),
    orders: new Map(orders.map(({ gateway_order_id, ...order }) => [gateway_order_id ?? '', order])),
    payments: new Map(payments.map(({ id, ...payment }) => [id, payment])),
    gateway: new Set(gateway.rows.map(({ id }) => id)),
  };
}

/** What of an acknowledged write is missing; undefined where it is all there. */
function missingOf({ kind, path, body, memberId, answer }: Write, held: Held): string | undefined {
  if (kind === 'sign-up') {
    const id = held.members.get(String(body.email));
    if (answer?.status === 200 && id !== answer.body.user.id) return 'the member';
    // Also of one that was not acknowledged: wholly there, or not at all.
    if (id !== undefined && !held.references.has(`referral-welcome:${id}`)) return 'the welcome';
    return undefined;
  }
  if (answer?.status !== 200) return undefined;
  switch (kind) {
    case 'confirm':
      if (memberId === undefined || !held.verified.has(memberId)) return 'the verified email';
      return held.references.has(`referral-newcomer:${memberId}`) ? undefined : "the referrer's reward";
    case 'unlock':
      return held.unlocks.has(`${memberId} ${path.split('/')[3]}`) ? undefined : 'the unlocked tour';
    case 'order': {
      const order = held.orders.get(answer.body.orderId);
      if (order?.member_id !== memberId || order?.plan_id !== body.planId) return 'the order';
      return held.gateway.has(answer.body.orderId) ? undefined : "the gateway's order";
    }
    case 'payment':
      return held.gateway.has(answer.body.razorpay_payment_id) ? undefined : "the gateway's payment";
    case 'verify': {
      if (answer.body.status !== 'success') return undefined;
      const payment = held.payments.get(answer.body.paymentId);
      if (payment?.standing !== 'credited' || payment.gateway_order_id !== answer.body.orderId)
        return 'the credit';
      return undefined;
    }
    case 'failure': {
      const status = held.orders.get(String(body.orderId))?.status;
      return status === undefined || status === 'created' ? 'the failure' : undefined;
    }
    case 'refund':
      return held.gateway.has(answer.body.id) ? undefined : "the gateway's refund";
    case 'dispute':
    case 'verdict':
      return held.gateway.has(answer.body.id) ? undefined : "the gateway's dispute";
  }
}

/** I8: what was acknowledged and is not there, or is there in part. */
export async function findMissing(db: Db, writes: readonly Write[]): Promise<string[]> {
  const held = await readHeld(db);
  return writes.flatMap((write) => {
    const missing = missingOf(write, held);
    if (missing === undefined) return [];
    const { kind, path, body, memberId, answer, round } = write;
    return `I8: ${missing} of a ${kind} of round ${round} is missing: ${JSON.stringify({ path, body, memberId, answer })}`;
  });
}

/**
 * Money that has moved at the gateway and is not yet what it should be with us, by the gateway's own tables; and what has to
 * follow from it: numbers of receipts and vouchers, rewards of those who brought a buyer.
 */
export async function findUnsettled(db: Db): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    SELECT format('payment %s of gateway order %s: %s %s, %s refunded at the gateway; with us %s, %s, %s refunded, order %s',
      s.id, s.order_id, s.status, s.amount, s.amount_refunded, coalesce(p.status, 'unknown'),
      coalesce(p.standing, 'unknown'), p.refunded, coalesce(o.status, 'unknown')) AS line
    FROM razorpay_sandbox.payments AS s
    LEFT JOIN payments AS p ON p.id = s.id
    LEFT JOIN payment_orders AS o ON o.gateway_order_id = s.order_id
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(d.amount_deducted), 0) AS deducted FROM razorpay_sandbox.disputes AS d
      WHERE d.payment_id = s.id AND d.status = 'lost'
    ) AS lost
    WHERE s.status IN ('captured', 'refunded') AND NOT coalesce(
      p.order_id = o.id AND p.amount = s.amount AND p.refunded = s.amount_refunded + lost.deducted
        AND o.status IN ('paid', 'refunded')
        AND (p.standing = 'credited' OR (p.standing = 'surplus' AND p.refunded = p.amount)),
      false)
    UNION ALL
    SELECT format('refund %s of payment %s is not noted', s.id, s.payment_id)
    FROM razorpay_sandbox.refunds AS s LEFT JOIN refunds AS r ON r.id = s.id
    WHERE (r.amount, r.payment_id) IS DISTINCT FROM (s.amount, s.payment_id)
    UNION ALL
    SELECT format('dispute %s of payment %s is %s at the gateway and %s with us', s.id, s.payment_id, s.status,
      coalesce(d.status, 'unknown'))
    FROM razorpay_sandbox.disputes AS s LEFT JOIN disputes AS d ON d.id = s.id
    -- A late word that it has begun follows the one that it is reviewed.
    WHERE (CASE s.status WHEN 'under_review' THEN 'open' ELSE s.status END)
      IS DISTINCT FROM (CASE d.status WHEN 'under_review' THEN 'open' ELSE d.status END)
    UNION ALL
    SELECT format('the receipt of order %s has no number', order_id) FROM receipts WHERE number IS NULL
    UNION ALL
    SELECT format('the voucher of refund %s has no number', refund_id) FROM refund_vouchers WHERE number IS NULL
    UNION ALL
    SELECT format('the reward %s for %s waits, whose email is verified', r.id, r.newcomer_id)
    FROM referral_rewards AS r JOIN members AS m ON m.id = r.newcomer_id
    WHERE r.state = 'waiting' AND m.email_verified_at IS NOT NULL
  `.execute(db);
  return rows.map(({ line }) => line);
}

/** What the gateway must never hold: two orders under one receipt, both of which could be paid. */
export async function findDoubleOrders(db: Db): Promise<string[]> {
  const { rows } = await sql<{ receipt: string; ids: string }>`
    SELECT receipt, string_agg(id, ', ' ORDER BY id) AS ids FROM razorpay_sandbox.orders
    GROUP BY receipt HAVING count(*) > 1
  `.execute(db);
  return rows.map(({ receipt, ids }) => `C1: the gateway has the orders ${ids} for the one order ${receipt}`);
}

/** A member's second unpaid order on the same terms, within the time in which the first is handed out again. */
export async function findSecondOpenOrders(db: Db): Promise<string[]> {
  const { rows } = await sql<{ member_id: string; plan_id: string; ids: string }>`
    SELECT member_id, plan_id, string_agg(id, ', ' ORDER BY id) AS ids FROM payment_orders
    WHERE ledger_transaction_id IS NULL AND gateway_order_id IS NOT NULL AND created_at > now() - interval '30 minutes'
    GROUP BY member_id, plan_id, amount HAVING count(*) > 1
  `.execute(db);
  return rows.map(
    ({ member_id, plan_id, ids }) => `${member_id} has the open orders ${ids} for one ${plan_id}`,
  );
}

/** C4: what of PostgreSQL's settings would make a crash harmless by not being one. */
export async function findUnsafeSettings(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string; setting: string }>`
    SELECT name, setting FROM pg_settings
    WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes') AND setting <> 'on'
  `.execute(db);
  return rows.map(({ name, setting }) => `C4: ${name} is ${setting}`);
}
