/**
 * How fast search suggestions are while the server carries 200 requests a second, with 100,000 experiences. Each text is asked
 * for once, so that no cache answers it. Server and load are separate processes.
 *
 *     node bench/api/suggestions.ts [--seconds 20] [--rate 200] [--large 100000]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openBench } from './site.ts';

const P95_LIMIT_MS = 60;
const SUGGESTION_EVERY_MS = 50;
const READS = ['', '&sort=new', '&sort=popular', '&category=Arts%20%26%20Culture', '&tag=terrace'];
const STARTS =
  'hotel,garden,museum,quiet harbour,golden library,restau,muse,harb,libr,obser,restarant,musuem,libary,portugal,bel,vel,mon,gar,sea view,terr'.split(
    ',',
  );
const ENDS = 'abcdefghijklmnopqrstuvwxyz';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    rate: { type: 'string', default: '200' },
    large: { type: 'string', default: '100000' },
    origin: { type: 'string' },
  },
});

/** Texts as they are typed: whole words, and the first letters of a second one. */
function* texts(): Generator<string> {
  for (const end of ENDS) for (const start of STARTS) yield `${start} ${end}`;
  for (const start of STARTS)
    for (let length = 1; length <= start.length; length += 1) yield start.slice(0, length);
}

async function load(origin: string): Promise<void> {
  const read = async (path: string) => {
    const begun = performance.now();
    const response = await fetch(origin + path);
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return performance.now() - begun;
  };
  let reads = 0;
  const timer = setInterval(() => {
    void read(`/api/vr360?limit=12${READS[reads % READS.length] ?? ''}`);
    reads += 1;
  }, 1000 / Number(values.rate));
  await wait(2000);
  const times: number[] = [];
  const until = performance.now() + Number(values.seconds) * 1000;
  for (const text of texts()) {
    if (performance.now() > until) break;
    const ms = await read(`/api/suggestions?q=${encodeURIComponent(text)}`);
    times.push(ms);
    await wait(Math.max(0, SUGGESTION_EVERY_MS - ms));
  }
  clearInterval(timer);
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(1);
  const isFast = Number(at(0.95)) <= P95_LIMIT_MS;
  console.log(
    `${times.length} suggestions beside ${values.rate} requests a second, ${values.large} experiences: median ${at(0.5)} ms, ` +
      `p95 ${at(0.95)} ms, longest ${at(1)} ms (limit ${P95_LIMIT_MS} ms at p95) ${isFast ? 'ok' : 'TOO SLOW'}`,
  );
  if (!isFast) process.exitCode = 1;
}

async function serve(): Promise<void> {
  const bench = await openBench();
  try {
    const { app } = await bench.site(Number(values.large));
    const origin = await app.listen({ port: 0, host: '127.0.0.1' });
    const child = fork(fileURLToPath(import.meta.url), [...process.argv.slice(2), '--origin', origin]);
    const [code] = await once(child, 'exit');
    process.exitCode = code;
  } finally {
    await bench.close();
  }
}

await (values.origin === undefined ? serve() : load(values.origin));
