import { isPermitted, type Permission, STAFF_ROLES, type StaffMember, type StaffRole } from '@oriel/contract';
import { notPermitted } from '../../../access.ts';
import { type Db, inTransaction, type Tx } from '../../../database/database.ts';
import { deleteSecretsFor, requireRecentProof } from '../../accounts/service.ts';
import { type AuditEntry, recordAudit } from '../audit/audit.ts';
import { type Changer, presentPerson, sortPeople } from '../people.ts';
import { memberNotFound, requireReach, roleTooHigh } from '../ranks.ts';
import * as store from './store.ts';

/** The staff, by role and name. */
export async function readStaff(db: Db, ownId: string): Promise<StaffMember[]> {
  return sortPeople(STAFF_ROLES, await store.findStaff(db)).map((row) => presentPerson(row, ownId));
}

/**
 * The role that somebody has in the staff by now, which is locked until the end of the transaction.
 *
 * @throws {AppError} 403 `not_permitted`
 */
export async function lockOwnStaffRole(tx: Tx, memberId: string, permission: Permission): Promise<StaffRole> {
  await store.lockStaff(tx);
  const staff = await store.findStaffRole(tx, memberId);
  if (staff === undefined || !isPermitted(permission, { staff })) throw notPermitted();
  return staff;
}

/** Runs a change of a member's role in the staff. @param work gets that role, and one's own */
async function changeMember(
  db: Db,
  changer: Changer,
  { memberId, permission }: { memberId: string; permission: Permission },
  work: (
    tx: Tx,
    role: StaffRole,
    own: StaffRole,
  ) => Promise<Omit<AuditEntry, 'actor' | 'subject'> | undefined>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await requireRecentProof(tx, changer);
    const own = await lockOwnStaffRole(tx, changer.memberId, permission);
    const role = await store.findStaffRole(tx, memberId);
    if (role === undefined) throw memberNotFound();
    const change = await work(tx, role, own);
    if (change === undefined) return;
    await recordAudit(tx, { ...change, actor: changer.actor, subject: { kind: 'member', id: memberId } });
  });
}

/** The owner's role is not given or taken away like others, but transferred. */
function requireReachBelowOwner(own: StaffRole, ...others: StaffRole[]): void {
  if (others.includes('owner')) throw roleTooHigh();
  requireReach(undefined, own, ...others);
}

/**
 * Gives a member of the staff another role.
 *
 * @throws {AppError} 403 `not_permitted`, `role_too_high`, `reauthentication_required`, 404 `member_not_found`
 */
export async function changeStaffRole(
  db: Db,
  changer: Changer,
  { memberId, role }: { memberId: string; role: StaffRole },
): Promise<void> {
  await changeMember(db, changer, { memberId, permission: 'staff.manage' }, async (tx, before, own) => {
    requireReachBelowOwner(own, before, role);
    if (role === before) return undefined;
    await store.setStaffRole(tx, memberId, role);
    return { action: 'staff.role-changed', before: { role: before }, after: { role } };
  });
}

/** Takes a member off the staff. @throws {AppError} as `changeStaffRole` */
export async function removeStaff(
  db: Db,
  changer: Changer,
  { memberId }: { memberId: string },
): Promise<void> {
  await changeMember(db, changer, { memberId, permission: 'staff.manage' }, async (tx, before, own) => {
    requireReachBelowOwner(own, before);
    await store.deleteFromStaff(tx, memberId);
    return { action: 'staff.removed', before: { role: before } };
  });
}

/**
 * Makes another member of the staff the owner, and the owner an operator.
 *
 * @throws {AppError} 403 `not_permitted`, `reauthentication_required`, 404 `member_not_found`
 */
export async function transferOwnership(
  db: Db,
  changer: Changer,
  { memberId }: { memberId: string },
): Promise<void> {
  await changeMember(db, changer, { memberId, permission: 'ownership.transfer' }, async (tx, before) => {
    if (before === 'owner') return undefined;
    // In this order: there are never two owners.
    await store.setStaffRole(tx, changer.memberId, 'operator');
    await store.setStaffRole(tx, memberId, 'owner');
    // A link that was made before this owner must not depose them.
    await deleteSecretsFor(tx, 'owner-token');
    return {
      action: 'ownership.transferred',
      before: { owner: changer.memberId, role: before },
      after: { owner: memberId },
    };
  });
}
