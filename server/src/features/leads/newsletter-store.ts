import { type ExpressionBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../database/database.ts';
import type { Schema } from '../../database/schema.ts';
import type { LeadOwner } from './store.ts';

/** How long the link of a confirmation mail is valid. */
export const CONFIRM_DAYS = 7;

/** Adds an unconfirmed subscriber; updates the time of the request if the email is already on the list. */
export async function upsertSubscriber(
  tx: Tx,
  { id, email, memberId }: { id: string; email: string; memberId: string | null },
): Promise<void> {
  await tx
    .insertInto('newsletter_subscribers')
    .values({ id, email, member_id: memberId, confirmed_at: null, confirm_digest: null, confirm_until: null })
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet({ requested_at: sql<Date>`clock_timestamp()` }),
    )
    .execute();
}

export async function findSubscriber(db: Db, key: { email: string } | { id: string }) {
  return db
    .selectFrom('newsletter_subscribers')
    .select(['id', 'email'])
    .where((eb) => ('email' in key ? eb('email', '=', key.email) : eb('id', '=', key.id)))
    .executeTakeFirst();
}

/** Replaces the confirmation link of an unconfirmed subscriber. @returns false if the subscriber has confirmed */
export async function setConfirmation(db: Db, id: string, digest: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('newsletter_subscribers')
    .set({
      confirm_digest: digest,
      confirm_until: sql<Date>`clock_timestamp() + ${CONFIRM_DAYS} * interval '1 day'`,
    })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Confirms the subscriber of a valid link, which is used up. @returns the id; undefined if the link is invalid */
export async function confirmSubscriber(tx: Tx, digest: Buffer): Promise<string | undefined> {
  const subscriber = await tx
    .updateTable('newsletter_subscribers')
    .set({
      confirmed_at: sql<Date>`clock_timestamp()`,
      confirm_digest: null,
      confirm_until: null,
      // A confirmed subscription belongs to the email, not to the member who entered it.
      member_id: null,
    })
    .where('confirm_digest', '=', digest)
    .where(sql<boolean>`confirm_until > clock_timestamp()`)
    .returning('id')
    .executeTakeFirst();
  return subscriber?.id;
}

export async function deleteSubscriber(db: Db, id: string): Promise<void> {
  await db.deleteFrom('newsletter_subscribers').where('id', '=', id).execute();
}

/** Deletes requests that were not confirmed in time. */
export async function deleteUnconfirmed(db: Db): Promise<void> {
  await db
    .deleteFrom('newsletter_subscribers')
    .where('confirmed_at', 'is', null)
    .where('requested_at', '<', sql<Date>`now() - ${2 * CONFIRM_DAYS} * interval '1 day'`)
    .execute();
}

/** Matches unconfirmed requests of the member, and the subscription of the member's verified email. */
const isOwnedBy =
  ({ memberId, verifiedEmail }: LeadOwner) =>
  ({ eb, or }: ExpressionBuilder<Schema, 'newsletter_subscribers'>) =>
    or([
      eb('member_id', '=', memberId),
      ...(verifiedEmail === null ? [] : [eb('email', '=', verifiedEmail)]),
    ]);

export async function findSubscriptionsOf(db: Db, owner: LeadOwner) {
  return db
    .selectFrom('newsletter_subscribers')
    .select(['email', 'requested_at as requestedAt', 'confirmed_at as confirmedAt'])
    .where(isOwnedBy(owner))
    .orderBy('requested_at')
    .execute();
}

export async function deleteSubscriptionsOf(tx: Tx, owner: LeadOwner): Promise<void> {
  await tx.deleteFrom('newsletter_subscribers').where(isOwnedBy(owner)).execute();
}
