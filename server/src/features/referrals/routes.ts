import { visitReferral } from '@oriel/contract';
import type { FastifyInstance } from 'fastify';
import type { LimitRule } from '../../http/rate-limit.ts';
import { route } from '../../http/route.ts';
import type { Referrals } from './service.ts';

const VISITS: LimitRule = { name: 'referral-visits', max: 60, windowSeconds: 10 * 60 };

/** The call of the page that links of members lead to. */
export async function referralRoutes(
  app: FastifyInstance,
  { referrals }: { referrals: Referrals },
): Promise<void> {
  const { db } = app.dependencies;

  route(
    app,
    visitReferral,
    async ({ body, reply }) => {
      reply.header('cache-control', 'no-store');
      const { expiresAt, ...visit } = await referrals.visit(db, body.referralCode);
      return { referral: { ...visit, expiresAt: expiresAt.toISOString() } };
    },
    { limit: VISITS, bearer: 'optional' },
  );
}
