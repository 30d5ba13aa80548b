import { type ExpressionBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../database/database.ts';
import type { Schema } from '../../database/schema.ts';
import type { LeadKind } from './tables.ts';

/** @returns the id of the lead */
export async function insertLead(
  tx: Tx,
  lead: { kind: LeadKind; email: string; memberId: string | null; details: object },
): Promise<string> {
  const { id } = await tx
    .insertInto('leads')
    .values({
      kind: lead.kind,
      email: lead.email,
      member_id: lead.memberId,
      details: JSON.stringify(lead.details),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function findLead(db: Db, id: string) {
  return db.selectFrom('leads').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Deletes leads that are older than `months`. */
export async function deleteOldLeads(db: Db, months: number): Promise<void> {
  await db
    .deleteFrom('leads')
    .where('created_at', '<', sql<Date>`now() - make_interval(months => ${months})`)
    .execute();
}

/** A member with their email, if they have verified it. */
export interface LeadOwner {
  memberId: string;
  verifiedEmail: string | null;
}

/** Matches leads that the member sent signed in, and those that a guest sent with the member's verified email. */
const isOwnedBy =
  ({ memberId, verifiedEmail }: LeadOwner) =>
  ({ eb, or, and }: ExpressionBuilder<Schema, 'leads'>) =>
    or([
      eb('member_id', '=', memberId),
      ...(verifiedEmail === null
        ? []
        : [and([eb('member_id', 'is', null), eb('email', '=', verifiedEmail)])]),
    ]);

export async function findLeadsOf(db: Db, owner: LeadOwner) {
  return db
    .selectFrom('leads')
    .select(['kind', 'email', 'details', 'created_at as createdAt'])
    .where(isOwnedBy(owner))
    .orderBy('created_at')
    .execute();
}

export async function deleteLeadsOf(tx: Tx, owner: LeadOwner): Promise<void> {
  await tx.deleteFrom('leads').where(isOwnedBy(owner)).execute();
}
