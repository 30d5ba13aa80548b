/** A process that sends each of its connections' own requests in turn, as fast as responses come. */
import autocannon from 'autocannon';

export interface LoadRequest {
  origin: string;
  seconds: number;
  /** For each connection, its requests. Nothing is sent twice: running out is an error. */
  connections: { path: string; token: string; body: object }[][];
}

async function load({
  origin,
  seconds,
  connections,
}: LoadRequest): Promise<{ perSecond: number; count: number }> {
  const waiting = [...connections];
  const begin = performance.now();
  const result = await autocannon({
    url: origin,
    connections: connections.length,
    duration: seconds,
    setupClient(client) {
      const requests = waiting.shift() ?? [];
      client.setRequests(
        requests.map(({ path, token, body }) => ({
          method: 'POST' as const,
          path,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })),
      );
    },
  });
  const elapsed = (performance.now() - begin) / 1000;
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${result.non2xx} requests were refused, ${result.errors} broke off`);
  }
  const most = Math.min(...connections.map(({ length }) => length)) * connections.length;
  if (result['2xx'] > most * 0.9)
    throw new Error('the requests ran out: prepare more, or measure for a shorter time');
  return { perSecond: result['2xx'] / Math.min(elapsed, result.duration), count: result['2xx'] };
}

process.on('message', async (message: LoadRequest | 'stop') => {
  if (message === 'stop') process.exit();
  process.send?.(await load(message));
});
