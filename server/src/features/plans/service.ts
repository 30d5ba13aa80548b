import type { PlannedWorkspace, WorkspacePlan } from '@oriel/contract';
import { workspaceNotFound } from '../../access.ts';
import { type Db, inTransaction, type Tx } from '../../database/database.ts';
import { AppError } from '../../errors.ts';
import { type AuditActor, recordAudit } from '../workspaces/service.ts';
import type { Limits, PlanTable } from './plans.ts';
import * as store from './store.ts';

export { type PlanTable, readPlanTable } from './plans.ts';
export { countMonthlyViews } from './store.ts';

/** The plan of a workspace with what it allows. */
export interface WorkspaceLimits extends Limits {
  plan: WorkspacePlan | null;
  /** As the pricing page names it; empty without a plan. */
  planName: string;
  bytes: number;
}

function limitsOf({ plans, defaultBytes }: PlanTable, row: store.PlanRow | undefined): WorkspaceLimits {
  if (row === undefined) throw new Error('there is no such workspace');
  const { plan, agreedBytes } = row;
  const limits = plan === null ? undefined : plans.get(plan);
  return {
    plan,
    planName: limits?.name ?? '',
    seats: limits?.seats ?? null,
    tours: limits?.tours ?? null,
    scenes: limits?.scenes ?? null,
    monthlyViews: limits?.monthlyViews ?? null,
    bytes: agreedBytes ?? limits?.bytes ?? defaultBytes,
  };
}

/** What a workspace may hold. */
export async function readLimits(
  db: Db | Tx,
  table: PlanTable,
  workspaceId: string,
): Promise<WorkspaceLimits> {
  return limitsOf(table, await store.findPlan(db, workspaceId));
}

/** Like `readLimits`; whatever the workspace gets, it gets one after the other until the transaction ends. */
export async function lockLimits(tx: Tx, table: PlanTable, workspaceId: string): Promise<WorkspaceLimits> {
  return limitsOf(table, await store.lockPlan(tx, workspaceId));
}

/** How many tours and scenes a workspace has, or gets. */
export interface TourCounts {
  tours: number;
  scenes: number;
}

/** "1 scene", "1,200 scenes" */
function countOf(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

/**
 * Holds the limits of a workspace's plan against what is to be added to it.
 *
 * @param readUse counts what the workspace has, after others have finished
 * @throws {AppError} 409 `quota_reached` with what is left
 */
export async function requireRoom(
  tx: Tx,
  table: PlanTable,
  workspaceId: string,
  { added, readUse }: { added: TourCounts; readUse: () => Promise<TourCounts> },
): Promise<void> {
  if (added.tours <= 0 && added.scenes <= 0) return;
  const limits = await lockLimits(tx, table, workspaceId);
  if (limits.tours === null && limits.scenes === null) return;
  const use = await readUse();
  for (const [name, noun] of [
    ['tours', 'tour'],
    ['scenes', 'scene'],
  ] as const) {
    const limit = limits[name];
    if (limit === null || added[name] <= 0 || use[name] + added[name] <= limit) continue;
    throw quotaReached(limits.planName, { limit, noun, left: Math.max(0, limit - use[name]) });
  }
}

function quotaReached(
  planName: string,
  { limit, noun, left }: { limit: number; noun: string; left: number },
): AppError {
  const rest = left === 0 ? 'none is left' : `${left.toLocaleString('en')} ${left === 1 ? 'is' : 'are'} left`;
  const detail = `The plan ${planName} has ${countOf(limit, noun)}, of which ${rest}.`;
  return new AppError(409, 'quota_reached', detail);
}

/**
 * Holds the seats of a workspace's plan against one more. The lock of the workspace is held.
 *
 * @param taken how many are taken
 * @throws {AppError} 409 `quota_reached`
 */
export async function requireSeat(
  tx: Tx,
  table: PlanTable,
  workspaceId: string,
  taken: number,
): Promise<void> {
  const { seats, planName } = await readLimits(tx, table, workspaceId);
  if (seats !== null && taken >= seats) throw quotaReached(planName, { limit: seats, noun: 'seat', left: 0 });
}

/** Gives a workspace another plan. @throws {AppError} 404 `workspace_not_found` */
export async function changePlan(
  db: Db,
  actor: AuditActor,
  { workspaceId, plan }: { workspaceId: string; plan: WorkspacePlan | null },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const before = await store.lockPlan(tx, workspaceId);
    if (before === undefined) throw workspaceNotFound();
    if (before.plan === plan) return;
    await store.updatePlan(tx, workspaceId, plan);
    await recordAudit(tx, {
      workspaceId,
      actor,
      action: 'workspace.plan-changed',
      subject: { kind: 'workspace', id: workspaceId },
      before: { plan: before.plan },
      after: { plan },
    });
  });
}

/** All workspaces with their plans, by name. @param siteName of the workspace without a name */
export async function listPlannedWorkspaces(
  db: Db,
  { plans }: PlanTable,
  siteName: string,
): Promise<PlannedWorkspace[]> {
  const rows = await store.findPlannedWorkspaces(db);
  return rows
    .map(({ name, ...row }) => ({
      ...row,
      name: name ?? siteName,
      monthlyViewsLimit: (row.plan && plans.get(row.plan)?.monthlyViews) ?? null,
    }))
    .sort((a, b) => a.name.localeCompare(b.name));
}
