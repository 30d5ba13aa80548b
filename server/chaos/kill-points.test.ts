// @module-tag processes
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { inTransaction } from '../src/database/database.ts';
import { SAMPLE_MEMBER } from '../src/demo/member.ts';
import { createExperiences } from '../src/features/catalogue/service.ts';
import { findViolations } from '../src/ledger/invariants.ts';
import { createDataDir } from '../testing/data-dir.ts';
import { SANDBOX_AUTHORIZATION } from '../testing/sandbox-keys.ts';
import { findDoubleOrders } from './checks.ts';
import { type ApiResponse, Recorder } from './recorder.ts';
import { ServerUnderTest } from './server-under-test.ts';

const PRICE = 30;
const TOURS = 20;
const COMMIT_LOCK = 1;
/** Less than an idle transaction of the database may last. */
const WAIT = { timeout: 8_000, interval: 10 };

let server: ServerUnderTest;
let headers: Record<string, string>;
const recorder = new Recorder((problem) => expect.unreachable(problem));

const post = (path: string, body: object = {}, more = headers) => recorder.call('POST', path, more, body);
const switches = (body: object) =>
  post('/sandbox/razorpay/switches', body, { authorization: SANDBOX_AUTHORIZATION });
const unlock = (index: number) => post(`/api/vr360/tour-${index}/access`);
const order = () => post('/api/tokens/topup/create-order', { planId: 'starter' });

async function start(): Promise<void> {
  await server.start();
  recorder.url = server.url;
  const { email, password } = SAMPLE_MEMBER;
  const response = await post('/api/auth/login', { email, password }, {});
  headers = { authorization: `Bearer ${response?.body.token}` };
  await switches({ webhooks: 'off' });
}

async function balance(): Promise<number> {
  return (await recorder.call('GET', '/api/tokens/summary', headers))?.body.wallet.totalBalance;
}

beforeAll(async () => {
  server = new ServerUnderTest({ dataDir: createDataDir(inject('templateDataDir')), isImpatient: true });
  await start();
  const tours = Array.from({ length: TOURS }, (_, index) => ({
    slug: `tour-${index}`,
    title: `Tour ${index}`,
    tokensRequired: PRICE,
    mediaUrl: `https://media.example/${index}.mp4`,
  }));
  await server.withDatabase((db) => inTransaction(db, (tx) => createExperiences(tx, tours)));
});
afterEach(async () => {
  expect(await server.withDatabase(findViolations)).toEqual([]);
});
afterAll(async () => {
  await server.stop();
  server.remove();
});

/** The single value of a query's column `value`. */
async function queryValue<T>(query: string): Promise<T | undefined> {
  return server.withDatabase(
    async (db) => (await sql.raw<{ value: T }>(query).execute(db)).rows[0]?.value ?? undefined,
  );
}

/** Kills the server after a request's writes are committed, before it responds. */
async function killAfterCommit(table: string, call: () => Promise<ApiResponse | undefined>): Promise<void> {
  const count = `SELECT count(*) AS value FROM ${table}`;
  // Commits wait for a lock of this test's connection, which is released when the server can no longer respond.
  await server.withDatabase((db) =>
    sql
      .raw(`
      CREATE FUNCTION wait_before_commit() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN PERFORM pg_advisory_xact_lock(${COMMIT_LOCK}); RETURN NULL; END';
      CREATE CONSTRAINT TRIGGER wait_before_commit AFTER INSERT ON ${table} DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION wait_before_commit()`)
      .execute(db),
  );
  const before = await queryValue<number>(count);
  const lost = await server.withDatabase((db) =>
    db.transaction().execute(async (tx) => {
      await sql`SELECT pg_advisory_xact_lock(${COMMIT_LOCK})`.execute(tx);
      const response = call();
      const waiting = "SELECT pid AS value FROM pg_locks WHERE locktype = 'advisory' AND NOT granted";
      const early = response.then((answer) => {
        throw new Error(`it was answered before its commit: ${JSON.stringify(answer)}`);
      });
      await Promise.race([early, vi.waitUntil(() => queryValue(waiting), WAIT)]);
      early.catch(() => undefined);
      server.freezeServer();
      return { response };
    }),
  );
  await vi.waitUntil(async () => (await queryValue<number>(count)) === (before ?? 0) + 1, {
    timeout: 10_000,
  });
  await server.killServer();
  expect(await lost.response).toBeUndefined();
  await start();
  await server.withDatabase((db) => sql.raw('DROP FUNCTION wait_before_commit CASCADE').execute(db));
}

describe('a kill of the server', { timeout: 120_000 }, () => {
  it('C1 between the order at the gateway and its row: the retry returns the same order', async () => {
    await switches({ webhooks: 'off', answer: 'lost' });
    const lost = order();
    const made = await vi.waitUntil(
      () =>
        queryValue<string>(`
          SELECT g.id AS value FROM razorpay_sandbox.orders AS g JOIN payment_orders AS o ON o.id = g.receipt
          WHERE o.gateway_order_id IS NULL`),
      { timeout: 10_000, interval: 10 },
    );
    await server.killServer();
    expect(await lost).toBeUndefined();
    await start();
    const atOnce = await order();
    expect(atOnce?.status).toBe(200);
    if (atOnce?.body.orderId !== made) {
      // The order may still be claimed by the killed process. A second order is harmless then: no client knows the first
      // one, which is reused later.
      const where = 'WHERE gateway_order_id IS NULL AND claimed_until > now()';
      const seconds = await queryValue<number>(
        `SELECT extract(epoch FROM max(claimed_until) - now())::float8 AS value FROM payment_orders ${where}`,
      );
      expect(seconds ?? 0).toBeLessThan(20);
      // As if so long had passed.
      await queryValue(`UPDATE payment_orders SET claimed_until = now() ${where} RETURNING id AS value`);
      expect((await order())?.body.orderId).toBe(made);
    }
    expect(await server.withDatabase(findDoubleOrders)).toEqual([]);
  });

  it('C3 during unlocks: each tour is unlocked and paid once, or not at all until it is requested again', async () => {
    const before = await balance();
    const tours = Array.from({ length: 10 }, (_, index) => index);
    const responses = tours.map(unlock);
    await vi.waitUntil(() => queryValue('SELECT 1 AS value FROM unlocks LIMIT 1'), {
      timeout: 10_000,
      interval: 1,
    });
    await server.killServer();
    const acknowledged = (await Promise.all(responses)).filter((response) => response?.status === 200);
    await start();
    const unlocked = Number(await queryValue('SELECT count(*) AS value FROM unlocks'));
    expect(unlocked).toBeGreaterThanOrEqual(acknowledged.length);
    expect(await balance()).toBe(before - unlocked * PRICE);
    const again = await Promise.all(tours.map(unlock));
    expect(again.map((response) => response?.status)).toEqual(tours.map(() => 200));
    expect(await balance()).toBe(before - tours.length * PRICE);
  });

  it('C5 after an unlock is committed: the retry opens the tour at no further cost', async () => {
    const before = await balance();
    await killAfterCommit('unlocks', () => unlock(TOURS - 1));
    expect(await balance()).toBe(before - PRICE);
    const [first, second] = [await unlock(TOURS - 1), await unlock(TOURS - 1)];
    expect(first).toMatchObject({ status: 200, body: { wallet: { totalBalance: before - PRICE } } });
    expect(second).toEqual(first);
    expect(await balance()).toBe(before - PRICE);
  });

  it('C2 C5 after a top-up is committed: the retry says that it is verified, and credits nothing more', async () => {
    const before = await balance();
    // No sweep of the gateway's payments settles it first.
    await queryValue("UPDATE payment_sweeps SET next_at = now() + interval '1 hour' RETURNING name AS value");
    const { orderId } = (await order())?.body ?? {};
    let paymentId: string | undefined;
    let verify = async (): Promise<ApiResponse | undefined> => undefined;
    // The payment is made once commits wait: whatever credits it waits, be it a sweep that has already begun.
    await killAfterCommit('receipts', async () => {
      const paid = await post('/sandbox/razorpay/v1/checkout', { order_id: orderId, outcome: 'paid' });
      const { razorpay_payment_id: payment, razorpay_signature: signature } = paid?.body ?? {};
      paymentId = payment;
      verify = () => post('/api/tokens/topup/verify', { orderId, paymentId, signature });
      return verify();
    });
    expect(await balance()).toBe(before + 100);
    const [first, second] = [await verify(), await verify()];
    expect(first).toMatchObject({ status: 200, body: { status: 'success', tokensAdded: 100, paymentId } });
    expect(second).toEqual(first);
    expect(await balance()).toBe(before + 100);
  });
});
