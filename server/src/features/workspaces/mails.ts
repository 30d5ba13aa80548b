import { INVITATION_DAYS, OWNER_LINK_HOURS, type StaffRole, type WorkspaceRole } from '@oriel/contract';
import type { Db } from '../../database/database.ts';
import type { Mail } from '../../gateways/mail.ts';
import type { MailJob } from '../../jobs/jobs.ts';
import { type Brand, layOut, linkBlock, textBlock } from '../../mail/layout.ts';
import type { TokenContext } from '../accounts/service.ts';
import { issueInvitationSecret } from './invitations/invitations.ts';
import { describeInvitation } from './invitations/store.ts';
import { createOwnerLink } from './staff/ownership.ts';
import { findOwner } from './staff/store.ts';

type JobOf<Kind extends MailJob['kind']> = Extract<MailJob, { kind: Kind }>;

const ON_TEAM: Record<WorkspaceRole, string> = {
  owner: 'an owner: you decide about everything there, the team included',
  admin: 'an admin: you make and publish tours there, and look after the team',
  editor: 'an editor: you make and publish tours there',
  contributor: 'a contributor: you prepare tours there, which others publish',
  viewer: 'a viewer: you see its statistics and enquiries',
};
const ON_STAFF: Record<StaffRole, string> = {
  owner: 'the owner',
  operator: 'an operator: you run the site with its catalogue, its pages and its staff',
  support: 'support: you help its members',
  reviewer: 'a reviewer: you look at tours before they are published',
};

/** Writes the mail of an invitation, with a new link. @returns undefined where the invitation has ended */
export async function writeInvitationMail(
  db: Db,
  context: TokenContext,
  brand: Brand,
  { invitationId }: JobOf<'invitation'>,
): Promise<Mail | undefined> {
  const invitation = await describeInvitation(db, invitationId);
  const secret = invitation && (await issueInvitationSecret(db, context, invitationId));
  if (invitation === undefined || secret === undefined) return undefined;
  const { email, inviter, workspace_id, workspace, role } = invitation;
  const { name } = brand.site;
  const place = workspace_id === null ? `the staff of ${name}` : `the team of ${workspace ?? name}`;
  const as = workspace_id === null ? ON_STAFF[role as StaffRole] : ON_TEAM[role as WorkspaceRole];
  return {
    to: email,
    ...layOut(brand, {
      subject: `${inviter} invites you to ${place}`,
      heading: 'You are invited',
      blocks: [
        textBlock(`${inviter} invites you to ${place} as ${as}.`),
        linkBlock('See the invitation', `${brand.publicUrl}/studio/invitation#token=${secret}`),
        textBlock(
          `It is for ${email} alone, and open for ${INVITATION_DAYS} days. You can accept or decline it there.`,
        ),
        textBlock(
          'If you do not know what this is about, you can ignore this mail: nothing happens without you.',
        ),
      ],
    }),
  };
}

/** Writes the mail with the link for the first owner. @returns undefined once there is an owner */
export async function writeOwnerMail(
  db: Db,
  context: TokenContext,
  brand: Brand,
  { email }: JobOf<'owner-link'>,
): Promise<Mail | undefined> {
  if ((await findOwner(db)) !== undefined) return undefined;
  const url = await createOwnerLink(db, { context, publicUrl: brand.publicUrl, email });
  const { name } = brand.site;
  return {
    to: email,
    ...layOut(brand, {
      subject: `Become the owner of ${name}`,
      heading: `${name} is running`,
      blocks: [
        textBlock(
          `This address was named as the owner's of ${name}, which has just started for the first time.`,
        ),
        textBlock('Sign in or create an account with it, confirm the address, and open this link:'),
        linkBlock('Become the owner', url),
        textBlock(
          `It works once, within ${OWNER_LINK_HOURS} hours. If you did not set this up, please do nothing.`,
        ),
      ],
    }),
  };
}
