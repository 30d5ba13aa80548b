import { sql } from 'kysely';
import { type Db, inTransaction, type Tx } from '../../database/database.ts';
import { AppError } from '../../errors.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { consume } from '../../rate-limit/rate-limit.ts';
import type { NewsletterLinks } from './newsletter-links.ts';

/** How long the link of a confirmation mail works. */
export const CONFIRM_DAYS = 7;

/** How many mails an address receives for being entered, however often and by however many visitors. */
const MAILS_PER_HOUR = 5;
const HOUR = 60 * 60;

interface Parts {
  db: Db;
  jobs: Jobs;
  links: NewsletterLinks;
}

const deadLink = () =>
  new AppError(
    400,
    'wrong_newsletter_link',
    'This link is no longer valid. Enter your address again and we send you a new one.',
  );

/**
 * Records a request for the newsletter and sends a mail to the address. From outside, an address on the list cannot be told
 * from one that is not.
 *
 * @param memberId the member whose session asks; null for a guest
 * @throws {AppError} 429 `too_many_requests` when the address has been written to too often
 */
export async function requestNewsletter(
  { db, jobs, links }: Parts,
  email: string,
  memberId: string | null,
): Promise<void> {
  const id = links.subscriberId(email);
  await consume(db, `newsletter:${id}`, MAILS_PER_HOUR, HOUR);
  await inTransaction(db, async (tx) => {
    await tx
      .insertInto('newsletter_subscribers')
      .values({
        id,
        email,
        member_id: memberId,
        confirmed_at: null,
        confirm_digest: null,
        confirm_until: null,
      })
      .onConflict((conflict) =>
        conflict.column('email').doUpdateSet({ requested_at: sql<Date>`clock_timestamp()` }),
      )
      .execute();
    await jobs.add(tx, 'mail', { kind: 'newsletter-request', email });
  });
}

/** A new link for a subscriber who has not confirmed yet; undefined for others. It invalidates the link before it. */
export async function issueConfirmation(
  db: Db,
  links: NewsletterLinks,
  subscriberId: string,
): Promise<string | undefined> {
  const { token, digest } = links.newConfirmation();
  const { numUpdatedRows } = await db
    .updateTable('newsletter_subscribers')
    .set({
      confirm_digest: digest,
      confirm_until: sql<Date>`clock_timestamp() + ${CONFIRM_DAYS} * interval '1 day'`,
    })
    .where('id', '=', subscriberId)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 0n ? undefined : token;
}

/**
 * Confirms a subscription by the link of the mail, which works once.
 *
 * @returns the token to unsubscribe with
 * @throws {AppError} 400 `wrong_newsletter_link` for a link that is wrong, used or too old
 */
export async function confirmNewsletter({ db, jobs, links }: Parts, token: string): Promise<string> {
  return inTransaction(db, async (tx) => {
    const confirmed = await tx
      .updateTable('newsletter_subscribers')
      .set({
        confirmed_at: sql<Date>`clock_timestamp()`,
        confirm_digest: null,
        confirm_until: null,
        // From now on it belongs to the address, not to the member who entered it.
        member_id: null,
      })
      .where('confirm_digest', '=', links.confirmationDigest(token))
      .where(sql<boolean>`confirm_until > clock_timestamp()`)
      .returning('id')
      .executeTakeFirst();
    if (confirmed === undefined) throw deadLink();
    await jobs.add(tx, 'mail', { kind: 'newsletter-welcome', subscriberId: confirmed.id });
    await jobs.add(tx, 'mail', { kind: 'newsletter-notice', subscriberId: confirmed.id });
    return links.leaveToken(confirmed.id);
  });
}

/**
 * Unsubscribes by the link at the end of a mail. Safe to repeat.
 *
 * @throws {AppError} 400 `wrong_newsletter_link` for a link that we did not sign
 */
export async function unsubscribe({ db, links }: Omit<Parts, 'jobs'>, token: string): Promise<void> {
  const id = links.readLeaveToken(token);
  if (id === undefined) throw deadLink();
  await db.deleteFrom('newsletter_subscribers').where('id', '=', id).execute();
}

/** Deletes requests that were never confirmed. */
export async function forgetUnconfirmed(db: Db): Promise<void> {
  await db
    .deleteFrom('newsletter_subscribers')
    .where('confirmed_at', 'is', null)
    .where('requested_at', '<', sql<Date>`now() - ${2 * CONFIRM_DAYS} * interval '1 day'`)
    .execute();
}

/** The rows of a member: their unconfirmed requests, and that of the address they have proven to be theirs. */
export const subscriptionsOf = (db: Db | Tx, memberId: string) =>
  db
    .selectFrom('newsletter_subscribers')
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('member_id', '=', memberId),
        eb(
          'email',
          '=',
          selectFrom('members')
            .select('email')
            .where('id', '=', memberId)
            .where('email_verified_at', 'is not', null),
        ),
      ]),
    );
