import * as contract from '@oriel/contract';
import type { FastifyInstance } from 'fastify';
import { inTransaction } from '../../../database/database.ts';
import { AppError } from '../../../errors.ts';
import { route } from '../../../http/route.ts';
import { noStore } from '../../../http/uncached-headers.ts';
import type { Accounts } from '../context.ts';
import { describeDevice, deviceOf } from '../sessions/device.ts';
import { endSession, endSessions, findSessions } from '../sessions/store.ts';
import { presentSecurityEvent, recordSecurityEvent } from './security-events.ts';
import { reauthenticate, requireRecentProof } from './step-up.ts';
import { findSecurityEvents } from './store.ts';

/** Endpoints for sessions, security events and renewed proofs of identity. */
export async function securityRoutes(
  app: FastifyInstance,
  { accounts }: { accounts: Accounts },
): Promise<void> {
  const { db } = accounts;
  noStore(app);

  route(app, contract.reauthenticate, async ({ body, caller, request }) => {
    const validUntil = await reauthenticate(accounts, caller, body, deviceOf(accounts, request));
    return { message: 'Thank you, it is confirmed that it is you.', validUntil: validUntil.toISOString() };
  });

  route(app, contract.listSecurityEvents, async ({ query, caller }) => {
    const { limit, before } = query;
    const events = await findSecurityEvents(db, caller.memberId, { limit: limit + 1, before });
    return {
      events: events.slice(0, limit).map((event) => presentSecurityEvent(event, caller.sessionId)),
      hasMore: events.length > limit,
    };
  });

  route(app, contract.listSessions, async ({ caller }) => {
    const sessions = await findSessions(db, caller.memberId);
    return {
      sessions: sessions.map((session) => ({
        id: session.id,
        device: describeDevice(session.user_agent),
        createdAt: session.created_at.toISOString(),
        lastUsedAt: session.last_used_at.toISOString(),
        isCurrent: session.id === caller.sessionId,
      })),
    };
  });

  route(app, contract.endSession, async ({ params, caller, request }) => {
    await inTransaction(db, async (tx) => {
      await requireRecentProof(tx, caller);
      const ended = await endSession(tx, caller.memberId, params.id, 'ended-elsewhere');
      if (ended === undefined) throw new AppError(404, 'session_not_found', 'There is no such session.');
      await recordSecurityEvent(tx, accounts, {
        ...caller,
        kind: 'session-ended',
        detail: describeDevice(ended.user_agent),
        device: deviceOf(accounts, request),
      });
    });
    return { message: 'That session is signed out.' };
  });

  route(app, contract.endOtherSessions, async ({ caller, request }) => {
    const { memberId, sessionId } = caller;
    await inTransaction(db, async (tx) => {
      await requireRecentProof(tx, caller);
      const ended = await endSessions(tx, memberId, 'ended-elsewhere', sessionId);
      if (ended === 0) return;
      await recordSecurityEvent(tx, accounts, {
        ...caller,
        kind: 'session-ended',
        detail: 'All other devices',
        device: deviceOf(accounts, request),
      });
    });
    return { message: 'You are signed in nowhere but here.' };
  });
}
