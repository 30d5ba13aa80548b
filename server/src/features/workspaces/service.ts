import { type OwnRoles, permissionsOf } from '@oriel/contract';
import type { Db } from '../../database/database.ts';
import { findRoles, findWorkspacesOf } from './access/store.ts';

// The interface for other features.
export { findPermitted, findRoles, needsPrivacyCheck } from './access/store.ts';
export {
  type AuditActor,
  type AuditEntry,
  createAuditActors,
  memberBehind,
  recordAudit,
} from './audit/audit.ts';
export { countSeats } from './invitations/store.ts';
export { isKey, resolveKey } from './keys/keys.ts';

/** Where a member has a role, and what they may do there. @param siteName of a workspace without a name */
export async function readOwnRoles(
  db: Db,
  memberId: string,
  { siteName, reviewsTours }: { siteName: string; reviewsTours: boolean },
): Promise<OwnRoles> {
  const [{ staff }, workspaces] = await Promise.all([
    findRoles(db, memberId, undefined),
    findWorkspacesOf(db, memberId),
  ]);
  return {
    workspaces: workspaces.map(({ id, name, role, privacyCheck }) => ({
      id,
      name: name ?? siteName,
      role,
      permissions: permissionsOf({ staff, workspace: role }),
      privacyCheck,
    })),
    staff: staff === undefined ? null : { role: staff, permissions: permissionsOf({ staff }) },
    reviewsTours,
  };
}
