import { createHmac, hkdfSync } from 'node:crypto';
import type { AuditAction } from '@oriel/contract';
import type { Tx } from '../../../database/database.ts';
import { sourceOf } from '../../../rate-limit/client-source.ts';
import type { AuditActorKind } from '../tables.ts';
import { insertAuditEvent } from './store.ts';

/** Who changes something. */
export interface AuditActor {
  kind: AuditActorKind;
  /** The id of the member or key, or the name of the job or command. */
  id: string;
  /** The member for whom a key acts. */
  memberId?: string;
  /** Where the request came from; undefined without a request. */
  sourceDigest?: Buffer | undefined;
}

/** A change of which a row is kept. `before` and `after` hold ids, roles and names of workspaces, never of people. */
export interface AuditEntry {
  /** Undefined for what concerns the installation. */
  workspaceId?: string | undefined;
  actor: AuditActor;
  action: AuditAction;
  subject: { kind: string; id: string };
  before?: Record<string, unknown> | undefined;
  after?: Record<string, unknown> | undefined;
}

interface AuditCaller {
  memberId: string;
  keyId?: string;
}

/** The member who is responsible for a change: who made it, or for whom a key acts. */
export const memberBehind = ({ id, memberId = id }: AuditActor): string => memberId;

declare module 'fastify' {
  interface FastifyInstance {
    /** The member or key that sends a request, as the audit log names them. */
    auditActorOf(request: { ip: string }, caller: AuditCaller): AuditActor;
  }
}

/** Writes a row of the audit log, in the transaction of the change. */
export async function recordAudit(tx: Tx, entry: AuditEntry): Promise<void> {
  const { workspaceId, actor, action, subject, before, after } = entry;
  await insertAuditEvent(tx, {
    workspace_id: workspaceId ?? null,
    actor_kind: actor.kind,
    actor_id: actor.id,
    action,
    subject_kind: subject.kind,
    subject_id: subject.id,
    before: before === undefined ? null : JSON.stringify(before),
    after: after === undefined ? null : JSON.stringify(after),
    source_digest: actor.sourceDigest ?? null,
  });
}

/** Names the members and keys that send requests, with an HMAC of where they come from. */
export function createAuditActors(secretKey: string) {
  const key = new Uint8Array(hkdfSync('sha256', secretKey, '', 'oriel/audit/source/1', 32));
  return ({ ip }: { ip: string }, { memberId, keyId }: AuditCaller): AuditActor => ({
    ...(keyId === undefined ? { kind: 'member', id: memberId } : { kind: 'key', id: keyId, memberId }),
    sourceDigest: createHmac('sha256', key).update(sourceOf({ ip }).id).digest(),
  });
}
