/**
 * What one hostile request does to a neighbour: queries, headers and bodies of 16 kB, made of what costs most, go to every
 * route, one after the other, while a neighbour asks without a pause for the state of the server and the library list.
 * How long it waits at most meanwhile is compared with the same on the idle server, in the same run. What is above the limit
 * is tried twice more and counts with its best: the machine pauses now and then, an expensive request is so each time.
 *
 *     node bench/edge/worst-case.ts [--only /api/auth]
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Route } from '../../server/testing/fuzzed-requests.ts';
import { sendBytes } from '../../server/testing/raw-http.ts';
import { Connection, encodeRequest } from '../connection.ts';
import { ask } from '../http-load.ts';
import { median } from '../median.ts';
import { type Payload, payloadsFor } from './payloads.ts';

const LIMIT_MS = 100;
const ATTEMPTS = 3;
const IDLE_WINDOWS = 300;
const IDLE_WINDOW_MS = 20;

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });

const server = fork(fileURLToPath(new URL('./oriel.ts', import.meta.url)), {
  stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
});
const { origin } = await ask<{ origin: string }>(server, { ask: 'start' });
const routes = await ask<Route[]>(server, { ask: 'routes' });
const port = Number(new URL(origin).port);
const neighbour = new Connection(origin);
const ASKED = ['GET /healthz', 'GET /api/vr360?limit=12'].map((line) => encodeRequest(line, {}));

/** The longest wait of the neighbour for a response until `work` is done. */
async function longestWait(work: Promise<unknown>): Promise<number> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  let longest = 0;
  for (let count = 0; !isDone; count += 1) {
    const begun = performance.now();
    await neighbour.send(ASKED[count % ASKED.length] as Buffer);
    longest = Math.max(longest, performance.now() - begun);
  }
  await done;
  return longest;
}

let sources = 0;
/** Each from a different network, so that rate limits do not refuse it. */
function bytesOf(method: string, path: string, { search = '', headers = {}, body = '' }: Payload): Buffer {
  sources += 1;
  const target = path.replace(/:\w+/g, '1').replace('*', 'experiences') + search;
  const source = `2001:${(sources >> 8).toString(16)}:${(sources & 0xff).toString(16)}::1`;
  return encodeRequest(
    `${method} ${target}`,
    { connection: 'close', 'x-forwarded-for': source, 'content-type': 'application/json', ...headers },
    body,
  );
}

try {
  const warmUp = async () => {
    for (const { methods, path } of routes)
      await sendBytes(port, bytesOf(methods[0] as string, path, { name: 'warm-up' }), 30_000);
  };
  await longestWait(warmUp());
  const idleWindows: number[] = [];
  const idle = async () => {
    for (let count = 0; count < IDLE_WINDOWS; count += 1)
      idleWindows.push(await longestWait(new Promise((resolve) => setTimeout(resolve, IDLE_WINDOW_MS))));
  };
  await idle();
  let requests = 0;
  const worst: { wait: number; what: string }[] = [];
  for (const { methods, path } of routes) {
    for (const method of methods) {
      if (!path.startsWith(values.only)) continue;
      let longest = { wait: 0, what: '' };
      for (const payload of payloadsFor(method)) {
        let wait = Number.POSITIVE_INFINITY;
        for (let attempt = 0; attempt < ATTEMPTS && wait > LIMIT_MS; attempt += 1) {
          requests += 1;
          wait = Math.min(wait, await longestWait(sendBytes(port, bytesOf(method, path, payload), 120_000)));
        }
        if (wait > longest.wait) longest = { wait, what: `${method} ${path}, ${payload.name}` };
      }
      worst.push(longest);
    }
  }
  await idle();
  const atRest = median(idleWindows);
  const ranked = worst.toSorted((one, other) => other.wait - one.wait);
  for (const { wait, what } of ranked.slice(0, 8)) console.log(`${wait.toFixed(1)} ms: ${what}`);
  const excess = (ranked[0]?.wait ?? Number.NaN) - atRest;
  console.log(`${requests} requests of 16 kB to ${worst.length} routes`);
  console.log(
    `idle: the neighbour waits ${atRest.toFixed(1)} ms (median of windows), at most ${Math.max(...idleWindows).toFixed(1)} ms`,
  );
  console.log(
    `longest wait beside one of them, more than on the idle server: ${excess.toFixed(1)} ms (limit ${LIMIT_MS})`,
  );
  console.log(`of the limit: ${(excess / LIMIT_MS).toFixed(2)}`);
  if (!(excess <= LIMIT_MS)) process.exitCode = 1;
} finally {
  neighbour.close();
  server.send({ ask: 'stop' });
}
