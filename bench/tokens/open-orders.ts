/**
 * How long others wait for their tokens and their money behind 1,500 open orders that nobody pays, at a gateway that takes 200 ms
 * for each answer and sends no webhooks. The real server and its sandbox, as `npm start` runs them.
 *
 *     node bench/tokens/open-orders.ts
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Db, openDatabase } from '../../server/src/database.ts';
import { connectionStringOf, startServer } from '../../server/testing/server-process.ts';

const OPEN = 1_500;
const ANSWER_MS = 200;
const LIMIT_SECONDS = 120;
/** Then it is given up. */
const PATIENCE_SECONDS = 900;
const PRICE = 79_900;
const GATEWAY_KEYS = `Basic ${Buffer.from('rzp_test_oriel:oriel-sandbox-key-secret').toString('base64')}`;

interface Member {
  id: string;
  token: string;
}

interface Paid {
  razorpay_order_id: string;
  razorpay_payment_id: string;
  razorpay_signature: string;
}

const dataDir = mkdtempSync(path.join(tmpdir(), 'oriel-bench-'));
const server = await startServer(dataDir, { LOG_LEVEL: 'silent' });

async function call<T>(where: string, body?: object, authorization?: string): Promise<T> {
  const answer = await fetch(`${server.url}${where}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(authorization === undefined ? {} : { authorization }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (answer.status >= 500) throw new Error(`${where} was answered ${answer.status}: ${text}`);
  return JSON.parse(text);
}

const bearer = ({ token }: Member) => `Bearer ${token}`;

async function join(name: string): Promise<Member> {
  const fields = { firstName: name, lastName: 'Berg', password: 'a quiet corridor at noon' };
  const { user, token } = await call<{ user: { id: string }; token: string }>('/api/auth/signup', {
    ...fields,
    email: `${name.toLowerCase()}@example.org`,
  });
  return { id: user.id, token };
}

async function order(member: Member): Promise<string> {
  const path = '/api/tokens/topup/create-order';
  return (await call<{ orderId: string }>(path, { planId: 'plus' }, bearer(member))).orderId;
}

const pay = (orderId: string, outcome = 'paid') =>
  call<Paid>('/sandbox/razorpay/v1/checkout', { order_id: orderId, outcome });

const verify = (member: Member, paid: Paid) =>
  call(
    '/api/tokens/topup/verify',
    {
      planId: 'plus',
      orderId: paid.razorpay_order_id,
      paymentId: paid.razorpay_payment_id,
      signature: paid.razorpay_signature,
    },
    bearer(member),
  );

/** Orders that nobody pays, here and at the gateway, all to be asked about now. */
async function openOrders(db: Db, member: Member): Promise<void> {
  await sql`
    WITH made AS (SELECT 'or_' || lpad(n::text, 22, '0') AS id, 'order_' || lpad(n::text, 14, '0') AS gateway_id
      FROM generate_series(1, ${OPEN}) AS n),
    theirs AS (INSERT INTO razorpay_sandbox.orders (id, amount, currency, receipt)
      SELECT gateway_id, ${PRICE}, 'INR', id FROM made)
    INSERT INTO payment_orders (id, member_id, plan_id, plan_name, tokens, validity_days, amount, currency,
      gateway_order_id, created_at, next_check_at)
    SELECT id, ${member.id}, 'plus', 'Plus', 500, 30, ${PRICE}, 'INR', gateway_id, now() - interval '5 minutes', now()
    FROM made
  `.execute(db);
}

/** A payment that was authorised two hours ago and is captured now. Its order is asked about after all the others. */
async function captureLate(db: Db, member: Member): Promise<void> {
  const paid = await pay(await order(member), 'authorized');
  await verify(member, paid);
  const id = paid.razorpay_order_id;
  await sql`UPDATE razorpay_sandbox.payments SET created_at = now() - interval '2 hours' WHERE order_id = ${id}`.execute(
    db,
  );
  await sql`
    UPDATE payment_orders SET created_at = now() - interval '2 hours', next_check_at = now() WHERE gateway_order_id = ${id}
  `.execute(db);
  await call(`/sandbox/razorpay/v1/payments/${paid.razorpay_payment_id}/capture`, {}, GATEWAY_KEYS);
}

/** @returns after how many seconds something was so; infinity where it never was */
async function secondsUntil(isSo: () => Promise<boolean>): Promise<number> {
  const began = performance.now();
  const elapsed = () => (performance.now() - began) / 1000;
  while (!(await isSo())) {
    if (elapsed() > PATIENCE_SECONDS) return Number.POSITIVE_INFINITY;
    await sleep(100);
  }
  return elapsed();
}

/** In the database, so that looking asks neither the server nor the gateway. */
async function isTrue(db: Db, condition: ReturnType<typeof sql<boolean>>): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`SELECT ${condition} AS is`.execute(db);
  return rows[0]?.is ?? false;
}

const db = openDatabase({ connectionString: connectionStringOf(dataDir), poolSize: 4 });
try {
  const [abandoner, buyer, twice, late] = [
    await join('Abandoner'),
    await join('Buyer'),
    await join('Twice'),
    await join('Late'),
  ];
  const first = await pay(await order(twice));
  await verify(twice, first);
  await call('/sandbox/razorpay/switches', { delayMs: ANSWER_MS, webhooks: 'off' }, GATEWAY_KEYS);
  await openOrders(db, abandoner);
  await captureLate(db, late);
  await pay(await order(buyer));
  const second = await pay(first.razorpay_order_id);
  await verify(twice, second);

  const holds = ({ id }: Member) =>
    secondsUntil(() =>
      isTrue(db, sql<boolean>`EXISTS (SELECT FROM wallets WHERE member_id = ${id} AND topup > 0)`),
    );
  const figures: [what: string, seconds: number][] = await Promise.all([
    holds(buyer).then((seconds): [string, number] => ['tokens for a paid order', seconds]),
    holds(late).then((seconds): [string, number] => [
      'tokens for a payment captured two hours later',
      seconds,
    ]),
    secondsUntil(() =>
      isTrue(
        db,
        sql<boolean>`EXISTS (SELECT FROM razorpay_sandbox.payments
          WHERE id = ${second.razorpay_payment_id} AND amount_refunded = ${PRICE})`,
      ),
    ).then((seconds): [string, number] => ['return of a second payment', seconds]),
  ]);
  console.log(`behind ${OPEN} open orders, ${ANSWER_MS} ms for each answer of the gateway, no webhooks:`);
  for (const [what, seconds] of figures)
    console.log(`  ${what}: after ${seconds.toFixed(1)} s (limit ${LIMIT_SECONDS})`);
  if (figures.some(([, seconds]) => seconds > LIMIT_SECONDS)) process.exitCode = 1;
} finally {
  await db.destroy();
  server.child.kill('SIGTERM');
  await server.exit;
  rmSync(dataDir, { recursive: true, force: true });
}
