import { type Db, inTransaction } from '../../database/database.ts';
import { AppError } from '../../errors.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { consume } from '../../rate-limit/rate-limit.ts';
import type { NewsletterLinks } from './newsletter-links.ts';
import {
  confirmSubscriber,
  deleteSubscriber,
  setConfirmation,
  upsertSubscriber,
} from './newsletter-store.ts';

/** Mails per email and hour, however often and by however many visitors it is entered. */
const MAILS_PER_HOUR = 5;
const HOUR = 60 * 60;

interface NewsletterContext {
  db: Db;
  jobs: Jobs;
  links: NewsletterLinks;
}

const invalidLink = () =>
  new AppError(
    400,
    'wrong_newsletter_link',
    'This link is no longer valid. Enter your address again and we send you a new one.',
  );

/**
 * Records a request for the newsletter and sends a mail to the email. The caller cannot tell whether the email is already on
 * the list.
 *
 * @param memberId the signed-in member; null for a guest
 * @throws {AppError} 429 `too_many_requests` after too many mails to the email
 */
export async function requestNewsletter(
  { db, jobs, links }: NewsletterContext,
  email: string,
  memberId: string | null,
): Promise<void> {
  const id = links.subscriberId(email);
  await consume(db, `newsletter:${id}`, MAILS_PER_HOUR, HOUR);
  await inTransaction(db, async (tx) => {
    await upsertSubscriber(tx, { id, email, memberId });
    await jobs.add(tx, 'mail', { kind: 'newsletter-request', email });
  });
}

/** A new link secret for an unconfirmed subscriber, which invalidates the previous one; undefined once confirmed. */
export async function issueConfirmation(
  db: Db,
  links: NewsletterLinks,
  subscriberId: string,
): Promise<string | undefined> {
  const { linkSecret, digest } = links.newConfirmation();
  return (await setConfirmation(db, subscriberId, digest)) ? linkSecret : undefined;
}

/**
 * Confirms a subscription by the link in the mail, which works once.
 *
 * @returns the link secret to unsubscribe with
 * @throws {AppError} 400 `wrong_newsletter_link` if the link is wrong, used or expired
 */
export async function confirmNewsletter(
  { db, jobs, links }: NewsletterContext,
  linkSecret: string,
): Promise<string> {
  return inTransaction(db, async (tx) => {
    const subscriberId = await confirmSubscriber(tx, links.confirmationDigest(linkSecret));
    if (subscriberId === undefined) throw invalidLink();
    await jobs.add(tx, 'mail', { kind: 'newsletter-welcome', subscriberId });
    await jobs.add(tx, 'mail', { kind: 'newsletter-notice', subscriberId });
    return links.leaveSecret(subscriberId);
  });
}

/**
 * Unsubscribes by the link at the end of a mail. Safe to repeat.
 *
 * @throws {AppError} 400 `wrong_newsletter_link` if the link was not signed here
 */
export async function unsubscribe(
  { db, links }: Omit<NewsletterContext, 'jobs'>,
  leaveSecret: string,
): Promise<void> {
  const id = links.readLeaveSecret(leaveSecret);
  if (id === undefined) throw invalidLink();
  await deleteSubscriber(db, id);
}
