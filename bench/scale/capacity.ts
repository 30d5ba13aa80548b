/**
 * The processor time of requests, in Node and in PostgreSQL, the bytes that they write, and what a mix of them needs. Processor time hardly depends on what else the
 * machine does, as rates do.
 *
 *     node bench/scale/capacity.ts [--requests 3000] [--rounds 3] [--per-second 500]
 */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import pg from 'pg';
import { loadConfig } from '../../server/src/config/config.ts';
import { createPasswords } from '../../server/src/features/accounts/passwords/passwords.ts';
import { openBench } from '../api/site.ts';
import { Connection, encodeRequest } from '../connection.ts';
import { cpuMsOf } from '../cpu.ts';
import { ask } from '../http-load.ts';
import { median } from '../median.ts';
import { addMembers, configOf, emailOf, MEMBERS, PASSWORD, TOURS } from './data.ts';

const CONNECTIONS = 16;
/** Requests that pay for what only the first ones do. */
const WARM_UP = 1_000;
/** So many more requests that the cache answers: they cost little, and their code is compiled late. */
const CACHED = 10;
/** How much of the processors requests may take: the rest is for peaks, jobs and the system. */
const UTILISATION = 0.5;
const HASHES = 20;

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '3000' },
    rounds: { type: 'string', default: '3' },
    'per-second': { type: 'string', default: '500' },
  },
});
const [requests, rounds, perSecond] = [values.requests, values.rounds, values['per-second']].map(Number) as [
  number,
  number,
  number,
];

const bench = await openBench({ durable: true });
const { app, db, connectionString } = await bench.site(1000, { logLevel: 'silent', role: 'web' });
const { dataDir } = app.dependencies.config;
const tokens = await addMembers(db, configOf(dataDir));
const ownFolder = path.join(dataDir, 'process');
mkdirSync(ownFolder);
const child: ChildProcess = fork(fileURLToPath(new URL('process.ts', import.meta.url)));
const { origin } = await ask<{ origin: string }>(child, { connectionString, dataDir: ownFolder });

let sent = 0;

/** Each from an IP of its own, so that limits do not interfere. */
function request(line: string, headers: Record<string, string>, body?: object): Buffer {
  sent += 1;
  const from = `198.${18 + ((sent >> 16) & 1)}.${(sent >> 8) & 255}.${sent & 255}`;
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  return encodeRequest(line, { 'x-forwarded-for': from, ...type, ...headers }, body && JSON.stringify(body));
}

const asMember = () => ({ authorization: `Bearer ${tokens[sent % MEMBERS]}` });
const anyTour = () => (sent % TOURS) + 1;
let unlocks = 0;
/** Three of them: so many that the searches of some seconds differ, which would come from the cache. */
const WORDS = (
  'hotel garden museum quiet tourism france harbour golden library pool spain castle winter restaurant ' +
  'observatory italy tower river old small grand north bridge market'
).split(' ');
const wordOf = (place: number) => WORDS[Math.floor(sent / WORDS.length ** place) % WORDS.length];
const search = () => [0, 1, 2].map(wordOf).join('+');

interface Kind {
  next: () => Buffer;
  /** Its share of the mix: mostly lists, some tours, few views, unlocks and searches, and a sign-in for 500 requests. */
  share: number;
  isCached?: boolean;
}

const KINDS: Record<string, Kind> = {
  "a guest's list, from the cache": {
    next: () => request('GET /api/vr360?limit=12', {}),
    share: 0.5,
    isCached: true,
  },
  "a member's list, from the cache": {
    next: () => request('GET /api/vr360?limit=12', asMember()),
    share: 0.2,
    isCached: true,
  },
  'one tour, from the cache for a second': {
    next: () => request(`GET /api/vr360/${anyTour()}`, asMember()),
    share: 0.2,
    isCached: true,
  },
  'a search that nobody has just made': {
    next: () => request(`GET /api/vr360?limit=12&q=${search()}`, {}),
    share: 0.01,
  },
  'a view': { next: () => request(`POST /api/vr360/${anyTour()}/view`, {}, {}), share: 0.068 },
  'an unlock': {
    next() {
      const tour = Math.floor(unlocks / MEMBERS) + 1;
      const authorization = `Bearer ${tokens[unlocks % MEMBERS]}`;
      unlocks += 1;
      return request(`POST /api/vr360/${tour}/access`, { authorization }, {});
    },
    share: 0.02,
  },
  'a sign-in, without its hash': {
    next: () =>
      request('POST /api/auth/login', {}, { email: emailOf((sent % MEMBERS) + 1), password: PASSWORD }),
    share: 0.002,
  },
};

async function send(next: () => Buffer, count: number): Promise<void> {
  let left = count;
  const lanes = Array.from({ length: CONNECTIONS }, async () => {
    const connection = new Connection(origin);
    while (left > 0) {
      left -= 1;
      const status = await connection.send(next());
      if (status !== 200) throw new Error(`a request was answered with ${status}`);
    }
    connection.close();
  });
  await Promise.all(lanes);
}

/** The processes of PostgreSQL, those that write and clean up included. */
async function postgres(): Promise<number[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>(
    'SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()',
  );
  await client.end();
  return rows.map(({ pid }) => pid);
}

/** How much the log of PostgreSQL and the database have grown so far, in bytes. */
async function written(): Promise<{ log: number; data: number }> {
  const { rows } = await sql<{ log: number; data: number }>`
    SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS log, pg_database_size(current_database())::float8 AS data
  `.execute(db);
  return rows[0] ?? { log: 0, data: 0 };
}

/** The memory of the process, in MB. */
function memoryMb(): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
}

/** Of one request: milliseconds of processor time, and bytes. */
interface Cost {
  node: number;
  postgres: number;
  log: number;
  data: number;
}

async function costOf({ next, isCached = false }: Kind): Promise<Cost> {
  const times = isCached ? CACHED : 1;
  const ofRound = requests * times;
  await send(next, WARM_UP * times);
  const measured: Pick<Cost, 'node' | 'postgres'>[] = [];
  const before = await written();
  for (let round = 0; round < rounds; round += 1) {
    const pids = [[child.pid ?? 0], await postgres()] as const;
    const [node, backends] = pids.map(cpuMsOf) as [number, number];
    await send(next, ofRound);
    measured.push({
      node: (cpuMsOf(pids[0]) - node) / ofRound,
      postgres: (cpuMsOf(pids[1]) - backends) / ofRound,
    });
  }
  const after = await written();
  const middle = (part: 'node' | 'postgres') => median(measured.map((each) => each[part]));
  const count = ofRound * rounds;
  return {
    node: middle('node'),
    postgres: middle('postgres'),
    log: (after.log - before.log) / count,
    data: (after.data - before.data) / count,
  };
}

/** The processor time of a password at its real cost, in milliseconds. */
async function hashMs(): Promise<number> {
  const { hash } = createPasswords(
    loadConfig({ DATA_DIR: dataDir, SECRET_KEY: 'a key for benchmarks, long enough for all' }),
  );
  await hash(PASSWORD);
  const before = process.cpuUsage();
  for (let index = 0; index < HASHES; index += 1) await hash(PASSWORD);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / HASHES;
}

function print(what: string, { node, postgres, log, data }: Cost): void {
  const aSecond = (milliseconds: number) => Math.floor((1000 * UTILISATION) / milliseconds);
  console.log(
    `${what.padEnd(40)} ${node.toFixed(3)} ms in Node, ${postgres.toFixed(3)} ms in PostgreSQL; a core at ` +
      `${UTILISATION * 100} %: ${aSecond(node + postgres)}/s of both; ${Math.round(log)} bytes of log, ${Math.round(data)} of data`,
  );
}

try {
  const mix: Cost = { node: 0, postgres: 0, log: 0, data: 0 };
  const hash = await hashMs();
  console.log(`a password: ${hash.toFixed(1)} ms in Node, on a thread of its own`);
  for (const [what, kind] of Object.entries(KINDS)) {
    const cost = await costOf(kind);
    print(what, cost);
    mix.node += kind.share * (cost.node + (what.startsWith('a sign-in') ? hash : 0));
    mix.postgres += kind.share * cost.postgres;
    mix.log += kind.share * cost.log;
    mix.data += kind.share * cost.data;
  }
  print('a request of the mix', mix);
  const cores = (milliseconds: number) => ((perSecond * milliseconds) / 1000 / UTILISATION).toFixed(1);
  console.log(
    `${perSecond} of them a second: ${cores(mix.node)} cores for Node, ${cores(mix.postgres)} for PostgreSQL`,
  );
  console.log(`memory of the process: ${memoryMb()} MB`);
} finally {
  child.kill('SIGKILL');
  await bench.close();
}
