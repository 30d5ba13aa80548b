import type { Db } from '../../database/database.ts';
import type { Mail } from '../../gateways/mail.ts';
import type { MailJob } from '../../jobs/jobs.ts';
import {
  type Block,
  type Brand,
  layOut,
  linkBlock,
  type MailContent,
  textBlock,
  type WrittenMail,
} from '../../mail/layout.ts';
import { siteEmail } from './mails.ts';
import { issueConfirmation } from './newsletter.ts';
import type { NewsletterLinks } from './newsletter-links.ts';
import { CONFIRM_DAYS, findSubscriber } from './newsletter-store.ts';

type JobOf<Kind extends MailJob['kind']> = Extract<MailJob, { kind: Kind }>;

/** The secret follows the `#`: browsers do not send the fragment, so it reaches no log and no other site. */
const newsletterUrl = ({ publicUrl }: Brand, name: 'token' | 'leave', linkSecret: string) =>
  `${publicUrl}/newsletter#${name}=${linkSecret}`;

/**
 * The URL that a mail program's unsubscribe button POSTs to (RFC 8058); opened in a browser it shows the page with our button.
 * The parameter's name contains `token`, so that logs mask its value.
 */
const oneClickUrl = ({ publicUrl }: Brand, leaveSecret: string) =>
  `${publicUrl}/newsletter?leaveToken=${leaveSecret}`;

/** A mail of the newsletter, with the header for the unsubscribe button of mail programs. */
function newsletterMail(brand: Brand, leaveSecret: string, content: MailContent): WrittenMail {
  return { ...layOut(brand, content), unsubscribeUrl: oneClickUrl(brand, leaveSecret) };
}

/** The end of every newsletter mail. */
function unsubscribeBlocks(brand: Brand, leaveSecret: string): Block[] {
  return [
    textBlock(
      'You get this email because you asked for it. To unsubscribe, open this address and press the button there:',
    ),
    textBlock(newsletterUrl(brand, 'leave', leaveSecret)),
  ];
}

/** Asks the owner of the email to confirm the subscription. */
function newsletterConfirmation(
  brand: Brand,
  input: { linkSecret: string; leaveSecret: string; days: number },
): WrittenMail {
  const { name } = brand.site;
  return newsletterMail(brand, input.leaveSecret, {
    subject: `Confirm your subscription to ${name}`,
    heading: 'One more step',
    blocks: [
      textBlock(
        `Someone, hopefully you, asked for the monthly email from ${name} with this address. Is that right?`,
      ),
      textBlock('Open this address and press the button there:'),
      linkBlock('Yes, subscribe me', newsletterUrl(brand, 'token', input.linkSecret)),
      textBlock(`The link works once, within ${input.days} days. Without it you get no more emails.`),
      textBlock(
        'If it was not you, ignore this email. To have the address forgotten at once, open this address:',
      ),
      textBlock(newsletterUrl(brand, 'leave', input.leaveSecret)),
    ],
  });
}

/** The first mail to a confirmed subscriber. */
function newsletterWelcome(brand: Brand, leaveSecret: string): WrittenMail {
  const { name } = brand.site;
  return newsletterMail(brand, leaveSecret, {
    subject: `Welcome to the ${name} newsletter`,
    heading: 'You are on the list',
    blocks: [
      textBlock('Thank you. You get our next email. Until then, there are places to look around:'),
      linkBlock('Browse tours', `${brand.publicUrl}/experiences`),
      ...unsubscribeBlocks(brand, leaveSecret),
    ],
  });
}

/** For a confirmed subscriber who subscribes again. */
function newsletterAlready(brand: Brand, leaveSecret: string): WrittenMail {
  const { name } = brand.site;
  return newsletterMail(brand, leaveSecret, {
    subject: `You are already subscribed to ${name}`,
    heading: 'You are on the list already',
    blocks: [
      textBlock(
        `Someone, perhaps you, asked for the monthly email from ${name} with this address. You get it already.`,
      ),
      ...unsubscribeBlocks(brand, leaveSecret),
    ],
  });
}

/** Notifies the owners of the site of a new subscriber. */
function newsletterNotice(brand: Brand, email: string): WrittenMail {
  return {
    ...layOut(brand, {
      subject: `Newsletter: ${email}`,
      heading: 'A new subscriber',
      blocks: [textBlock(`${email} has confirmed and gets the newsletter from now on.`)],
    }),
    replyTo: email,
  };
}

/** The jobs that send a mail about the newsletter. */
export type NewsletterMailJob = JobOf<'newsletter-request' | 'newsletter-welcome' | 'newsletter-notice'>;

/** The mail of a job; undefined if the subscriber is no longer on the list. */
export async function writeNewsletterMail(
  db: Db,
  links: NewsletterLinks,
  brand: Brand,
  job: NewsletterMailJob,
): Promise<Mail | undefined> {
  const subscriber = await findSubscriber(
    db,
    job.kind === 'newsletter-request' ? { email: job.email } : { id: job.subscriberId },
  );
  if (subscriber === undefined) return undefined;
  const { id, email: to } = subscriber;
  const leaveSecret = links.leaveSecret(id);
  if (job.kind === 'newsletter-notice') return { to: siteEmail(brand), ...newsletterNotice(brand, to) };
  if (job.kind === 'newsletter-welcome') return { to, ...newsletterWelcome(brand, leaveSecret) };
  const linkSecret = await issueConfirmation(db, links, id);
  if (linkSecret === undefined) return { to, ...newsletterAlready(brand, leaveSecret) };
  return { to, ...newsletterConfirmation(brand, { linkSecret, leaveSecret, days: CONFIRM_DAYS }) };
}
