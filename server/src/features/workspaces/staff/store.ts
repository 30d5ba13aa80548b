import type { StaffRole } from '@oriel/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../database/database.ts';
import type { PersonRow } from '../people.ts';

/** Locks the staff until the end of the transaction: it changes one member after the other. Reading goes on. */
export async function lockStaff(tx: Tx): Promise<void> {
  await sql`LOCK TABLE staff IN SHARE ROW EXCLUSIVE MODE`.execute(tx);
}

export async function findStaff(db: Db): Promise<PersonRow<StaffRole>[]> {
  return db
    .selectFrom('staff')
    .innerJoin('members', 'members.id', 'member_id')
    .select([
      'member_id as memberId',
      'first_name as firstName',
      'last_name as lastName',
      'email',
      'avatar',
      'staff.created_at as joinedAt',
      'role',
    ])
    .execute();
}

export async function findStaffRole(db: Db | Tx, memberId: string): Promise<StaffRole | undefined> {
  const row = await db
    .selectFrom('staff')
    .select('role')
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return row?.role;
}

/** Whether a member with an email is on the staff. */
export async function isOnStaff(tx: Tx, email: string): Promise<boolean> {
  const row = await tx
    .selectFrom('staff')
    .innerJoin('members', 'members.id', 'member_id')
    .select('member_id')
    .where('email', '=', email)
    .executeTakeFirst();
  return row !== undefined;
}

/** The owner of the installation. */
export async function findOwner(
  db: Db | Tx,
): Promise<{ memberId: string; email: string | null } | undefined> {
  return db
    .selectFrom('staff')
    .innerJoin('members', 'members.id', 'member_id')
    .select(['member_id as memberId', 'email'])
    .where('role', '=', 'owner')
    .executeTakeFirst();
}

/** Gives a member a role in the staff, whether they had one or not. */
export async function setStaffRole(tx: Tx, memberId: string, role: StaffRole): Promise<void> {
  await tx
    .insertInto('staff')
    .values({ member_id: memberId, role })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet({ role }))
    .execute();
}

export async function deleteFromStaff(tx: Tx, memberId: string): Promise<void> {
  await tx.deleteFrom('staff').where('member_id', '=', memberId).execute();
}
