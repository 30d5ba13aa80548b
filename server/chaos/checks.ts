import { sql } from 'kysely';
import type { Db } from '../src/database/database.ts';
import type { Write } from './recorder.ts';

/** The state in the database. */
interface StoredState {
  /** Ids by email. */
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
  /** The gateway's ids of orders, payments, refunds and disputes. */
  gateway: Set<string>;
}

async function readStoredState(db: Db): Promise<StoredState> {
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

/** The missing part of an acknowledged write; undefined where it is complete. */
function missingOf({ kind, path, body, memberId, response }: Write, stored: StoredState): string | undefined {
  if (kind === 'sign-up') {
    const id = stored.members.get(String(body.email));
    if (response?.status === 200 && id !== response.body.user.id) return 'the member';
    // An unacknowledged sign-up must be complete or absent as well.
    if (id !== undefined && !stored.references.has(`referral-welcome:${id}`)) return 'the welcome';
    return undefined;
  }
  if (response?.status !== 200) return undefined;
  switch (kind) {
    case 'confirm':
      if (memberId === undefined || !stored.verified.has(memberId)) return 'the verified email';
      return stored.references.has(`referral-newcomer:${memberId}`) ? undefined : "the referrer's reward";
    case 'unlock':
      return stored.unlocks.has(`${memberId} ${path.split('/')[3]}`) ? undefined : 'the unlocked tour';
    case 'order': {
      const order = stored.orders.get(response.body.orderId);
      if (order?.member_id !== memberId || order?.plan_id !== body.planId) return 'the order';
      return stored.gateway.has(response.body.orderId) ? undefined : "the gateway's order";
    }
    case 'payment':
      return stored.gateway.has(response.body.razorpay_payment_id) ? undefined : "the gateway's payment";
    case 'verify': {
      if (response.body.status !== 'success') return undefined;
      const payment = stored.payments.get(response.body.paymentId);
      if (payment?.standing !== 'credited' || payment.gateway_order_id !== response.body.orderId)
        return 'the credit';
      return undefined;
    }
    case 'failure': {
      const status = stored.orders.get(String(body.orderId))?.status;
      return status === undefined || status === 'created' ? 'the failure' : undefined;
    }
    case 'refund':
      return stored.gateway.has(response.body.id) ? undefined : "the gateway's refund";
    case 'dispute':
    case 'verdict':
      return stored.gateway.has(response.body.id) ? undefined : "the gateway's dispute";
  }
}

/** I8: acknowledged writes that are missing or incomplete. */
export async function findMissing(db: Db, writes: readonly Write[]): Promise<string[]> {
  const stored = await readStoredState(db);
  return writes.flatMap((write) => {
    const missing = missingOf(write, stored);
    if (missing === undefined) return [];
    const { kind, path, body, memberId, response, round } = write;
    return `I8: ${missing} of a ${kind} of round ${round} is missing: ${JSON.stringify({ path, body, memberId, response })}`;
  });
}

/**
 * Differences between the gateway's tables and ours, and pending consequences: numbers of receipts and vouchers, and
 * referral rewards.
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
    SELECT format('refund %s of payment %s is not recorded', s.id, s.payment_id)
    FROM razorpay_sandbox.refunds AS s LEFT JOIN refunds AS r ON r.id = s.id
    WHERE (r.amount, r.payment_id) IS DISTINCT FROM (s.amount, s.payment_id)
    UNION ALL
    SELECT format('dispute %s of payment %s is %s at the gateway and %s with us', s.id, s.payment_id, s.status,
      coalesce(d.status, 'unknown'))
    FROM razorpay_sandbox.disputes AS s LEFT JOIN disputes AS d ON d.id = s.id
    -- The webhook of its creation may arrive after the one of its review.
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

/** C1: two orders at the gateway for one receipt, both of which could be paid. */
export async function findDoubleOrders(db: Db): Promise<string[]> {
  const { rows } = await sql<{ receipt: string; ids: string }>`
    SELECT receipt, string_agg(id, ', ' ORDER BY id) AS ids FROM razorpay_sandbox.orders
    GROUP BY receipt HAVING count(*) > 1
  `.execute(db);
  return rows.map(({ receipt, ids }) => `C1: the gateway has the orders ${ids} for the one order ${receipt}`);
}

/** A member's second unpaid order on the same terms, within the time in which the first should be reused. */
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

/** C4: settings of PostgreSQL that give up durability. */
export async function findUnsafeSettings(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string; setting: string }>`
    SELECT name, setting FROM pg_settings
    WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes') AND setting <> 'on'
  `.execute(db);
  return rows.map(({ name, setting }) => `C4: ${name} is ${setting}`);
}
