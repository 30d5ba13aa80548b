import { isOfWorkspace, isPermitted, type Permission, type Roles, type StaffRole } from '@oriel/contract';
import { AppError } from './errors.ts';

/** The roles of a member who may send a request: in the workspace that it names, and in the installation. */
export interface WorkspaceAccess extends Roles {
  readonly workspaceId: string;
}

/** The role of a member of the staff. */
export interface StaffAccess {
  readonly staff: StaffRole;
}

/** What is stored about a member's roles. */
export interface FoundRoles extends Roles {
  /** Whether the workspace in question exists. */
  readonly isWorkspace: boolean;
}

/** Finds a member's roles in the installation and in a workspace. */
export type FindRoles = (memberId: string, workspaceId: string | undefined) => Promise<FoundRoles>;

const WORKSPACE_ID = /^w_[\w-]{22}$/;

/** The error for a member whose role lacks a permission. */
export function notPermitted(): AppError {
  return new AppError(403, 'not_permitted', 'Your role does not allow this.');
}

/** The error for a workspace that does not exist, or that the member has no role in. */
export function workspaceNotFound(): AppError {
  return new AppError(404, 'workspace_not_found', 'There is no such workspace.');
}

/**
 * Refuses a member without a permission. A workspace in which they have no role looks like one that does not exist.
 *
 * @param workspace what the request names as its workspace
 * @throws {AppError} 400 `workspace_missing`, 403 `not_permitted`, 404 `workspace_not_found`
 */
export async function findAccess(
  findRoles: FindRoles,
  memberId: string,
  permission: Permission,
  workspace: unknown,
): Promise<Roles & { workspaceId?: string }> {
  if (!isOfWorkspace(permission)) {
    const { staff } = await findRoles(memberId, undefined);
    if (!isPermitted(permission, { staff })) throw notPermitted();
    return { staff };
  }
  if (workspace === undefined)
    throw new AppError(400, 'workspace_missing', 'Please name the workspace: ?workspace=…');
  if (typeof workspace !== 'string' || !WORKSPACE_ID.test(workspace)) throw workspaceNotFound();
  const { isWorkspace, ...roles } = await findRoles(memberId, workspace);
  if (!isWorkspace) throw workspaceNotFound();
  if (!isPermitted(permission, roles)) {
    throw roles.workspace === undefined ? workspaceNotFound() : notPermitted();
  }
  return { ...roles, workspaceId: workspace };
}
