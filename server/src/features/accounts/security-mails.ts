import type { SecurityEventKind } from '@oriel/contract';
import type { Db } from '../../database/database.ts';
import type { Mail } from '../../gateways/mail.ts';
import {
  type Block,
  type Brand,
  layOut,
  linkBlock,
  quoteBlock,
  textBlock,
  type WrittenMail,
} from '../../mail/layout.ts';
import { findMember } from './members/store.ts';
import { NOTICES } from './security/notices.ts';
import { findSecurityEvent } from './security/store.ts';
import { describeDevice } from './sessions/device.ts';

/** The facts about an event; unknown texts are empty. */
interface NoticeFacts {
  kind: SecurityEventKind;
  detail: string;
  device: string;
  /** As `ipNetwork` writes it. */
  network: string;
  createdAt: Date;
}

const ADVICE =
  'If this was not you, set a new password with "Forgot password" on the sign-in page. That signs out every device. ' +
  'Then look at your passkeys and at "Recent security activity" in your settings.';

const WHEN = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

function securityNotice(brand: Brand, facts: NoticeFacts): WrittenMail | undefined {
  const notice = NOTICES[facts.kind]?.(brand.site.name, facts.detail);
  if (notice === undefined) return undefined;
  const { subject, heading, happened, advice } = notice;
  const circumstances = [
    `When: ${WHEN.format(facts.createdAt)} UTC`,
    facts.device && `Device: ${facts.device}`,
    facts.network && `Approximate IP address: ${facts.network}`,
  ].filter(Boolean);
  const blocks: Block[] = [textBlock(happened), quoteBlock(circumstances.join('\n'))];
  if (advice === undefined) {
    blocks.push(
      textBlock('If this was you, there is nothing more to do.'),
      textBlock(ADVICE),
      linkBlock('Go to sign in', `${brand.publicUrl}/login`),
    );
  } else {
    blocks.push(textBlock(advice));
  }
  return layOut(brand, { subject, heading, blocks });
}

/** The mail about a security event to the owner of the account; undefined for kinds that send no mail. */
export async function writeSecurityNotice(db: Db, brand: Brand, eventId: number): Promise<Mail | undefined> {
  const event = await findSecurityEvent(db, eventId);
  const to = event && (await findMember(db, event.member_id))?.email;
  if (event === undefined || !to) return undefined;
  const notice = securityNotice(brand, {
    kind: event.kind,
    detail: event.detail,
    device: event.user_agent === '' ? '' : describeDevice(event.user_agent),
    network: event.network,
    createdAt: event.created_at,
  });
  return notice && { to, ...notice };
}
