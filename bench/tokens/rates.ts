/**
 * Unlocks and verified top-ups a second, through HTTP, compared with unlocks of a plain server of Fastify and pg
 * (plain-server.ts) on the same PostgreSQL at the same concurrency. Commits wait for the disk. Servers, gateway and load are
 * separate processes; runs alternate.
 *
 *     node bench/tokens/rates.ts [--rounds 3] [--seconds 4] [--only unlocks|top-ups]
 */
import { type ChildProcess, fork } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { cpuMsOf } from '../cpu.ts';
import { ask } from '../http-load.ts';
import { median } from '../median.ts';
import { CLIENTS, gatewayOrderId, MEMBERS_PER_CLIENT, ORDERS_PER_CLIENT, paymentId, TOURS } from './data.ts';
import type { LoadRequest } from './load.ts';

/** Of the plain server's unlocks. */
const LIMITS = { unlocks: 0.8, 'top-ups': 0.5 };

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '4' },
    only: { type: 'string' },
  },
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
const plain = spawn('./plain-server.ts');
const { origin: plainOrigin } = await ask<{ origin: string }>(plain, { ask: 'start', connectionString });

const database = new pg.Client({ connectionString });
await database.connect();

/** Rates and processor time of one run. */
interface Run {
  perSecond: number;
  /** For one request, in milliseconds. */
  nodeMs: number;
  postgresMs: number;
}

/** The load is a new process each time: what it holds for one run is large. */
async function measure(
  server: ChildProcess,
  at: string,
  connections: LoadRequest['connections'],
): Promise<Run> {
  const load = spawn('./load.ts');
  const { rows } = await database.query<{ pid: number }>(
    'SELECT pid FROM pg_stat_activity WHERE datname = current_database()',
  );
  const processes = [[server.pid ?? 0], rows.map(({ pid }) => pid)];
  const before = processes.map(cpuMsOf);
  const { perSecond, count } = await ask<{ perSecond: number; count: number }>(load, {
    origin: at,
    seconds,
    connections,
  });
  const [nodeMs = 0, postgresMs = 0] = processes.map(
    (pids, index) => (cpuMsOf(pids) - (before[index] ?? 0)) / count,
  );
  load.send('stop');
  return { perSecond, nodeMs, postgresMs };
}

const describe = ({ perSecond, nodeMs, postgresMs }: Run) =>
  `${perSecond.toFixed(0)}/s (CPU ${nodeMs.toFixed(2)} ms Node, ${postgresMs.toFixed(2)} ms PostgreSQL)`;

const tokensOf = async (server: ChildProcess, from: number, to: number) =>
  (await ask<{ tokens: string[] }>(server, { ask: 'tokens', from, to })).tokens;

let next = 1;

/** Creates unused members of a server. @returns the number of the first */
async function freshMembers(server: ChildProcess, count: number, tokens: number): Promise<number> {
  const from = next;
  next += count;
  await ask(server, { ask: 'members', from, to: next - 1, tokens });
  return from;
}

/** @param path of the request that unlocks a tour */
async function unlocks(server: ChildProcess, at: string, path: (tour: number) => string): Promise<Run> {
  const first = await freshMembers(server, CLIENTS * MEMBERS_PER_CLIENT, TOURS);
  const tokens = await tokensOf(server, first, next - 1);
  return measure(
    server,
    at,
    Array.from({ length: CLIENTS }, (_, client) =>
      Array.from({ length: MEMBERS_PER_CLIENT * TOURS }, (_, turn) => ({
        path: path(1 + (turn % TOURS)),
        token: tokens[client * MEMBERS_PER_CLIENT + Math.floor(turn / TOURS)] ?? '',
        body: {},
      })),
    ),
  );
}

const ourUnlocks = () => unlocks(oriel, origin, (tour) => `/api/vr360/${tour}/access`);
const plainUnlocks = () => unlocks(plain, plainOrigin, (tour) => `/tours/${tour}/unlock`);

/** Orders of as many fresh members. @returns the number of the first */
async function freshOrders(): Promise<number> {
  const first = await freshMembers(oriel, CLIENTS * ORDERS_PER_CLIENT, 0);
  await ask(oriel, { ask: 'orders', from: first, to: next - 1 });
  return first;
}

function verification(number: number, token: string) {
  const orderId = gatewayOrderId(number);
  const payment = paymentId(number);
  const signature = createHmac('sha256', keySecret).update(`${orderId}|${payment}`).digest('hex');
  return { path: '/api/tokens/topup/verify', token, body: { orderId, paymentId: payment, signature } };
}

async function ourTopups(): Promise<Run> {
  const first = await freshOrders();
  const tokens = await tokensOf(oriel, first, next - 1);
  const requests = tokens.map((token, index) => verification(first + index, token));
  return measure(
    oriel,
    origin,
    Array.from({ length: CLIENTS }, (_, client) =>
      requests.slice(client * ORDERS_PER_CLIENT, (client + 1) * ORDERS_PER_CLIENT),
    ),
  );
}

async function compare(what: keyof typeof LIMITS, ours: () => Promise<Run>) {
  if (values.only !== undefined && values.only !== what) return;
  await ours();
  await plainUnlocks();
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const yardstick = await plainUnlocks();
    const own = await ours();
    ratios.push(own.perSecond / yardstick.perSecond);
    console.log(`${what}: ${describe(own)}; unlocks of the plain server: ${describe(yardstick)}`);
  }
  const ratio = median(ratios);
  console.log(`${what} to unlocks of the plain server ${ratio.toFixed(2)} (limit ${LIMITS[what]})`);
  if (ratio < LIMITS[what]) process.exitCode = 1;
}

try {
  await compare('unlocks', ourUnlocks);
  await compare('top-ups', ourTopups);
} finally {
  await database.end();
  plain.send({ ask: 'stop' });
  oriel.send({ ask: 'stop' });
  gateway.send('stop');
}
