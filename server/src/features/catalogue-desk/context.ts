import type { Db } from '../../database/database.ts';
import type { AuditActor } from '../workspaces/service.ts';

/** What a change at the desk needs. */
export interface DeskContext {
  db: Db;
  /** The cached responses that a change clears. */
  cache: { clear(): void };
  actor: AuditActor;
}
