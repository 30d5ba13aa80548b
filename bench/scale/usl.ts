/**
 * How much more several processes do than one, where processors are not the limit: each process has four connections to the database, on
 * which each round trip takes 20 ms or more. Fits the Universal Scalability Law to the throughput of 1 to 8 processes, for views of one
 * tour, unlocks of different members, and sign-ins. Then the processor time of 1,000 unlocks by 1 to 4 processes: as many a second for
 * each process, and as many for all of them together.
 *
 *     node bench/scale/usl.ts [--seconds 6] [--rounds 3] [--only views|unlocks|sign-ins|cpu]
 */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startTcpProxy } from '../../server/testing/tcp-proxy.ts';
import { openBench } from '../api/site.ts';
import { arrivals } from '../arrivals.ts';
import { Connection, encodeRequest } from '../connection.ts';
import { cpuMsOf } from '../cpu.ts';
import { ask } from '../http-load.ts';
import { median } from '../median.ts';
import { addMembers, configOf, emailOf, MEMBERS, PASSWORD, TOURS } from './data.ts';
import { fitScalability, type Throughput } from './fit.ts';

const COUNTS = [1, 2, 3, 4, 6, 8];
/** For the comparison of processor time: one process must be able to do all of it. */
const CPU_ROUND_TRIP_MS = 5;
/** Requests at once for each process: more than it can have under way in the database. */
const CLIENTS = 24;
const WARM_UP_SECONDS = 2;
/** Of each member, before they are measured. */
const SIGN_INS_BEFORE = 6;
const LIMITS = { alpha: 0.03, beta: 0.001 };
const CPU_COUNTS = [1, 2, 3, 4];
/** Of all processes, as fast as they can: the last of them gets a ninth of the unlocks that are measured, and must not be the coldest. */
const CPU_WARM_UP_SECONDS = 20;
/** Unlocks a second of four processes: so many that their code stays warm, since a cold process takes half as much again. */
const CPU_PER_SECOND = 300;
/** How much more processor time each request may take on several processes. */
const CPU_LIMIT = 1.1;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '6' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string' },
  },
});
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);
const isWanted = (part: string) => values.only === undefined || values.only === part;

const bench = await openBench({ durable: true });
const { app, db, connectionString } = await bench.site(1000, { logLevel: 'silent', role: 'web' });
const { dataDir } = app.dependencies.config;
const tokens = await addMembers(db, configOf(dataDir));

const direct = new URL(connectionString);
const proxy = await startTcpProxy({ path: `${direct.searchParams.get('host')}/.s.PGSQL.5432` });
direct.search = '';
direct.host = `127.0.0.1:${proxy.port}`;

const processes: { child: ChildProcess; origin: string }[] = [];

/** The first `count` processes, started as they are needed. */
async function running(count: number) {
  while (processes.length < count) {
    const child = fork(fileURLToPath(new URL('process.ts', import.meta.url)));
    const ownFolder = path.join(dataDir, `process-${processes.length}`);
    mkdirSync(ownFolder);
    const message = { connectionString: direct.href, dataDir: ownFolder };
    const { origin } = await ask<{ origin: string }>(child, message);
    processes.push({ child, origin });
  }
  return processes.slice(0, count);
}

let requests = 0;

/** Each from an IP of its own, so that limits do not interfere. */
function request(path: string, headers: Record<string, string>, body: object): Buffer {
  requests += 1;
  const from = `198.${18 + ((requests >> 16) & 1)}.${(requests >> 8) & 255}.${requests & 255}`;
  const all = { 'content-type': 'application/json', 'x-forwarded-for': from, ...headers };
  return encodeRequest(`POST ${path}`, all, JSON.stringify(body));
}

let unlocks = 0;
let signIns = 0;

function unlock(): Buffer {
  const tour = Math.floor(unlocks / MEMBERS) + 1;
  if (tour > TOURS) throw new Error('the unlocks ran out: measure for a shorter time');
  const token = tokens[unlocks % MEMBERS] ?? '';
  unlocks += 1;
  return request(`/api/vr360/${tour}/access`, { authorization: `Bearer ${token}` }, {});
}

function signIn(): Buffer {
  signIns += 1;
  return request('/api/auth/login', {}, { email: emailOf((signIns % MEMBERS) + 1), password: PASSWORD });
}

interface Work {
  next: () => Buffer;
  /** Of the database. What takes few of them has longer ones, so that eight processes do not need more than two cores. */
  roundTripMs: number;
}

const WORK: Record<string, Work> = {
  views: { next: () => request('/api/vr360/1/view', {}, {}), roundTripMs: 20 },
  unlocks: { next: unlock, roundTripMs: 160 },
  'sign-ins': { next: signIn, roundTripMs: 120 },
};

/** Sends requests to some processes as fast as responses come. @returns the responses a second */
async function throughput(origins: readonly string[], next: () => Buffer, duration: number): Promise<number> {
  const begin = performance.now();
  const end = begin + duration * 1000;
  let done = 0;
  await Promise.all(
    origins.flatMap((origin) =>
      Array.from({ length: CLIENTS }, async () => {
        const connection = new Connection(origin);
        while (performance.now() < end) {
          const status = await connection.send(next());
          if (status !== 200) throw new Error(`a request was answered with ${status}`);
          done += 1;
        }
        connection.close();
      }),
    ),
  );
  return (done / (performance.now() - begin)) * 1000;
}

async function scale(what: string, { next, roundTripMs }: Work): Promise<boolean> {
  proxy.delayMs = roundTripMs;
  const measured: Throughput[] = [];
  for (const count of COUNTS) {
    const origins = (await running(count)).map(({ origin }) => origin);
    await throughput(origins, next, WARM_UP_SECONDS);
    const rates: number[] = [];
    for (let round = 0; round < rounds; round += 1) rates.push(await throughput(origins, next, seconds));
    measured.push({ count, perSecond: median(rates) });
    console.error(`${what}: ${count} processes ${median(rates).toFixed(0)}/s`);
  }
  const { lambda, alpha, beta, peak } = fitScalability(measured);
  const isKept = alpha <= LIMITS.alpha && beta <= LIMITS.beta;
  console.log(
    `${what}: ${measured.map(({ count, perSecond }) => `${count}: ${perSecond.toFixed(0)}`).join(', ')}; ` +
      `λ ${lambda.toFixed(0)}/s, α ${alpha.toFixed(4)} (limit ${LIMITS.alpha}), β ${beta.toFixed(5)} (limit ${LIMITS.beta}), ` +
      `N* ${peak.toFixed(0)}${isKept ? '' : ' MISSED'}`,
  );
  return isKept;
}

/** The first sign-ins of a member mail them that their device is new. */
async function signEverybodyIn(): Promise<void> {
  const [first] = await running(1);
  const origin = first?.origin ?? '';
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      const connection = new Connection(origin);
      while (signIns < SIGN_INS_BEFORE * MEMBERS) await connection.send(signIn());
      connection.close();
    }),
  );
}

/** The processes of PostgreSQL that work for ours. */
async function backends(): Promise<number[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>(
    'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
  await client.end();
  return rows.map(({ pid }) => pid);
}

/** Sends on a connection that is free, or on a new one, as independent visitors do. */
function senderTo(origin: string) {
  const free: Connection[] = [];
  return {
    async send(body: Buffer): Promise<number> {
      const connection = free.pop() ?? new Connection(origin);
      const status = await connection.send(body);
      free.push(connection);
      return status;
    },
    close() {
      for (const connection of free) connection.close();
    },
  };
}

/** The processor time of 1,000 unlocks, in milliseconds, of Node and PostgreSQL, that arrive at a fixed rate at some processes. */
async function cpuOf(count: number, perSecond: number): Promise<number> {
  const used = await running(count);
  const senders = used.map(({ origin }) => senderTo(origin));
  const pids = [...used.map(({ child }) => child.pid ?? 0), ...(await backends())];
  const total = perSecond * seconds;
  const before = cpuMsOf(pids);
  const sent: Promise<number | undefined>[] = [];
  for await (const index of arrivals(perSecond, total)) {
    sent.push(Promise.resolve(senders[index % count]?.send(unlock())));
  }
  const failed = (await Promise.all(sent)).filter((status) => status !== 200);
  if (failed.length > 0) throw new Error(`${failed.length} unlocks failed`);
  const spent = cpuMsOf(pids) - before;
  for (const sender of senders) sender.close();
  return (spent / total) * 1000;
}

/** @param rateOf the unlocks a second of so many processes @returns whether several cost hardly more than one */
async function compareCpu(what: string, rateOf: (count: number) => number): Promise<boolean> {
  const measured = CPU_COUNTS.map((): number[] => []);
  // They take turns, so that none has the later rounds for itself.
  for (let round = 0; round < rounds; round += 1)
    for (const [index, count] of CPU_COUNTS.entries())
      measured[index]?.push(await cpuOf(count, rateOf(count)));
  const costs = measured.map((each) => median(each));
  const ratio = Math.max(...costs) / (costs[0] ?? 0);
  console.log(
    `processor time of 1,000 unlocks, ${what}: ` +
      `${costs.map((cost, index) => `${CPU_COUNTS[index]}: ${cost.toFixed(0)} ms`).join(', ')}; ` +
      `most to one ${ratio.toFixed(2)} (limit ${CPU_LIMIT})${ratio <= CPU_LIMIT ? '' : ' MISSED'}`,
  );
  return ratio <= CPU_LIMIT;
}

async function compareAllCpu(): Promise<boolean> {
  proxy.delayMs = CPU_ROUND_TRIP_MS;
  const most = Math.max(...CPU_COUNTS);
  const origins = (await running(most)).map(({ origin }) => origin);
  await throughput(origins, unlock, CPU_WARM_UP_SECONDS);
  const each = CPU_PER_SECOND / most;
  const isKeptEach = await compareCpu(`${each}/s for each process`, (count) => each * count);
  return (await compareCpu(`${CPU_PER_SECOND}/s together`, () => CPU_PER_SECOND)) && isKeptEach;
}

try {
  // Processes start without the delay.
  await running(Math.max(...COUNTS));
  await sleep(1_000);
  if (isWanted('sign-ins')) await signEverybodyIn();
  let isKept = true;
  for (const [what, work] of Object.entries(WORK)) {
    if (isWanted(what)) isKept = (await scale(what, work)) && isKept;
  }
  if (isWanted('cpu')) isKept = (await compareAllCpu()) && isKept;
  if (!isKept) process.exitCode = 1;
} finally {
  for (const { child } of processes) child.kill('SIGKILL');
  proxy.delayMs = 0;
  await proxy.close();
  await bench.close();
}
