import type { Tier } from '@oriel/contract';
import * as contract from '@oriel/contract';
import type { FastifyInstance } from 'fastify';
import { nextPage } from '../../http/next-page.ts';
import { route } from '../../http/route.ts';
import { noStore } from '../../http/uncached-headers.ts';
import { type MovementSource, readHistory } from './history.ts';
import { expireTokens, presentWallet, readCurrentLots } from './service.ts';

export interface WalletOptions {
  /** A member's tier, and its end; null where it has none. */
  readPlan(memberId: string): Promise<{ tier: Tier; until: Date | null }>;
  /** The number of a member's tokens that are held for disputes. */
  readHeldTokens(memberId: string): Promise<number>;
  /** The other features that add to histories. */
  sources: readonly MovementSource[];
}

const HISTORY_PAGE = 50;
const LOTS_SHOWN = 100;

/** The API of a member's tokens. */
export async function walletRoutes(app: FastifyInstance, options: WalletOptions): Promise<void> {
  const { config, db } = app.dependencies;
  noStore(app);

  route(app, contract.getTokenSummary, async ({ caller }) => {
    const { memberId } = caller;
    const [{ sums, lots }, plan, heldBalance] = await Promise.all([
      readCurrentLots(db, memberId, LOTS_SHOWN),
      options.readPlan(memberId),
      options.readHeldTokens(memberId),
    ]);
    return {
      wallet: presentWallet(sums),
      pendingBalance: sums.pending,
      awaitingVerification: sums.awaiting_verification,
      heldBalance,
      referralLink: `${config.publicUrl}/join?ref=${memberId}`,
      subscriptionType: plan.tier,
      subscriptionUntil: plan.until?.toISOString() ?? null,
      lots: lots.map(({ kind, remaining, expires_at, available_at, awaits_verification }) => ({
        type: kind,
        tokens: remaining,
        expiresAt: expires_at.toISOString(),
        availableAt: available_at?.toISOString() ?? null,
        awaitsVerification: awaits_verification,
      })),
    };
  });

  route(app, contract.listMovements, async ({ query, caller, request, reply }) => {
    // So that the movements add up to the balance before the next periodic expiry, too.
    if (query.cursor === undefined) await expireTokens(db, caller.memberId);
    const { transactions, nextCursor } = await readHistory(db, options.sources, {
      memberId: caller.memberId,
      limit: query.limit ?? HISTORY_PAGE,
      cursor: query.cursor,
    });
    if (nextCursor !== undefined) reply.header('link', nextPage(request.url, nextCursor));
    return { transactions };
  });
}
