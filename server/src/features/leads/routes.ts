import { createLead as createLeadEndpoint } from '@oriel/contract';
import type { FastifyInstance } from 'fastify';
import type { LimitRule } from '../../http/rate-limit.ts';
import { route } from '../../http/route.ts';
import { createLead } from './service.ts';

/** What one address may send. */
const SENDING: LimitRule = { name: 'leads', max: 10, windowSeconds: 60 * 60 };

/** Requests that people send to the site. */
export async function leadRoutes(app: FastifyInstance): Promise<void> {
  route(
    app,
    createLeadEndpoint,
    async ({ body, caller }) => {
      await createLead(app.dependencies, body, caller.kind === 'member' ? caller.memberId : null);
      return { message: 'Thank you. Our team answers within 12 hours.' };
    },
    { limit: SENDING },
  );
}
