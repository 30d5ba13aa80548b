import { type Insertable, sql } from 'kysely';
import type { Db, Tx } from '../../../database/database.ts';
import type { AuditActorKind, WorkspaceTables } from '../tables.ts';

/** A row with the names of whom and what it is about, as far as they are still known. */
export interface AuditRow {
  id: number;
  workspace_id: string | null;
  actor_kind: AuditActorKind;
  actor_id: string | null;
  actor_name: string | null;
  action: string;
  subject_kind: string;
  subject_id: string;
  subject_name: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  source: string | null;
  created_at: Date;
}

/** The rows to read. */
export interface AuditFilter {
  /** Undefined for all, the installation's own included. */
  workspaceId?: string | undefined;
  actorId?: string | undefined;
  /** Only what concerns the installation. */
  isOfInstallation?: boolean;
  /** The id or email of a member who did it or to whom it was done, or a part of their name. */
  person?: string | undefined;
  action?: string | undefined;
  /** Days (UTC), both included. */
  from?: string | undefined;
  to?: string | undefined;
  before?: number | undefined;
  limit: number;
}

export async function insertAuditEvent(
  tx: Tx,
  event: Insertable<WorkspaceTables['audit_events']>,
): Promise<void> {
  await tx.insertInto('audit_events').values(event).execute();
}

/** Rows of the audit log, the newest first. */
export async function findAuditEvents(
  db: Db,
  { workspaceId, isOfInstallation = false, actorId, person, action, from, to, before, limit }: AuditFilter,
): Promise<AuditRow[]> {
  const { rows } = await sql<AuditRow>`
    SELECT e.id, e.workspace_id, e.actor_kind, e.actor_id, e.action, e.subject_kind, e.subject_id, e.before, e.after,
      e.created_at, left(encode(e.source_digest, 'hex'), 8) AS source,
      CASE e.actor_kind
        WHEN 'member' THEN trim(actor.first_name || ' ' || actor.last_name)
        WHEN 'key' THEN (SELECT name FROM api_keys WHERE id = e.actor_id)
        ELSE e.actor_id
      END AS actor_name,
      CASE e.subject_kind
        WHEN 'member' THEN trim(subject.first_name || ' ' || subject.last_name)
        WHEN 'invitation' THEN (SELECT email FROM invitations WHERE id = e.subject_id)
        WHEN 'key' THEN (SELECT name FROM api_keys WHERE id = e.subject_id)
        WHEN 'workspace' THEN (SELECT name FROM workspaces WHERE id = e.subject_id)
        WHEN 'category' THEN (SELECT name FROM categories WHERE id = e.subject_id::integer)
        WHEN 'subcategory' THEN (SELECT name FROM subcategories WHERE id = e.subject_id::integer)
        WHEN 'tag' THEN (SELECT name FROM tags WHERE id = e.subject_id::integer)
      END AS subject_name
    FROM audit_events AS e
    LEFT JOIN members AS actor ON e.actor_kind = 'member' AND actor.id = e.actor_id
    LEFT JOIN members AS subject ON e.subject_kind = 'member' AND subject.id = e.subject_id
    WHERE (${workspaceId ?? null}::text IS NULL OR e.workspace_id = ${workspaceId ?? null})
      AND (${actorId ?? null}::text IS NULL OR (e.actor_kind = 'member' AND e.actor_id = ${actorId ?? null}))
      AND (NOT ${isOfInstallation}::boolean OR e.workspace_id IS NULL)
      AND (${person ?? null}::text IS NULL OR EXISTS (
        SELECT FROM members AS p
        WHERE (p.id = actor.id OR p.id = subject.id) AND (
          p.id = ${person ?? null} OR p.email = lower(${person ?? null})
          OR strpos(lower(p.first_name || ' ' || p.last_name), lower(${person ?? null})) > 0
        )
      ) OR e.actor_id = ${person ?? null} OR e.subject_id = ${person ?? null})
      AND (${action ?? null}::text IS NULL OR e.action = ${action ?? null})
      AND (${from ?? null}::date IS NULL OR e.created_at >= ${from ?? null}::date::timestamp AT TIME ZONE 'UTC')
      AND (${to ?? null}::date IS NULL OR e.created_at < (${to ?? null}::date + 1)::timestamp AT TIME ZONE 'UTC')
      AND (${before ?? null}::bigint IS NULL OR e.id < ${before ?? null})
    ORDER BY e.id DESC
    LIMIT ${limit}
  `.execute(db);
  return rows;
}

/** All workspaces by name. @param siteName of the one without a name */
export async function findAllWorkspaces(db: Db, siteName: string): Promise<{ id: string; name: string }[]> {
  const rows = await db.selectFrom('workspaces').select(['id', 'name']).orderBy('created_at').execute();
  return rows
    .map(({ id, name }) => ({ id, name: name ?? siteName }))
    .sort((a, b) => a.name.localeCompare(b.name));
}
