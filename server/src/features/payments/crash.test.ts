// @module-tag processes
import { createHmac } from 'node:crypto';
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { type Paid, paymentEntity } from '../../../testing/apps/payments-app.ts';
import { createDataDir } from '../../../testing/data-dir.ts';
import { SANDBOX_AUTHORIZATION, SANDBOX_WEBHOOK_SECRET } from '../../../testing/sandbox-keys.ts';
import {
  connectionStringOf,
  postgresPid,
  type ServerProcess,
  startServer,
} from '../../../testing/server-process.ts';
import { openDatabase } from '../../database/database.ts';
import { SAMPLE_MEMBER } from '../../demo/member.ts';
import { findViolations } from '../../ledger/invariants.ts';

const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 3);

let dataDir: string;
let server: ServerProcess;
let token: string;
/** Tokens of other members: one alone gets one open order of a plan. */
let others: string[];
beforeAll(async () => {
  dataDir = createDataDir(inject('templateDataDir'));
  await start();
  const join = (_: unknown, index: number) =>
    post('/api/auth/signup', {
      email: `crash-${index}@example.org`,
      password: 'a quiet corridor at noon',
      firstName: 'Anna',
      lastName: 'Berg',
    });
  others = (await Promise.all(Array.from({ length: 7 }, join))).map(({ body }) => body.token);
});
afterAll(async () => {
  server.child.kill('SIGTERM');
  await server.exit;
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(): Promise<void> {
  server = await startServer(dataDir, {}, { isImpatient: true });
  const { email, password } = SAMPLE_MEMBER;
  token = (await post('/api/auth/login', { email, password })).body.token;
}

async function post(where: string, body: object, headers: Record<string, string> = {}) {
  const answer = await fetch(`${server.url}${where}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    body: JSON.stringify(body),
  });
  // biome-ignore lint/suspicious/noExplicitAny: what came back, as the test looks at it
  return { status: answer.status, body: (await answer.json()) as any };
}

const switches = (body: object) =>
  post('/sandbox/razorpay/switches', body, { authorization: SANDBOX_AUTHORIZATION });

const as = (member: string) => ({ authorization: `Bearer ${member}` });

async function buy(member = token): Promise<Paid> {
  const { body } = await post('/api/tokens/topup/create-order', { planId: 'starter' }, as(member));
  return (await post('/sandbox/razorpay/v1/checkout', { order_id: body.orderId, outcome: 'paid' })).body;
}

const verify = (paid: Paid, member = token) =>
  post(
    '/api/tokens/topup/verify',
    {
      orderId: paid.razorpay_order_id,
      paymentId: paid.razorpay_payment_id,
      signature: paid.razorpay_signature,
    },
    as(member),
  );

async function balance(member = token): Promise<number> {
  const answer = await fetch(`${server.url}/api/tokens/summary`, { headers: as(member) });
  return ((await answer.json()) as { wallet: { totalBalance: number } }).wallet.totalBalance;
}

async function expectSoundLedger(): Promise<void> {
  const db = openDatabase({ connectionString: connectionStringOf(dataDir), poolSize: 1 });
  try {
    expect(await findViolations(db)).toEqual([]);
  } finally {
    await db.destroy();
  }
}

describe('payments and crashes', { timeout: 60_000 + ROUNDS * 30_000 }, () => {
  it('C2 C5 settles every paid order after the server was killed while it verified', async () => {
    const members = () => [token, ...others];
    const balances = () => Promise.all(members().map(balance));
    const before = await balances();
    for (let round = 1; round <= ROUNDS; round += 1) {
      await switches({ webhooks: 'off' });
      const paid = await Promise.all(members().map((member) => buy(member)));
      const answers = paid.map((one, index) => verify(one, members()[index]).catch(() => undefined));
      await sleep(5 + Math.random() * 60);
      server.child.kill('SIGKILL');
      await Promise.all(answers);
      await server.exit;
      await start();
      const again = await Promise.all(paid.map((one, index) => verify(one, members()[index])));
      expect(again.map(({ status, body }) => [status, body.tokensAdded])).toEqual(paid.map(() => [200, 100]));
      expect(await balances()).toEqual(before.map((tokens) => tokens + round * 100));
      await expectSoundLedger();
    }
  });

  it('settles by itself what was paid when no browser comes back', async () => {
    const before = await balance();
    await switches({ webhooks: 'off' });
    await buy();
    server.child.kill('SIGKILL');
    await server.exit;
    await start();
    await vi.waitUntil(async () => (await balance()) === before + 100, { timeout: 60_000, interval: 500 });
    await expectSoundLedger();
  });

  it('D5 refuses a webhook while the database is down, and credits once when it comes again', async () => {
    const before = await balance();
    await switches({ webhooks: 'off' });
    const paid = await buy();
    const payload = { payment: paymentEntity(paid, { amount: 19900 }) };
    const body = { entity: 'event', event: 'payment.captured', payload };
    const headers = {
      'x-razorpay-event-id': `evt_${paid.razorpay_payment_id}`,
      'x-razorpay-signature': createHmac('sha256', SANDBOX_WEBHOOK_SECRET)
        .update(JSON.stringify(body))
        .digest('hex'),
    };
    process.kill(postgresPid(dataDir), 'SIGKILL');
    const whileDown = await post('/api/payments/webhook', body, headers);
    expect(whileDown.status).toBe(503);
    await vi.waitUntil(async () => (await post('/api/payments/webhook', body, headers)).status === 200, {
      timeout: 20_000,
      interval: 200,
    });
    expect((await post('/api/payments/webhook', body, headers)).status).toBe(200);
    expect(await balance()).toBe(before + 100);
    await expectSoundLedger();
  });
});
