import type { FastifyInstance } from 'fastify';
import { ownOrigin } from '../http/own-origin.ts';
import { razorpaySandbox } from '../sandbox/razorpay/routes.ts';
import { embedRoutes } from './embeds.ts';
import { demoMailRoutes } from './mail-routes.ts';

/** What only the demo has: embedded sample tours, a mailbox that shows sent mails, and a stand-in for the payment gateway. */
export async function demoPlugin(app: FastifyInstance): Promise<void> {
  const { payments } = app.dependencies.config;
  await app.register(embedRoutes);
  await app.register(demoMailRoutes);
  // Its keys are public: it must never know the keys of a real gateway.
  if (payments.apiUrl === undefined) {
    await app.register(razorpaySandbox, { ...payments, ownAddress: () => ownOrigin(app) });
  }
}
