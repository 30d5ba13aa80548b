import type { FastifyInstance } from 'fastify';
import type { Payments } from './context.ts';
import { paymentRoutes } from './routes.ts';
import { webhookRoute } from './webhooks/route.ts';

/** Orders, their payments and receipts, and what the gateway reports of them. */
export async function paymentsPlugin(app: FastifyInstance, options: { payments: Payments }): Promise<void> {
  await app.register(paymentRoutes, options);
  await app.register(webhookRoute, options);
}
