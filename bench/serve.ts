import type { FastifyInstance } from 'fastify';
import type { Bench } from './api/site.ts';

type Handler = (message: never) => Promise<object>;

/** Lets the measuring process start and stop an application by messages, and ask for what `handlers` return. */
export function serve(bench: Bench, app: FastifyInstance, handlers: Record<string, Handler> = {}): void {
  process.on('message', async (message: { ask: string }) => {
    if (message.ask === 'stop') {
      await bench.close();
      process.exit();
    }
    if (message.ask === 'start') {
      process.send?.({ origin: await app.listen({ host: '127.0.0.1', port: 0 }) });
    } else {
      process.send?.((await handlers[message.ask]?.(message as never)) ?? {});
    }
  });
}
