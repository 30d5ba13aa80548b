import type { Permission } from '@oriel/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type FindRoles, findAccess, type StaffAccess, type WorkspaceAccess } from '../access.ts';
import { requireMember } from '../caller.ts';

declare module 'fastify' {
  interface FastifyInstance {
    findRoles: FindRoles;
  }
  interface FastifyRequest {
    /** The roles of the caller, where the endpoint needs a permission. */
    access: WorkspaceAccess | StaffAccess | undefined;
  }
}

/**
 * Refuses guests, and members without a permission, in the workspace that the query names if it concerns one. `route` calls
 * it for the endpoints of the contract; other routes call it once `request.caller` is known.
 *
 * @throws {AppError} 401 `not_signed_in`, and as `findAccess`
 */
export async function requirePermission(
  app: FastifyInstance,
  request: FastifyRequest,
  permission: Permission,
): Promise<void> {
  const { caller } = request;
  requireMember(caller);
  const { workspace } = request.query as { workspace?: unknown };
  const access = await findAccess(app.findRoles, caller.memberId, permission, workspace);
  // `findAccess` has checked that the parts are there that the permission is about.
  request.access = access as WorkspaceAccess | StaffAccess;
}
