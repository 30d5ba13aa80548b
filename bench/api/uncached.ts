/**
 * What reads cost that no cache answers, compared with a plain Fastify and pg server that answers the same bytes from the same
 * PostgreSQL (plain-server.ts). Servers and load are separate processes; runs alternate. Bodies are compared first.
 * The CPU time is that of the server's process plus that of its PostgreSQL backends, which /proc tells in nanoseconds.
 *
 *     node bench/api/uncached.ts [--rounds 5] [--seconds 3] [--connections 16] [--tours 100000] [--only "deep page"]
 */
import { fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { Connection, encodeRequest } from '../connection.ts';
import { ask } from '../http-load.ts';
import { median } from '../median.ts';

const RATE_LIMIT = 0.8;
const CPU_LIMIT = 1.25;
const WARM_UP = 3_000;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '16' },
    tours: { type: 'string', default: '100000' },
    only: { type: 'string' },
  },
});
const spawn = (file: string, args: string[] = []) =>
  fork(fileURLToPath(new URL(file, import.meta.url)), args);

const oriel = spawn('./uncached-oriel.ts', [values.tours]);
const plain = spawn('./plain-server.ts');
const { paths, connectionString } = await ask<{ paths: Record<string, string[]>; connectionString: string }>(
  oriel,
  { ask: 'paths' },
);
const servers = [
  { name: 'oriel', child: oriel, ...(await ask<{ origin: string }>(oriel, { ask: 'start' })) },
  {
    name: 'plain',
    child: plain,
    ...(await ask<{ origin: string }>(plain, { ask: 'start', connectionString })),
  },
];
type Server = (typeof servers)[number];

const observer = new pg.Client({ connectionString });
await observer.connect();

/** The CPU time of the PostgreSQL backends of a server so far, by process. */
async function backendMs({ name }: Server): Promise<Map<number, number>> {
  const { rows } = await observer.query<{ pid: number }>(
    'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1',
    [name],
  );
  return new Map(
    await Promise.all(
      rows.map(async ({ pid }): Promise<[number, number]> => {
        const text = await readFile(`/proc/${pid}/schedstat`, 'utf8').catch(() => '0');
        return [pid, Number(text.split(' ')[0]) / 1e6];
      }),
    ),
  );
}

interface Figures {
  rate: number;
  nodeMs: number;
  databaseMs: number;
}

/** @param requests how many there are at least */
async function measure(
  server: Server,
  urls: readonly string[],
  seconds: number,
  requests: number,
): Promise<Figures> {
  const messages = urls.map((url) => encodeRequest(`GET ${url}`, { host: new URL(server.origin).host }));
  const before = await backendMs(server);
  const { cpuMs } = await ask<{ cpuMs: number }>(server.child, { ask: 'cpu' });
  const began = performance.now();
  const end = began + seconds * 1000;
  let count = 0;
  await Promise.all(
    Array.from({ length: Number(values.connections) }, async () => {
      const connection = new Connection(server.origin);
      while (performance.now() < end || count < requests) {
        const message = messages[Math.floor(Math.random() * messages.length)];
        const status = await connection.send(message ?? Buffer.alloc(0));
        if (status !== 200) throw new Error(`${server.name} responded ${status}`);
        count += 1;
      }
      connection.close();
    }),
  );
  const elapsed = (performance.now() - began) / 1000;
  const nodeMs = (await ask<{ cpuMs: number }>(server.child, { ask: 'cpu' })).cpuMs - cpuMs;
  const after = await backendMs(server);
  const databaseMs = [...after].reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0);
  return { rate: count / elapsed, nodeMs: nodeMs / count, databaseMs: databaseMs / count };
}

async function compareBodies(urls: readonly string[]): Promise<void> {
  for (const url of urls) {
    const [ours, theirs] = await Promise.all(
      servers.map(async ({ origin }) => (await fetch(origin + url)).text()),
    );
    if (ours !== theirs) throw new Error(`the bodies of ${url} differ:\n${ours}\n${theirs}`);
  }
}

const of = (figures: readonly Figures[], what: keyof Figures) => median(figures.map((item) => item[what]));

try {
  const kinds = Object.entries(paths).filter(([kind]) => values.only === undefined || kind === values.only);
  for (const [kind, urls] of kinds) {
    await compareBodies(urls);
    // Until the code is compiled, whatever else the machine does.
    for (const server of servers) await measure(server, urls, 1, WARM_UP);
    const figures = servers.map((server) => ({ server, rounds: [] as Figures[] }));
    for (let round = 0; round < Number(values.rounds); round += 1) {
      for (const { server, rounds } of round % 2 === 0 ? figures : figures.toReversed())
        rounds.push(await measure(server, urls, Number(values.seconds), 500));
    }
    const [ours = [], theirs = []] = figures.map(({ rounds }) => rounds);
    for (const { server, rounds } of figures) {
      console.log(
        `${kind.padEnd(14)} ${server.name} ${of(rounds, 'rate').toFixed(0).padStart(6)}/s  ` +
          `Node ${of(rounds, 'nodeMs').toFixed(3)} ms  PostgreSQL ${of(rounds, 'databaseMs').toFixed(3)} ms`,
      );
    }
    const cpu = (item: Figures) => item.nodeMs + item.databaseMs;
    const rateRatio = median(ours.map(({ rate }, round) => rate / (theirs[round]?.rate ?? 0)));
    const cpuRatio = median(ours.map((item, round) => cpu(item) / cpu(theirs[round] ?? item)));
    const isKept = rateRatio >= RATE_LIMIT && cpuRatio <= CPU_LIMIT;
    console.log(
      `${kind.padEnd(14)} rate ${rateRatio.toFixed(2)} (limit ${RATE_LIMIT}), CPU ${cpuRatio.toFixed(2)} (limit ${CPU_LIMIT}) ` +
        `${isKept ? 'ok' : 'MISSED'}`,
    );
    if (!isKept) process.exitCode = 1;
  }
} finally {
  await observer.end();
  plain.send({ ask: 'stop' });
  oriel.send({ ask: 'stop' });
}
