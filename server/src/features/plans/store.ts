import type { WorkspacePlan } from '@oriel/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../database/database.ts';

/** The plan of a workspace, and how many bytes were agreed upon for it alone. */
export interface PlanRow {
  plan: WorkspacePlan | null;
  agreedBytes: number | null;
}

const byId = (db: Db | Tx, workspaceId: string) =>
  db.selectFrom('workspaces').select(['plan', 'storage_bytes as agreedBytes']).where('id', '=', workspaceId);

export async function findPlan(db: Db | Tx, workspaceId: string): Promise<PlanRow | undefined> {
  return byId(db, workspaceId).executeTakeFirst();
}

/** Like `findPlan`; others who want to know wait until the transaction ends, and so count what it has added. */
export async function lockPlan(tx: Tx, workspaceId: string): Promise<PlanRow | undefined> {
  return byId(tx, workspaceId).forNoKeyUpdate().executeTakeFirst();
}

export async function updatePlan(tx: Tx, workspaceId: string, plan: WorkspacePlan | null): Promise<void> {
  await tx.updateTable('workspaces').set({ plan }).where('id', '=', workspaceId).execute();
}

/** Views of a tour since the month began, in UTC: a few rows a day, which the index finds. */
const MONTHLY_VIEWS = sql`
  SELECT coalesce(sum(v.views), 0)::bigint FROM experience_views AS v
  WHERE v.experience_id = t.experience_id
    AND v.day >= date_trunc('month', now() AT TIME ZONE 'UTC')::date
`;

/** The views of all tours of a workspace since the month began. */
export async function countMonthlyViews(db: Db, workspaceId: string): Promise<number> {
  const { rows } = await sql<{ views: number }>`
    SELECT coalesce(sum((${MONTHLY_VIEWS})), 0)::bigint AS views
    FROM studio_tours AS t WHERE t.workspace_id = ${workspaceId} AND t.experience_id IS NOT NULL
  `.execute(db);
  return rows[0]?.views ?? 0;
}

export interface PlannedWorkspaceRow {
  id: string;
  /** Null for the first workspace while it is called as the site is. */
  name: string | null;
  plan: WorkspacePlan | null;
  tours: number;
  scenes: number;
  monthlyViews: number;
}

/** All workspaces with their plans, and what they hold. */
export async function findPlannedWorkspaces(db: Db): Promise<PlannedWorkspaceRow[]> {
  const { rows } = await sql<PlannedWorkspaceRow>`
    SELECT w.id, w.name, w.plan, count(t.id)::integer AS tours,
      coalesce(sum(jsonb_array_length(coalesce(t.draft #> '{document,scenes}', '[]'))), 0)::integer AS scenes,
      coalesce(sum((${MONTHLY_VIEWS})), 0)::bigint AS "monthlyViews"
    FROM workspaces AS w LEFT JOIN studio_tours AS t ON t.workspace_id = w.id
    GROUP BY w.id
  `.execute(db);
  return rows;
}
