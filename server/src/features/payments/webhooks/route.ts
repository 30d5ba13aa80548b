import type { FastifyInstance } from 'fastify';
import { AppError } from '../../../errors.ts';
import { noStore } from '../../../http/uncached-headers.ts';
import type { Payments } from '../context.ts';
import { handleWebhook } from './events.ts';

const MAX_BYTES = 256 * 1024;

/** `POST /api/payments/webhook`, for the gateway. A separate plugin, because the signature covers bytes, not JSON. */
export async function webhookRoute(
  app: FastifyInstance,
  { payments }: { payments: Payments },
): Promise<void> {
  noStore(app);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (_request, bytes, done) =>
    done(null, bytes),
  );
  app.route<{ Body: Buffer | undefined }>({
    method: 'POST',
    url: '/api/payments/webhook',
    bodyLimit: MAX_BYTES,
    config: { isNeverShed: true },
    schema: { summary: 'For the payment gateway: signed events, each taken once', tags: ['tokens'] },
    handler: async ({ body, headers }, reply) => {
      const signature = headers['x-razorpay-signature'];
      const eventId = headers['x-razorpay-event-id'];
      if (typeof signature !== 'string' || body === undefined) {
        throw new AppError(401, 'wrong_signature', 'The signature is not valid.');
      }
      await handleWebhook(payments, {
        body,
        signature,
        eventId: typeof eventId === 'string' && eventId !== '' ? eventId.slice(0, 200) : undefined,
      });
      return reply.send({ status: 'ok' });
    },
  });
}
