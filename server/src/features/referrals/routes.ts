import { getReferrals, visitReferral } from '@oriel/contract';
import type { FastifyInstance } from 'fastify';
import { route } from '../../http/route.ts';
import { noStore } from '../../http/uncached-headers.ts';
import type { RateLimitRule } from '../../rate-limit/rate-limit.ts';
import { countReferred } from '../accounts/service.ts';
import type { Referrals } from './service.ts';
import { findRewards, sumRewards } from './store.ts';

const VISITS: RateLimitRule = { name: 'referral-visits', max: 60, windowSeconds: 10 * 60 };

/** Beside the first requests, once for each start of a process: in most there is nothing to do. */
function recordMailboxesOnce(app: FastifyInstance, referrals: Referrals): void {
  const { db } = app.dependencies;
  const stopping = new AbortController();
  let recording: Promise<void> | undefined;
  app.addHook('onReady', async () => {
    recording = referrals
      .recordMailboxes(db, stopping.signal)
      .catch((error: unknown) => app.log.warn({ err: error }, "could not record members' mailboxes"));
  });
  app.addHook('onClose', async () => {
    stopping.abort();
    await recording;
  });
}

/** The calls of the page that links of members lead to, and of what a member sees of their own link. */
export async function referralRoutes(
  app: FastifyInstance,
  { referrals }: { referrals: Referrals },
): Promise<void> {
  const { config, db } = app.dependencies;
  const { welcomeTokens, newcomerTokens } = config.referrals;
  noStore(app);
  recordMailboxesOnce(app, referrals);

  route(app, visitReferral, { limit: VISITS, bearer: 'optional' }, async ({ body }) => {
    const { expiresAt, ...visit } = await referrals.visit(db, body.referralCode);
    return { referral: { ...visit, expiresAt: expiresAt.toISOString(), welcomeTokens } };
  });

  route(app, getReferrals, async ({ caller }) => {
    const { memberId } = caller;
    const [joined, sums, rewards] = await Promise.all([
      countReferred(db, memberId),
      sumRewards(db, memberId),
      findRewards(db, memberId),
    ]);
    return {
      joined,
      ...sums,
      welcomeTokens,
      newcomerTokens,
      rewards: rewards.map(({ date, ...reward }) => ({ ...reward, date: date.toISOString() })),
    };
  });
}
