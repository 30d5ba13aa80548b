import type { FastifyInstance } from 'fastify';
import { ownOrigin } from '../http/own-origin.ts';
import { razorpaySandbox } from '../sandbox/razorpay/routes.ts';
import { embedRoutes } from './embeds.ts';
import { demoMailRoutes } from './mail-routes.ts';

/** The parts that only the demo has: embedded sample tours, the outbox of sent mails, and the payment sandbox. */
export async function demoPlugin(app: FastifyInstance): Promise<void> {
  const { payments } = app.dependencies.config;
  await app.register(embedRoutes);
  await app.register(demoMailRoutes);
  // It signs payments for anyone, so it must never have the keys of a real gateway.
  if (payments.apiUrl === undefined) {
    await app.register(razorpaySandbox, { ...payments, ownUrl: () => ownOrigin(app) });
  }
}
