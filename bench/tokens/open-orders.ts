/**
 * How long members wait for tokens and refunds behind 1,500 abandoned orders, at a gateway that takes 200 ms for each response and
 * sends no webhooks. The real server and its sandbox, as `npm start` runs them.
 *
 *     node bench/tokens/open-orders.ts
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Db, openDatabase } from '../../server/src/database/database.ts';
import { SANDBOX_AUTHORIZATION } from '../../server/testing/sandbox-keys.ts';
import { connectionStringOf, startServer } from '../../server/testing/server-process.ts';

const OPEN = 1_500;
const ANSWER_MS = 200;
const LIMIT_SECONDS = 120;
const ROUNDS = 3;
const TIMEOUT_SECONDS = 900;
const PRICE = 79_900;

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
const server = await startServer(dataDir);

async function call<T>(where: string, body?: object, authorization?: string): Promise<T> {
  const response = await fetch(`${server.url}${where}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(authorization === undefined ? {} : { authorization }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (response.status >= 500) throw new Error(`${where} responded ${response.status}: ${text}`);
  return JSON.parse(text);
}

const bearer = ({ token }: Member) => `Bearer ${token}`;

async function join(name: string, round: number): Promise<Member> {
  const fields = { firstName: name, lastName: 'Berg', password: 'a quiet corridor at noon' };
  const { user, token } = await call<{ user: { id: string }; token: string }>('/api/auth/signup', {
    ...fields,
    email: `${name.toLowerCase()}-${round}@example.org`,
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

/** Creates abandoned orders, here and at the gateway, whose checks are all due. */
async function openOrders(db: Db, member: Member, round: number): Promise<void> {
  await sql`
    WITH made AS (SELECT 'or_' || lpad(n::text, 22, '0') AS id, 'order_' || lpad(n::text, 14, '0') AS gateway_id
      FROM generate_series(${round * OPEN + 1}::int, ${(round + 1) * OPEN}::int) AS n),
    theirs AS (INSERT INTO razorpay_sandbox.orders (id, amount, currency, receipt)
      SELECT gateway_id, ${PRICE}, 'INR', id FROM made)
    INSERT INTO payment_orders (id, member_id, plan_id, plan_name, tokens, validity_days, amount, currency,
      gateway_order_id, created_at, next_check_at)
    SELECT id, ${member.id}, 'plus', 'Plus', 500, 30, ${PRICE}, 'INR', gateway_id, now() - interval '5 minutes', now()
    FROM made
  `.execute(db);
}

/** A payment that was authorised two hours ago. Its order is checked after all the others. */
async function authoriseLate(db: Db, member: Member): Promise<Paid> {
  const paid = await pay(await order(member), 'authorized');
  await verify(member, paid);
  const id = paid.razorpay_order_id;
  await sql`UPDATE razorpay_sandbox.payments SET created_at = now() - interval '2 hours' WHERE order_id = ${id}`.execute(
    db,
  );
  await sql`UPDATE payment_orders SET created_at = now() - interval '2 hours', next_check_at = NULL WHERE gateway_order_id = ${id}`.execute(
    db,
  );
  return paid;
}

/** @returns after how many seconds the condition held; infinity if it never did */
async function secondsUntil(began: number, isSo: () => Promise<boolean>): Promise<number> {
  const elapsed = () => (performance.now() - began) / 1000;
  while (!(await isSo())) {
    if (elapsed() > TIMEOUT_SECONDS) return Number.POSITIVE_INFINITY;
    await sleep(100);
  }
  return elapsed();
}

/** Reads the database, so that polling loads neither the server nor the gateway. */
async function isTrue(db: Db, condition: ReturnType<typeof sql<boolean>>): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`SELECT ${condition} AS is`.execute(db);
  return rows[0]?.is ?? false;
}

/** One round: abandoned orders are due, then three members wait. @returns how many seconds each waited */
async function round(db: Db, number: number): Promise<[tokens: number, lateTokens: number, money: number]> {
  const [abandoner, buyer, twice, late] = [
    await join('Abandoner', number),
    await join('Buyer', number),
    await join('Twice', number),
    await join('Late', number),
  ];
  const first = await pay(await order(twice));
  await verify(twice, first);
  const authorised = await authoriseLate(db, late);
  const bought = await order(buyer);
  await openOrders(db, abandoner, number);
  await sql`UPDATE payment_orders SET next_check_at = now() WHERE gateway_order_id = ${authorised.razorpay_order_id}`.execute(
    db,
  );
  const began = performance.now();
  await call(
    `/sandbox/razorpay/v1/payments/${authorised.razorpay_payment_id}/capture`,
    {},
    SANDBOX_AUTHORIZATION,
  );
  await pay(bought);
  const second = await pay(first.razorpay_order_id);
  await verify(twice, second);
  const holds = ({ id }: Member) =>
    isTrue(db, sql<boolean>`EXISTS (SELECT FROM wallets WHERE member_id = ${id} AND topup > 0)`);
  const isBack = () =>
    isTrue(
      db,
      sql<boolean>`EXISTS (SELECT FROM razorpay_sandbox.payments
        WHERE id = ${second.razorpay_payment_id} AND amount_refunded = ${PRICE})`,
    );
  const waits = await Promise.all([
    secondsUntil(began, () => holds(buyer)),
    secondsUntil(began, () => holds(late)),
    secondsUntil(began, isBack),
  ]);
  // The next round begins with as many as this one.
  await sql`UPDATE payment_orders SET next_check_at = NULL WHERE member_id = ${abandoner.id}`.execute(db);
  return waits;
}

const db = openDatabase({ connectionString: connectionStringOf(dataDir), poolSize: 4 });
try {
  await call('/sandbox/razorpay/switches', { delayMs: ANSWER_MS, webhooks: 'off' }, SANDBOX_AUTHORIZATION);
  // Work that a server does once after its start, such as comparing a month, must not help.
  while (!(await isTrue(db, sql<boolean>`NOT EXISTS (SELECT FROM payment_sweeps WHERE next_at <= now())`))) {
    await sleep(500);
  }
  const worst = [0, 0, 0];
  for (let number = 0; number < ROUNDS; number += 1) {
    for (const [index, seconds] of (await round(db, number)).entries()) {
      worst[index] = Math.max(worst[index] ?? 0, seconds);
    }
  }
  console.log(
    `behind ${OPEN} open orders, ${ANSWER_MS} ms for each response of the gateway, the worst of ${ROUNDS} rounds:`,
  );
  const names = [
    'tokens for a paid order',
    'tokens for a payment captured two hours later',
    'return of a second payment',
  ];
  for (const [index, name] of names.entries())
    console.log(`  ${name}: after ${worst[index]?.toFixed(1)} s (limit ${LIMIT_SECONDS})`);
  if (worst.some((seconds) => seconds > LIMIT_SECONDS)) process.exitCode = 1;
} finally {
  await db.destroy();
  server.child.kill('SIGTERM');
  await server.exit;
  rmSync(dataDir, { recursive: true, force: true });
}
