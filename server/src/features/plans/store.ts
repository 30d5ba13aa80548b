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

/** All workspaces with their plans. @returns a null name for the first workspace while it is called as the site is */
export async function findPlannedWorkspaces(
  db: Db,
): Promise<{ id: string; name: string | null; plan: WorkspacePlan | null; tours: number; scenes: number }[]> {
  const { rows } = await sql<{
    id: string;
    name: string | null;
    plan: WorkspacePlan | null;
    tours: number;
    scenes: number;
  }>`
    SELECT w.id, w.name, w.plan, count(t.id)::integer AS tours,
      coalesce(sum(jsonb_array_length(coalesce(t.draft #> '{document,scenes}', '[]'))), 0)::integer AS scenes
    FROM workspaces AS w LEFT JOIN studio_tours AS t ON t.workspace_id = w.id
    GROUP BY w.id
  `.execute(db);
  return rows;
}
