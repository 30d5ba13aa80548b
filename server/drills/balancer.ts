import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const PROBE_EVERY_MS = 300;
const PROBE_TIMEOUT_MS = 5_000;
/** So many probes in a row must fail: on a busy machine one may be late. */
const FALL = 2;

interface Upstream {
  url: string;
  agent: Agent;
  /** Probes that failed since the last that did not. */
  failures: number;
  /** What the last one got. */
  state: string;
}

/** A balancer in front of web processes: takes turns between those whose `/readyz` is 200, and repeats nothing. */
export interface Balancer {
  /** Without a trailing slash. */
  url: string;
  /** Sends requests to a process that is ready. */
  add(url: string): void;
  /** Forgets a process that has ended. */
  remove(url: string): void;
  close(): Promise<void>;
}

function forward(upstream: Upstream, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method, headers, url = '/' } = incoming;
  const sent = request(new URL(url, upstream.url), { agent: upstream.agent, method, headers }, (response) => {
    const { connection: _, 'keep-alive': __, ...passed } = response.headers;
    outgoing.writeHead(response.statusCode ?? 502, passed);
    response.pipe(outgoing);
    // A response that breaks off must break off for the client too.
    response.once('error', () => outgoing.destroy());
  });
  sent.once('error', (error) => {
    if (outgoing.headersSent) return outgoing.destroy();
    outgoing.writeHead(502, { 'content-type': 'application/json' });
    outgoing.end(JSON.stringify({ code: 'bad_gateway', detail: `${upstream.url}: ${error.message}` }));
  });
  incoming.pipe(sent);
}

/** Asks for the state of a process until it is removed. */
async function probe(upstream: Upstream, isKnown: () => boolean): Promise<void> {
  for (; isKnown(); await sleep(PROBE_EVERY_MS)) {
    try {
      const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
      const response = await fetch(`${upstream.url}/readyz`, { signal });
      upstream.state = `${response.status} ${await response.text()}`;
      upstream.failures = response.ok ? 0 : upstream.failures + 1;
    } catch (error) {
      upstream.state = String(error);
      upstream.failures += 1;
    }
  }
}

/** Starts one on a free port of the loopback interface, with no process yet. */
export async function startBalancer(): Promise<Balancer> {
  const upstreams = new Map<string, Upstream>();
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const ready = [...upstreams.values()].filter(({ failures }) => failures < FALL);
    turn += 1;
    const upstream = ready[turn % ready.length];
    if (upstream !== undefined) return forward(upstream, incoming, outgoing);
    const states = [...upstreams.values()].map(({ url, state }) => `${url}: ${state}`);
    outgoing.writeHead(502, { 'content-type': 'application/json' });
    outgoing.end(
      JSON.stringify({ code: 'bad_gateway', detail: `no process is ready: ${states.join(', ')}` }),
    );
  });
  // Longer than clients reuse a connection, or one would be closed under a request.
  server.keepAliveTimeout = 120_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  function remove(url: string): void {
    upstreams.get(url)?.agent.destroy();
    upstreams.delete(url);
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add(url) {
      const upstream = { url, agent: new Agent({ keepAlive: true }), failures: 0, state: 'not asked yet' };
      upstreams.set(url, upstream);
      void probe(upstream, () => upstreams.get(url) === upstream);
    },
    remove,
    async close() {
      for (const url of upstreams.keys()) remove(url);
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
