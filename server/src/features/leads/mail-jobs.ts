import type { HelpLead } from '@oriel/contract';
import type { Db } from '../../database.ts';
import type { Mail } from '../../gateways/mail.ts';
import type { Brand } from '../../mail/layout.ts';
import { helpRequest } from '../../mail/texts.ts';

/** The mail about a request, to the people of the site; undefined when the request is gone. */
export async function writeLeadMail(
  db: Db,
  brand: Brand,
  { leadId }: { leadId: string },
): Promise<Mail | undefined> {
  const lead = await db.selectFrom('leads').selectAll().where('id', '=', leadId).executeTakeFirst();
  if (lead === undefined) return undefined;
  // Stored as the contract's schema of this kind parsed it.
  const { subject, message } = lead.details as Pick<HelpLead, 'subject' | 'message'>;
  return {
    to: brand.site.legal.email,
    ...helpRequest(brand, { email: lead.email, subject, message, memberId: lead.member_id }),
  };
}
