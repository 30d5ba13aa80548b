import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Lets the measuring process start a server by its first message, ask for its processor time, and stop it. */
export function servePeer<Message>(start: (message: Message) => Promise<string>): void {
  process.on('message', async (message: Message & { ask?: string }) => {
    if (message.ask === 'stop') process.exit();
    const reply = message.ask === 'cpu' ? cpuTime() : { origin: await start(message) };
    process.send?.(reply);
  });
}

/** The processor time that this process has spent, in milliseconds. */
export function cpuTime(): { cpuMs: number } {
  const { user, system } = process.cpuUsage();
  return { cpuMs: (user + system) / 1000 };
}

/** Starts a bare server on a free port of the loopback interface. @returns its origin */
export async function listen(handler: RequestListener): Promise<string> {
  const server = createServer(handler).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
