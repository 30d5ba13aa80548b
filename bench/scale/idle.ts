/**
 * What a process of an installation costs without visitors: statements a second at the database, and the share of a core. With a real
 * PostgreSQL, and a payment gateway that has nothing to list.
 *
 *     node bench/scale/idle.ts [--seconds 120]
 */
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { chmod, mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../server/src/embedded/postgres.ts';
import { startServer } from '../../server/testing/server-process.ts';
import { cpuMsOf } from '../cpu.ts';

const LIMITS = { statements: 5, core: 0.005 };
/** By then what a process does once after its start has ended, such as a check of the whole ledger. */
const SETTLE_SECONDS = 90;
/** How many of the most frequent statements are shown. */
const KINDS = 20;
/** How much of a statement tells what it is. */
const KIND_LENGTH = 90;

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '120' } } });
const seconds = Number(values.seconds);

const folder = await mkdtemp(path.join(tmpdir(), 'oriel-idle-'));
await chmod(folder, 0o755);
const postgres = await startEmbeddedPostgres({ dataDir: folder, durable: true, report: () => undefined });
const admin = new pg.Client({ connectionString: postgres.connectionStringFor('oriel') });
await admin.connect();
const gateway = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ entity: 'collection', count: 0, items: [] }));
}).listen(0, '127.0.0.1');
await once(gateway, 'listening');

const environment = {
  DATABASE_URL: postgres.connectionString,
  SECRET_KEY: 'a key for benchmarks, long enough for all',
  LOG_LEVEL: 'info',
  RAZORPAY_API: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`,
  RAZORPAY_KEY_ID: 'rzp_test_idle',
  RAZORPAY_KEY_SECRET: 'an idle key',
  RAZORPAY_WEBHOOK_SECRET: 'an idle secret',
};

/** Has PostgreSQL write each statement of new and present connections to its log, or stop that. */
async function logStatements(what: 'all' | 'none'): Promise<void> {
  await admin.query(`ALTER SYSTEM SET log_statement = '${what}'`);
  await admin.query('SELECT pg_reload_conf()');
  await sleep(1_000);
}

/** The statements in PostgreSQL's log, each in one line. */
function logged(): string[] {
  const text = readFileSync(path.join(folder, 'postgres.log'), 'utf8');
  return [...text.matchAll(/LOG: {2}(?:statement|execute [^:]*): ([\s\S]*?)\n(?=\d{4}-\d\d-\d\d )/g)].map(
    ([, statement]) => (statement ?? '').replaceAll(/\s+/g, ' ').trim(),
  );
}

/** Measures a process of a role, and prints what it costs. @returns whether it keeps the limits */
async function measure(role: string): Promise<boolean> {
  const server = await startServer(path.join(folder, role), { ...environment, ORIEL_ROLE: role });
  const pids = [server.child.pid ?? 0];
  await sleep(SETTLE_SECONDS * 1000);
  await logStatements('all');
  const [before, cpuBefore] = [logged().length, cpuMsOf(pids)];
  await sleep(seconds * 1000);
  const statements = logged().slice(before);
  const core = (cpuMsOf(pids) - cpuBefore) / 1000 / seconds;
  await logStatements('none');
  server.child.kill('SIGTERM');
  await server.exit;
  const perSecond = statements.length / seconds;
  const isKept = perSecond <= LIMITS.statements && core <= LIMITS.core;
  console.log(
    `${role}: ${perSecond.toFixed(1)} statements a second (limit ${LIMITS.statements}), ` +
      `${(core * 100).toFixed(2)} % of a core (limit ${LIMITS.core * 100})${isKept ? '' : ' MISSED'}`,
  );
  const kinds = [...Map.groupBy(statements, (statement) => statement.slice(0, KIND_LENGTH))]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .slice(0, KINDS);
  for (const [kind, { length }] of kinds) console.error(`  ${(length / seconds).toFixed(2)}/s ${kind}`);
  return isKept;
}

try {
  const kept = [await measure('web'), await measure('worker')];
  process.exitCode = kept.every(Boolean) ? 0 : 1;
} finally {
  gateway.close();
  await admin.end();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
