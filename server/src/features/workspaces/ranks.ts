import { STAFF_ROLES, type StaffRole, WORKSPACE_ROLES, type WorkspaceRole } from '@oriel/contract';
import { AppError } from '../../errors.ts';

type AnyRole = StaffRole | WorkspaceRole;

/** The roles of a workspace or of the staff, the highest first. */
const rolesOf = (workspaceId: string | undefined): readonly AnyRole[] =>
  workspaceId === undefined ? STAFF_ROLES : WORKSPACE_ROLES;

/** Whether somebody with a role may give, change or take away another one: no role above their own. */
export function reaches(workspaceId: string | undefined, own: AnyRole, other: AnyRole): boolean {
  const roles = rolesOf(workspaceId);
  return roles.indexOf(own) <= roles.indexOf(other);
}

/** The error for a role above one's own. */
export function roleTooHigh(): AppError {
  return new AppError(403, 'role_too_high', 'You can neither give nor change a role above your own.');
}

/** @throws {AppError} 403 `role_too_high` unless all of the other roles are within reach of one's own */
export function requireReach(workspaceId: string | undefined, own: AnyRole, ...others: AnyRole[]): void {
  if (!others.every((other) => reaches(workspaceId, own, other))) throw roleTooHigh();
}

/** The error for a member without a role in the workspace or the staff. */
export function memberNotFound(): AppError {
  return new AppError(404, 'member_not_found', 'This member is not on the team.');
}
