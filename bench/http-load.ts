import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';

/** A server under load, in a process of its own, with what was measured so far. */
export interface Server {
  name: string;
  process: ChildProcess;
  origin: string;
  requestsPerSecond: number[];
  /** Requests for each second of processor time that the server spent. */
  requestsPerCpuSecond: number[];
}

/** Sends a message to a process and waits for its answer. */
export async function ask<Answer>(child: ChildProcess, message: object): Promise<Answer> {
  child.send(message);
  const [answer] = await once(child, 'message');
  return answer;
}

/**
 * Starts a program that answers its first message with `{ origin }` and `{ ask: 'cpu' }` with `{ cpuMs }`.
 *
 * @param program its file
 * @param message what it is told first
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
}

/**
 * Loads a server for some seconds and notes its rates.
 *
 * @throws {Error} when any answer is not 2xx
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
