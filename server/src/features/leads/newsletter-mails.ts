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
import { CONFIRM_DAYS, issueConfirmation } from './newsletter.ts';
import type { NewsletterLinks } from './newsletter-links.ts';

type JobOf<Kind extends MailJob['kind']> = Extract<MailJob, { kind: Kind }>;

/** Tokens stand behind the `#`: browsers do not send that part, so that it reaches no log and no other site. */
const newsletterUrl = ({ publicUrl }: Brand, name: 'token' | 'leave', token: string) =>
  `${publicUrl}/newsletter#${name}=${token}`;

/**
 * Where mail programs send their button's one POST (RFC 8058); opened in a browser it is the page with our button. The
 * name has `token` in it, so logs leave its value out.
 */
const oneClickUrl = ({ publicUrl }: Brand, leaveToken: string) =>
  `${publicUrl}/newsletter?leaveToken=${leaveToken}`;

/** A mail of the newsletter, with the header that gives mail programs an unsubscribe button. */
function newsletterMail(brand: Brand, leaveToken: string, content: MailContent): WrittenMail {
  return { ...layOut(brand, content), unsubscribeUrl: oneClickUrl(brand, leaveToken) };
}

/** The end of every newsletter mail. */
function unsubscribeBlocks(brand: Brand, leaveToken: string): Block[] {
  return [
    textBlock(
      'You get this letter because you asked for it. To end it, open this address and press the button there:',
    ),
    textBlock(newsletterUrl(brand, 'leave', leaveToken)),
  ];
}

/** Asks whether the address is theirs. */
function newsletterConfirmation(
  brand: Brand,
  input: { token: string; leaveToken: string; days: number },
): WrittenMail {
  const { name } = brand.site;
  return newsletterMail(brand, input.leaveToken, {
    subject: `Please confirm: letters from ${name}`,
    heading: 'One more step',
    blocks: [
      textBlock(
        `Somebody, hopefully you, asked for the letter from ${name} with this address. Is that right?`,
      ),
      textBlock('Open this address and press the button there:'),
      linkBlock('Yes, send me the letter', newsletterUrl(brand, 'token', input.token)),
      textBlock(`The link works once, within ${input.days} days. Without it nothing more comes to you.`),
      textBlock(
        'If it was not you, ignore this mail. To have the address forgotten at once, open this address:',
      ),
      textBlock(newsletterUrl(brand, 'leave', input.leaveToken)),
    ],
  });
}

/** The first mail to a subscriber. */
function newsletterWelcome(brand: Brand, leaveToken: string): WrittenMail {
  const { name } = brand.site;
  return newsletterMail(brand, leaveToken, {
    subject: `Welcome to the letter from ${name}`,
    heading: 'You are on the list',
    blocks: [
      textBlock('Thank you. The next letter comes to you. Until then, there are places to look into:'),
      linkBlock('Browse tours', `${brand.publicUrl}/experiences`),
      ...unsubscribeBlocks(brand, leaveToken),
    ],
  });
}

/** For a subscriber who asks again. */
function newsletterAlready(brand: Brand, leaveToken: string): WrittenMail {
  const { name } = brand.site;
  return newsletterMail(brand, leaveToken, {
    subject: `You already get the letter from ${name}`,
    heading: 'You are on the list already',
    blocks: [
      textBlock(
        `Somebody, perhaps you, asked for the letter from ${name} with this address. It comes to you already.`,
      ),
      ...unsubscribeBlocks(brand, leaveToken),
    ],
  });
}

/** Tells the owners of the site about a new subscriber. */
function newsletterNotice(brand: Brand, email: string): WrittenMail {
  return {
    ...layOut(brand, {
      subject: `Newsletter: ${email}`,
      heading: 'Somebody wants the letter',
      blocks: [textBlock(`${email} has confirmed and gets the letter from now on.`)],
    }),
    replyTo: email,
  };
}

/** The jobs of the newsletter that end in a mail. */
export type NewsletterMailJob = JobOf<'newsletter-request' | 'newsletter-welcome' | 'newsletter-notice'>;

/** A mail about the newsletter; undefined where the address is not on the list. */
export async function writeNewsletterMail(
  db: Db,
  links: NewsletterLinks,
  brand: Brand,
  job: NewsletterMailJob,
): Promise<Mail | undefined> {
  const subscriber = await db
    .selectFrom('newsletter_subscribers')
    .select(['id', 'email', 'confirmed_at'])
    .where(
      job.kind === 'newsletter-request'
        ? (eb) => eb('email', '=', job.email)
        : (eb) => eb('id', '=', job.subscriberId),
    )
    .executeTakeFirst();
  if (subscriber === undefined) return undefined;
  const { id, email: to } = subscriber;
  const leaveToken = links.leaveToken(id);
  if (job.kind === 'newsletter-notice') return { to: siteEmail(brand), ...newsletterNotice(brand, to) };
  if (job.kind === 'newsletter-welcome') return { to, ...newsletterWelcome(brand, leaveToken) };
  const token = await issueConfirmation(db, links, id);
  if (token === undefined) return { to, ...newsletterAlready(brand, leaveToken) };
  return { to, ...newsletterConfirmation(brand, { token, leaveToken, days: CONFIRM_DAYS }) };
}
