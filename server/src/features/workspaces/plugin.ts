import type { FastifyInstance } from 'fastify';
import type { Accounts } from '../accounts/service.ts';
import { auditRoutes } from './audit/routes.ts';
import type { RequireSeat } from './invitations/invitations.ts';
import { invitationRoutes } from './invitations/routes.ts';
import { keyRoutes } from './keys/routes.ts';
import { staffRoutes } from './staff/routes.ts';
import { teamRoutes } from './team/routes.ts';

/** Workspaces with their teams, the installation's staff, invitations to both, and the log of what was changed. */
export async function workspacesPlugin(
  app: FastifyInstance,
  options: { accounts: Accounts; siteName: string; requireSeat: RequireSeat },
): Promise<void> {
  await app.register(teamRoutes, options);
  await app.register(invitationRoutes, options);
  await app.register(keyRoutes);
  await app.register(staffRoutes, options);
  await app.register(auditRoutes, options);
}
