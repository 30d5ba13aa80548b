import * as contract from '@oriel/contract';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../database/database.ts';
import { route } from '../../http/route.ts';
import { noStore } from '../../http/uncached-headers.ts';
import {
  changePlan,
  countMonthlyViews,
  listPlannedWorkspaces,
  type PlanTable,
  readLimits,
  type TourCounts,
} from './service.ts';

export interface PlanDependencies {
  table: PlanTable;
  siteName: string;
  countTours(db: Db, workspaceId: string): Promise<TourCounts>;
  readUsedBytes(workspaceId: string): Promise<number>;
  countSeats(db: Db, workspaceId: string): Promise<number>;
}

/** Plans of workspaces: their limits, and who has which. */
export async function planRoutes(
  app: FastifyInstance,
  { table, siteName, countTours, readUsedBytes, countSeats }: PlanDependencies,
): Promise<void> {
  const { db } = app.dependencies;
  noStore(app);

  route(app, contract.getWorkspacePlan, async ({ access: { workspaceId } }) => {
    const { plan, planName, ...limits } = await readLimits(db, table, workspaceId);
    const counts = await countTours(db, workspaceId);
    const seats = await countSeats(db, workspaceId);
    const monthlyViews = await countMonthlyViews(db, workspaceId);
    const use = { ...counts, seats, monthlyViews, bytes: await readUsedBytes(workspaceId) };
    return { plan, planName, limits, use };
  });

  route(app, contract.listWorkspacePlans, async () => ({
    workspaces: await listPlannedWorkspaces(db, table, siteName),
    plans: [...table.plans].map(([id, { name }]) => ({ id, name })),
  }));

  route(app, contract.setWorkspacePlan, async ({ body, params, caller, request }) => {
    await changePlan(db, app.auditActorOf(request, caller), { ...params, ...body });
    return { message: 'The workspace has another plan.' };
  });
}
