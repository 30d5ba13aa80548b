import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../../database/database.ts';
import type { AccountTables } from '../tables.ts';

type IdentityRow = Selectable<AccountTables['member_identities']>;
/** What an identity provider knows a person by. */
type IdentityKey = Pick<IdentityRow, 'issuer' | 'subject'>;

/** The id of the member whom an identity belongs to. */
export async function findIdentityMember(
  tx: Tx,
  { issuer, subject }: IdentityKey,
): Promise<string | undefined> {
  const link = await tx
    .selectFrom('member_identities')
    .select('member_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return link?.member_id;
}

/** Links an identity to a member. */
export async function linkIdentity(
  tx: Tx,
  { issuer, subject }: IdentityKey,
  memberId: string,
): Promise<void> {
  await tx
    .insertInto('member_identities')
    .values({ issuer, subject, member_id: memberId })
    // Left by a deleted member, or added by a concurrent sign-in.
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doUpdateSet({ member_id: memberId }))
    .execute();
}

/** The identities of a member. */
export async function findIdentities(db: Db, memberId: string): Promise<Omit<IdentityRow, 'member_id'>[]> {
  return db
    .selectFrom('member_identities')
    .select(['issuer', 'subject', 'created_at'])
    .where('member_id', '=', memberId)
    .execute();
}

/** Deletes all identities of a member. */
export async function deleteIdentities(tx: Tx, memberId: string): Promise<void> {
  await tx.deleteFrom('member_identities').where('member_id', '=', memberId).execute();
}
