import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SessionOwner } from '../accounts/service.ts';
import type { Changer } from './people.ts';

/** The member who sends a request that changes roles. */
export function changerOf(app: FastifyInstance, request: FastifyRequest, caller: SessionOwner): Changer {
  const { memberId, sessionId } = caller;
  return { memberId, sessionId, actor: app.auditActorOf(request, caller) };
}
