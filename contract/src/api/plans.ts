import { z } from 'zod';
import { Done } from './accounts.ts';
import { InWorkspace, permittedEndpoint, WorkspaceId } from './endpoint.ts';

/** The plans of the pricing page. */
export const WorkspacePlan = z.enum(['free', 'pro', 'teams', 'enterprise']);
export type WorkspacePlan = z.infer<typeof WorkspacePlan>;

const Amount = z.number().int();
const Plan = WorkspacePlan.nullable().describe('Null for a workspace without a plan.');

/** What a workspace may hold, and what it holds. */
export const PlanUse = z
  .object({
    plan: Plan,
    planName: z.string().describe('As the pricing page names it; empty without a plan.'),
    limits: z.object({
      seats: Amount.nullable().describe('Null for no limit.'),
      tours: Amount.nullable().describe('Null for no limit.'),
      scenes: Amount.nullable().describe('Of all tours together; null for no limit.'),
      bytes: Amount,
      monthlyViews: Amount.nullable().describe('Null for no limit.'),
    }),
    use: z.object({
      seats: Amount.describe('Members of the team, and open invitations.'),
      tours: Amount,
      scenes: Amount,
      bytes: Amount,
      monthlyViews: Amount.describe(
        'Views of its tours since the month began, in UTC. Beyond the limit nothing is shut.',
      ),
    }),
  })
  .meta({ id: 'PlanUse' });
export type PlanUse = z.infer<typeof PlanUse>;

/** A workspace with its plan, as the staff see it. */
export const PlannedWorkspace = z
  .object({
    id: WorkspaceId,
    name: z.string(),
    plan: Plan,
    tours: Amount,
    scenes: Amount,
    monthlyViews: Amount.describe('Since the month began, in UTC.'),
    monthlyViewsLimit: Amount.nullable().describe('Of its plan; null for no limit.'),
  })
  .meta({ id: 'PlannedWorkspace' });
export type PlannedWorkspace = z.infer<typeof PlannedWorkspace>;

export const getWorkspacePlan = permittedEndpoint('workspace.read')('GET', '/api/studio/plan', {
  summary: 'What the workspace may hold by its plan, and what it holds',
  tag: 'studio',
  query: InWorkspace,
  response: PlanUse,
});

export const listWorkspacePlans = permittedEndpoint('plan.manage')('GET', '/api/console/plans', {
  summary: 'All workspaces with their plans and what they hold, by name',
  tag: 'console',
  response: z.object({
    workspaces: z.array(PlannedWorkspace),
    plans: z.array(z.object({ id: WorkspacePlan, name: z.string() })),
  }),
});

export const setWorkspacePlan = permittedEndpoint('plan.manage')('POST', '/api/console/plans/:workspaceId', {
  summary: 'Gives a workspace another plan; what it holds beyond its limits stays',
  tag: 'console',
  params: z.object({ workspaceId: z.string().min(1).max(100) }),
  body: z.strictObject({ plan: WorkspacePlan.nullable() }),
  response: Done,
  errors: ['workspace_not_found'],
});
