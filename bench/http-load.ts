import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { median } from './median.ts';

/** A server under load, in a separate process, with its measurements so far. */
export interface Server {
  name: string;
  process: ChildProcess;
  origin: string;
  requestsPerSecond: number[];
  /** Requests for each second of processor time that the server spent. */
  requestsPerCpuSecond: number[];
}

/** Sends a message to a process and waits for its reply. */
export async function ask<Reply>(child: ChildProcess, message: object): Promise<Reply> {
  child.send(message);
  const [reply] = await once(child, 'message');
  return reply;
}

/**
 * Starts a program that replies to its first message with `{ origin }` and `{ ask: 'cpu' }` with `{ cpuMs }`.
 *
 * @param program its file
 * @param message the first message
 */
export async function start(name: string, program: URL, message: object): Promise<Server> {
  const child = fork(fileURLToPath(program));
  const { origin } = await ask<{ origin: string }>(child, message);
  return { name, process: child, origin, requestsPerSecond: [], requestsPerCpuSecond: [] };
}

interface Load {
  path: string;
  connections: number;
  headers?: Record<string, string>;
  /** Sent in turn on each connection. */
  requests?: { headers: Record<string, string> }[];
}

/**
 * Loads a server for some seconds and records its rates.
 *
 * @throws {Error} when any response is not 2xx
 */
export async function measure(server: Server, { path, ...load }: Load, seconds: number): Promise<void> {
  const before = await ask<{ cpuMs: number }>(server.process, { ask: 'cpu' });
  const result = await autocannon({ url: server.origin + path, duration: seconds, ...load });
  const after = await ask<{ cpuMs: number }>(server.process, { ask: 'cpu' });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${server.name}: ${result.non2xx} failures, ${result.errors} errors`);
  server.requestsPerSecond.push(result.requests.average);
  server.requestsPerCpuSecond.push((result.requests.total / (after.cpuMs - before.cpuMs)) * 1000);
}

/** Loads servers in turn, in rounds of some seconds after a warm-up, and prints the medians of their rates. */
export async function measureInTurn(
  servers: readonly Server[],
  load: Load,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<void> {
  for (const server of servers) {
    await measure(server, load, 2);
    server.requestsPerSecond.length = 0;
    server.requestsPerCpuSecond.length = 0;
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const server of round % 2 === 0 ? servers : servers.toReversed())
      await measure(server, load, seconds);
  }
  for (const { name, requestsPerSecond, requestsPerCpuSecond } of servers) {
    console.log(
      `${name.padEnd(16)} ${median(requestsPerSecond).toFixed(0).padStart(7)} requests/s ` +
        `${median(requestsPerCpuSecond).toFixed(0).padStart(7)} for each second of its processor time`,
    );
  }
}
