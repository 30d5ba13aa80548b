import type { Permission } from '@oriel/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  type FindRoles,
  findAccess,
  type StaffAccess,
  type WorkspaceAccess,
  workspaceNotFound,
} from '../access.ts';
import { type KeyCaller, keyNotPermitted, requireMember } from '../caller.ts';

declare module 'fastify' {
  interface FastifyInstance {
    findRoles: FindRoles;
  }
  interface FastifyRequest {
    /** The roles of the caller, where the endpoint needs a permission. */
    access: WorkspaceAccess | StaffAccess | undefined;
  }
}

/** @throws {AppError} 403 `key_not_permitted`, 404 `workspace_not_found` */
function requireScope({ scopes, workspaceId }: KeyCaller, permission: Permission, workspace: unknown): void {
  if (!scopes.some((scope) => scope === permission)) throw keyNotPermitted();
  if (workspace !== undefined && workspace !== workspaceId) throw workspaceNotFound();
}

/**
 * Refuses guests, API keys without the scope, and members without a permission, in the workspace that the query names if it concerns one. `route` calls
 * it for the endpoints of the contract; other routes call it once `request.caller` is known.
 *
 * @throws {AppError} 401 `not_signed_in`, 403 `key_not_permitted`, and as `findAccess`
 */
export async function requirePermission(
  app: FastifyInstance,
  request: FastifyRequest,
  permission: Permission,
): Promise<void> {
  const { caller } = request;
  const { workspace } = request.query as { workspace?: unknown };
  if (caller.kind === 'key') requireScope(caller, permission, workspace);
  else requireMember(caller);
  const access = await findAccess(app.findRoles, caller.memberId, permission, workspace);
  // `findAccess` has checked that the parts are there that the permission is about.
  request.access = access as WorkspaceAccess | StaffAccess;
}
