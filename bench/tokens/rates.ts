/**
 * Unlocks and verified top-ups a second, through HTTP, compared with pgbench running the same statements on the same
 * PostgreSQL at the same concurrency. Commits wait for the disk. Server, gateway and load are separate processes; runs alternate.
 *
 *     node bench/tokens/rates.ts [--rounds 3] [--seconds 5]
 */
import { type ChildProcess, fork } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ask } from '../http-load.ts';
import { median } from '../median.ts';
import { CLIENTS, gatewayOrderId, MEMBERS_PER_CLIENT, ORDERS_PER_CLIENT, paymentId, TOURS } from './data.ts';
import type { LoadRequest } from './load.ts';
import { pgbench } from './pgbench.ts';
import { UNLOCK, VERIFY } from './scripts.ts';

const LIMIT = 0.5;

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, seconds: { type: 'string', default: '5' } },
});
const rounds = Number(values.rounds);
const seconds = Number(values.seconds);

const spawn = (file: string): ChildProcess => fork(fileURLToPath(new URL(file, import.meta.url)));
const gateway = spawn('./gateway.ts');
const [{ origin: gatewayOrigin }] = await once(gateway, 'message');
const oriel = spawn('./oriel.ts');
const { origin, connectionString, keySecret } = await ask<{
  origin: string;
  connectionString: string;
  keySecret: string;
}>(oriel, { ask: 'start', gateway: gatewayOrigin });

/** In a new process each time: what it holds for one run is large. */
async function measure(connections: LoadRequest['connections']): Promise<number> {
  const load = spawn('./load.ts');
  const { perSecond } = await ask<{ perSecond: number }>(load, { origin, seconds, connections });
  load.send('stop');
  return perSecond;
}

const tokensOf = async (from: number, to: number) =>
  (await ask<{ tokens: string[] }>(oriel, { ask: 'tokens', from, to })).tokens;

let next = 1;

/** Creates unused members. @returns the number of the first */
async function freshMembers(count: number, tokens: number): Promise<number> {
  const from = next;
  next += count;
  await ask(oriel, { ask: 'members', from, to: next - 1, tokens });
  return from;
}

async function unlocks(): Promise<number> {
  const first = await freshMembers(CLIENTS * MEMBERS_PER_CLIENT, TOURS);
  const tokens = await tokensOf(first, next - 1);
  return measure(
    Array.from({ length: CLIENTS }, (_, client) =>
      Array.from({ length: MEMBERS_PER_CLIENT * TOURS }, (_, turn) => ({
        path: `/api/vr360/${1 + (turn % TOURS)}/access`,
        token: tokens[client * MEMBERS_PER_CLIENT + Math.floor(turn / TOURS)] ?? '',
        body: {},
      })),
    ),
  );
}

async function unlocksByHand(): Promise<number> {
  const first = await freshMembers(CLIENTS * MEMBERS_PER_CLIENT, TOURS);
  return pgbench(connectionString, UNLOCK, seconds, { first, turn: 0 });
}

/** Orders of as many fresh members. @returns the number of the first */
async function freshOrders(): Promise<number> {
  const first = await freshMembers(CLIENTS * ORDERS_PER_CLIENT, 0);
  await ask(oriel, { ask: 'orders', from: first, to: next - 1 });
  return first;
}

function verification(number: number, token: string) {
  const orderId = gatewayOrderId(number);
  const payment = paymentId(number);
  const signature = createHmac('sha256', keySecret).update(`${orderId}|${payment}`).digest('hex');
  return { path: '/api/tokens/topup/verify', token, body: { orderId, paymentId: payment, signature } };
}

async function verifications(): Promise<number> {
  const first = await freshOrders();
  const tokens = await tokensOf(first, next - 1);
  const requests = tokens.map((token, index) => verification(first + index, token));
  return measure(
    Array.from({ length: CLIENTS }, (_, client) =>
      requests.slice(client * ORDERS_PER_CLIENT, (client + 1) * ORDERS_PER_CLIENT),
    ),
  );
}

async function verificationsByHand(): Promise<number> {
  return pgbench(connectionString, VERIFY, seconds, { first: await freshOrders(), turn: 0 });
}

async function compare(what: string, ours: () => Promise<number>, byHand: () => Promise<number>) {
  await ours();
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const bare = await byHand();
    const http = await ours();
    ratios.push(http / bare);
    console.log(`${what}: ${http.toFixed(0)}/s through HTTP, ${bare.toFixed(0)}/s by pgbench`);
  }
  const ratio = median(ratios);
  console.log(`${what} to pgbench ${ratio.toFixed(2)} (limit ${LIMIT})`);
  if (ratio < LIMIT) process.exitCode = 1;
}

try {
  await compare('unlocks', unlocks, unlocksByHand);
  await compare('verified top-ups', verifications, verificationsByHand);
} finally {
  oriel.send({ ask: 'stop' });
  gateway.send('stop');
}
