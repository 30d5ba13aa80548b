import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net';

export interface TcpProxy {
  port: number;
  /** Where new connections lead. */
  target: NetConnectOpts;
  /** How much later clients' bytes arrive at the target, so how much longer each round trip takes; 0 at first. */
  delayMs: number;
  /** Stops passing bytes in either direction, without closing anything: the network is gone without a word. */
  freeze(): void;
  /** Passes bytes again, also those that have arrived meanwhile. */
  thaw(): void;
  /** Never passes bytes of the present connections again, without closing them; new ones are not affected. */
  abandon(): void;
  /** Ends all connections; the clients see a reset. */
  reset(): void;
  close(): Promise<void>;
}

/** Does one thing after the other, each a while after it came; also where that while becomes shorter, none overtakes another. */
function createDelay(delayMs: () => number): (action: () => void) => void {
  const waiting: { due: number; action: () => void }[] = [];
  const wait = () => {
    const [next] = waiting;
    if (next === undefined) return;
    setTimeout(
      () => {
        waiting.shift();
        next.action();
        wait();
      },
      Math.max(0, next.due - performance.now()),
    );
  };
  return (action) => {
    if (delayMs() <= 0 && waiting.length === 0) return action();
    waiting.push({ due: performance.now() + delayMs(), action });
    if (waiting.length === 1) wait();
  };
}

/** Forwards TCP connections from a free port of the loopback interface, and misbehaves where a test wants it. */
export async function startTcpProxy(target: NetConnectOpts): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  const clients = new Set<Socket>();
  const abandoned = new Set<Socket>();
  let isFrozen = false;
  const server = createServer((incoming) => {
    const outgoing = connect(proxy.target);
    clients.add(incoming);
    incoming.once('close', () => clients.delete(incoming));
    for (const [from, to] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(from);
      const pass = from === incoming ? createDelay(() => proxy.delayMs) : (action: () => void) => action();
      from.on('data', (bytes) => pass(() => to.write(bytes)));
      from.on('end', () => pass(() => to.end()));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      if (isFrozen) from.pause();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy: TcpProxy = {
    port: (server.address() as AddressInfo).port,
    target,
    delayMs: 0,
    freeze() {
      isFrozen = true;
      for (const socket of sockets) socket.pause();
    },
    thaw() {
      isFrozen = false;
      for (const socket of sockets) socket.resume();
    },
    abandon() {
      for (const socket of sockets) {
        socket.pause();
        abandoned.add(socket);
      }
      sockets.clear();
    },
    reset() {
      for (const client of clients) client.resetAndDestroy();
    },
    async close() {
      proxy.reset();
      for (const socket of abandoned) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return proxy;
}
