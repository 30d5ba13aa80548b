/**
 * How fast guests get the library page that was just requested, compared with servers that send a file of the same (Brotli)
 * bytes. Servers and load are separate processes; runs alternate.
 *
 *     node bench/pages/warm-page.ts [--rounds 7] [--seconds 4] [--connections 32]
 */
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { measureInTurn, type Server, start } from '../http-load.ts';
import { median } from '../median.ts';

const PAGE = '/experiences';
const ACCEPT_ENCODING = 'gzip, deflate, br';
const LIMIT = 0.5;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '4' },
    connections: { type: 'string', default: '32' },
  },
});

/** The page as it comes over the wire, still compressed. */
async function fetchRaw(url: string): Promise<{ headers: [string, string][]; body: Buffer }> {
  const [response] = await once(get(url, { headers: { 'accept-encoding': ACCEPT_ENCODING } }), 'response');
  const chunks: Buffer[] = await response.toArray();
  const perRequest = new Set(['date', 'connection', 'keep-alive', 'content-length']);
  const headers = Object.entries<string>(response.headers).filter(([name]) => !perRequest.has(name));
  return { headers, body: Buffer.concat(chunks) };
}

const load = {
  path: PAGE,
  connections: Number(values.connections),
  headers: { 'accept-encoding': ACCEPT_ENCODING },
};

const folder = await mkdtemp(path.join(tmpdir(), 'oriel-pages-'));
const oriel = await start('oriel', new URL('../api/hot-read-oriel.ts', import.meta.url), { ask: 'start' });
const servers = [oriel];
try {
  await fetchRaw(oriel.origin + PAGE);
  const { headers, body } = await fetchRaw(oriel.origin + PAGE);
  const file = path.join(folder, 'experiences');
  await writeFile(file, body);
  const program = new URL('./file-server.ts', import.meta.url);
  servers.push(await start('node:http, file', program, { kind: 'stream', file, headers }));
  servers.push(await start('@fastify/static', program, { kind: 'static', file, headers }));
  console.error(`measuring ${body.length} bytes`);
  await measureInTurn(servers, load, { rounds: Number(values.rounds), seconds: Number(values.seconds) });
  const best = (pick: (server: Server) => number[]) =>
    median(pick(oriel)) / Math.max(...servers.slice(1).map((server) => median(pick(server))));
  const ratio = best((server) => server.requestsPerSecond);
  const cpuRatio = best((server) => server.requestsPerCpuSecond);
  console.log(
    `ratio to the faster file server ${ratio.toFixed(2)}, by processor time ${cpuRatio.toFixed(2)} (limit ${LIMIT})`,
  );
  if (ratio < LIMIT || cpuRatio < LIMIT) process.exitCode = 1;
} finally {
  for (const server of servers) server.process.send({ ask: 'stop' });
  await rm(folder, { recursive: true });
}
