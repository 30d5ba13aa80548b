import { z } from 'zod';

/** The roles of an installation's staff, the highest first. There is exactly one owner. */
export const STAFF_ROLES = ['owner', 'operator', 'support', 'reviewer'] as const;
/** The roles in a workspace, the highest first. */
export const WORKSPACE_ROLES = ['owner', 'admin', 'editor', 'contributor', 'viewer'] as const;

export const StaffRole = z.enum(STAFF_ROLES);
export type StaffRole = z.infer<typeof StaffRole>;
export const WorkspaceRole = z.enum(WORKSPACE_ROLES);
export type WorkspaceRole = z.infer<typeof WorkspaceRole>;

/** Who has a permission. One without `workspace` concerns the installation, and no workspace. */
interface Grant {
  /** In their own workspace. */
  readonly workspace?: readonly WorkspaceRole[];
  /** In the installation; of a permission with `workspace`, in every workspace. */
  readonly staff: readonly StaffRole[];
}

const EDITORS = ['owner', 'admin', 'editor'] as const;
const MAKERS = [...EDITORS, 'contributor'] as const;
const ADMINS = ['owner', 'admin'] as const;
const OPERATORS = ['owner', 'operator'] as const;
const REVIEWERS = ['owner', 'operator', 'reviewer'] as const;

/** Who may do what. Everything that asks for a role asks this table: endpoints by their `audience`, pages by what it hides. */
export const PERMISSIONS = {
  'workspace.read': { workspace: WORKSPACE_ROLES, staff: OPERATORS },
  'workspace.update': { workspace: ADMINS, staff: [] },
  'workspace.transfer': { workspace: ['owner'], staff: [] },
  'tour.read': { workspace: WORKSPACE_ROLES, staff: REVIEWERS },
  'tour.write': { workspace: MAKERS, staff: [] },
  'tour.publish': { workspace: EDITORS, staff: [] },
  'tour.delete': { workspace: EDITORS, staff: [] },
  'media.read': { workspace: WORKSPACE_ROLES, staff: REVIEWERS },
  'media.write': { workspace: MAKERS, staff: [] },
  'media.delete': { workspace: EDITORS, staff: [] },
  'share-link.manage': { workspace: EDITORS, staff: [] },
  'statistics.read': { workspace: WORKSPACE_ROLES, staff: OPERATORS },
  'lead.read': { workspace: [...EDITORS, 'viewer'], staff: [] },
  'team.read': { workspace: MAKERS, staff: [] },
  'team.manage': { workspace: ADMINS, staff: [] },
  'invitation.manage': { workspace: ADMINS, staff: [] },
  'key.manage': { workspace: EDITORS, staff: [] },
  'audit.read': { workspace: ADMINS, staff: OPERATORS },
  'tour.review': { staff: REVIEWERS },
  'workspace.create': { staff: OPERATORS },
  'plan.manage': { staff: OPERATORS },
  'catalogue.manage': { staff: OPERATORS },
  'settings.manage': { staff: OPERATORS },
  'staff.read': { staff: OPERATORS },
  'staff.manage': { staff: OPERATORS },
  'ownership.transfer': { staff: ['owner'] },
  'audit.read-all': { staff: OPERATORS },
} as const satisfies Record<`${string}.${string}`, Grant>;

export type Permission = keyof typeof PERMISSIONS;

type PermissionWith<Scoped> = {
  [P in Permission]: (typeof PERMISSIONS)[P] extends Scoped ? P : never;
}[Permission];
/** Permissions in one workspace, which a request names. */
export type WorkspacePermission = PermissionWith<{ workspace: readonly WorkspaceRole[] }>;
/** Permissions in the installation. */
export type InstallationPermission = Exclude<Permission, WorkspacePermission>;

const GRANTS: Readonly<Record<Permission, Grant>> = PERMISSIONS;
const ALL = Object.keys(PERMISSIONS) as Permission[];

/** The name of a permission. */
export const PermissionName = z.enum(ALL as [Permission, ...Permission[]]);

/** Whether a permission concerns one workspace. */
export const isOfWorkspace = (permission: Permission): permission is WorkspacePermission =>
  GRANTS[permission].workspace !== undefined;

/** The roles of a member in the installation and in one workspace. */
export interface Roles {
  readonly staff?: StaffRole | undefined;
  readonly workspace?: WorkspaceRole | undefined;
}

/** Whether one of the roles has a permission. */
export function isPermitted(permission: Permission, { staff, workspace }: Roles): boolean {
  const grant = GRANTS[permission];
  return (
    (staff !== undefined && grant.staff.includes(staff)) ||
    (workspace !== undefined && grant.workspace?.includes(workspace) === true)
  );
}

/** All permissions of the roles. */
export const permissionsOf = (roles: Roles): Permission[] =>
  ALL.filter((permission) => isPermitted(permission, roles));

/** Who has a permission, in words for documents. */
export function describePermission(permission: Permission): string {
  const { workspace, staff } = GRANTS[permission];
  const parts = [
    ...(workspace === undefined || workspace.length === 0
      ? []
      : [`in the workspace: ${workspace.join(', ')}`]),
    ...(staff.length === 0 ? [] : [`of the staff: ${staff.join(', ')}`]),
  ];
  return `Needs the permission \`${permission}\` (${parts.join('; ')}).`;
}
