import { randomBytes } from 'node:crypto';
import { isPermitted, type ReceivedInvitation, type StaffRole, type WorkspaceRole } from '@oriel/contract';
import { type Db, inTransaction, type Tx } from '../../../database/database.ts';
import { AppError } from '../../../errors.ts';
import { consume } from '../../../rate-limit/rate-limit.ts';
import {
  type Accounts,
  type Device,
  getLockedMember,
  proveEmail,
  requireRecentProof,
  type TokenContext,
} from '../../accounts/service.ts';
import { type AuditEntry, recordAudit } from '../audit/audit.ts';
import type { Changer } from '../people.ts';
import { reaches, requireReach } from '../ranks.ts';
import { otherEmail } from '../staff/ownership.ts';
import { lockOwnStaffRole } from '../staff/staff.ts';
import { findStaffRole, isOnStaff, lockStaff, setStaffRole } from '../staff/store.ts';
import { addToTeam, findTeamRole, isOnTeam, lockWorkspace } from '../team/store.ts';
import { lockOwnRole } from '../team/team.ts';
import * as store from './store.ts';

type AnyRole = StaffRole | WorkspaceRole;

/** Refuses one more seat where the plan of a workspace, whose lock is held, has no more than are taken. */
export type RequireSeat = (tx: Tx, workspaceId: string, taken: number) => Promise<void>;

interface Parts extends Pick<Accounts, 'db' | 'jobs'> {
  requireSeat: RequireSeat;
}

/** Who is invited to what; without a workspace to the staff. */
interface Invited {
  workspaceId: string | undefined;
  email: string;
  role: AnyRole;
}

/** Mails that one member may cause. */
const MAILS_OF_MEMBER = 60;
/** Mails to one recipient in an hour, regardless of the sender: it may be a stranger's. */
const MAILS_TO_ADDRESS = 5;
const HOUR_SECONDS = 60 * 60;

/** The digest that the secret of a link is found by. */
const linkDigest = ({ tokens }: TokenContext, secret: string): Buffer => tokens.digest('invitation', secret);

/** The error for an invitation that does not exist, was answered or revoked, or has expired. */
function invitationNotFound(): AppError {
  return new AppError(404, 'invitation_not_found', 'This invitation has ended. Please ask for a new one.');
}

/** Locks the workspace, or the staff where there is none, and finds one's own role in it by now. */
const lockOwn = (tx: Tx, workspaceId: string | undefined, memberId: string): Promise<AnyRole> =>
  workspaceId === undefined
    ? lockOwnStaffRole(tx, memberId, 'staff.manage')
    : lockOwnRole(tx, workspaceId, memberId, 'invitation.manage');

/** Counts a mail that a member causes. @throws {AppError} 429 `too_many_requests` */
export const consumeMail = (db: Db, memberId: string): Promise<void> =>
  consume(db, `invitation-mails:${memberId}`, MAILS_OF_MEMBER, HOUR_SECONDS);

/** Has the mail of an invitation sent. In its transaction: a mail that is not sent counts for nothing. */
async function queueMail(
  { jobs }: Pick<Accounts, 'jobs'>,
  tx: Tx,
  { id, email }: Pick<store.InvitationRow, 'id' | 'email'>,
): Promise<void> {
  await consume(tx, `invitation-mails-to:${email}`, MAILS_TO_ADDRESS, HOUR_SECONDS);
  await jobs.add(tx, 'mail', { kind: 'invitation', invitationId: id });
}

function auditOf(
  { actor }: Pick<Changer, 'actor'>,
  workspaceId: string | undefined,
  id: string,
  entry: Pick<AuditEntry, 'action' | 'after'>,
): AuditEntry {
  return { workspaceId, actor, subject: { kind: 'invitation', id }, ...entry };
}

/**
 * Invites an email to a workspace, or to the staff. Whether it has an account makes no difference: who is asked answers.
 *
 * @returns the id of the invitation
 * @throws {AppError} 403 `not_permitted`, `role_too_high`, `reauthentication_required`, 409 `already_member`, `already_invited`,
 *   `quota_reached`, 429 `too_many_requests`
 */
export async function createInvitation(
  { db, ...parts }: Parts,
  changer: Changer,
  invited: Invited,
): Promise<string> {
  return inTransaction(db, async (tx) => {
    await requireRecentProof(tx, changer);
    return inviteIn(parts, tx, changer, invited);
  });
}

/** As `createInvitation`, in a transaction that has asked for the proof of identity. */
export async function inviteIn(
  { jobs, requireSeat }: Omit<Parts, 'db'>,
  tx: Tx,
  changer: Changer,
  { workspaceId, email, role }: Invited,
): Promise<string> {
  requireReach(workspaceId, await lockOwn(tx, workspaceId, changer.memberId), role);
  const isMember = workspaceId === undefined ? isOnStaff(tx, email) : isOnTeam(tx, workspaceId, email);
  if (await isMember) throw alreadyMember();
  const open = await store.findOpenByEmail(tx, workspaceId, email);
  if (open?.isExpired === false) {
    throw new AppError(409, 'already_invited', 'This address is invited already. You can send it again.');
  }
  if (open !== undefined) await store.endInvitation(tx, open.id, 'revoked');
  if (workspaceId !== undefined) await requireSeat(tx, workspaceId, await store.countSeats(tx, workspaceId));
  const id = await store.insertInvitation(tx, { workspaceId, email, role, invitedBy: changer.memberId });
  await recordAudit(tx, auditOf(changer, workspaceId, id, { action: 'invitation.created', after: { role } }));
  await queueMail({ jobs }, tx, { id, email });
  return id;
}

function alreadyMember(): AppError {
  return new AppError(409, 'already_member', 'This address is on the team already.');
}

/**
 * Mails an invitation again, with a new link.
 *
 * @throws {AppError} 403 `not_permitted`, `role_too_high`, 404 `invitation_not_found`, 429 `too_many_requests`
 */
export async function resendInvitation(
  { db, jobs }: Pick<Accounts, 'db' | 'jobs'>,
  changer: Changer,
  { workspaceId, id }: { workspaceId: string | undefined; id: string },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const own = await lockOwn(tx, workspaceId, changer.memberId);
    const invitation = await store.findOpenById(tx, workspaceId, id);
    if (invitation === undefined) throw invitationNotFound();
    requireReach(workspaceId, own, invitation.role);
    await store.renewInvitation(tx, id, changer.memberId);
    await recordAudit(tx, auditOf(changer, workspaceId, id, { action: 'invitation.sent-again' }));
    await queueMail({ jobs }, tx, invitation);
  });
}

/** @throws {AppError} 403 `not_permitted`, 404 `invitation_not_found` */
export async function revokeInvitation(
  { db }: Pick<Accounts, 'db'>,
  changer: Changer,
  { workspaceId, id }: { workspaceId: string | undefined; id: string },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockOwn(tx, workspaceId, changer.memberId);
    if ((await store.findOpenById(tx, workspaceId, id)) === undefined) throw invitationNotFound();
    await store.endInvitation(tx, id, 'revoked');
    await recordAudit(tx, auditOf(changer, workspaceId, id, { action: 'invitation.revoked' }));
  });
}

/** Creates the secret of the link that is being mailed; it replaces an earlier one. @returns undefined where the invitation has ended */
export async function issueInvitationSecret(
  db: Db,
  context: TokenContext,
  id: string,
): Promise<string | undefined> {
  const secret = randomBytes(32).toString('base64url');
  return (await store.storeDigest(db, id, linkDigest(context, secret))) ? secret : undefined;
}

/** What the page of a link shows. Changes nothing. @throws {AppError} 404 `invitation_not_found` */
export async function readInvitation(
  { db, tokens }: Pick<Accounts, 'db' | 'tokens'>,
  secret: string,
  siteName: string,
): Promise<ReceivedInvitation> {
  const found = await store.findByDigest(db, linkDigest({ tokens }, secret));
  const invitation = found && (await store.describeInvitation(db, found.id));
  if (invitation === undefined || !(await isBacked(db, invitation))) throw invitationNotFound();
  const { email, workspace_id, workspace, role, inviter, expires_at } = invitation;
  return {
    email,
    workspace: workspace ?? siteName,
    isToStaff: workspace_id === null,
    role,
    invitedBy: inviter,
    expiresAt: expires_at.toISOString(),
  };
}

/** Whether who sent an invitation could send it still: it does not outlast their role. */
async function isBacked(db: Db | Tx, invitation: store.InvitationRow): Promise<boolean> {
  const { workspace_id, invited_by, role } = invitation;
  if (workspace_id === null) {
    const staff = await findStaffRole(db, invited_by);
    return staff !== undefined && isPermitted('staff.manage', { staff }) && reaches(undefined, staff, role);
  }
  const workspace = await findTeamRole(db, workspace_id, invited_by);
  return (
    workspace !== undefined &&
    isPermitted('invitation.manage', { workspace }) &&
    reaches(workspace_id, workspace, role)
  );
}

/** Locks what an invitation is to, and finds the invitation again: others may have answered or revoked it meanwhile. */
async function lockInvitation(tx: Tx, digest: Buffer): Promise<store.InvitationRow> {
  const unlocked = await store.findByDigest(tx, digest);
  if (unlocked === undefined) throw invitationNotFound();
  if (unlocked.workspace_id === null) await lockStaff(tx);
  else await lockWorkspace(tx, unlocked.workspace_id);
  const invitation = await store.findByDigest(tx, digest);
  if (invitation === undefined || !(await isBacked(tx, invitation))) throw invitationNotFound();
  return invitation;
}

/** Gives the role of an invitation. @returns false where the member has one already */
async function join(tx: Tx, { workspace_id, role }: store.InvitationRow, memberId: string): Promise<boolean> {
  if (workspace_id !== null) return addToTeam(tx, workspace_id, memberId, role as WorkspaceRole);
  if ((await findStaffRole(tx, memberId)) !== undefined) return false;
  await setStaffRole(tx, memberId, role as StaffRole);
  return true;
}

/**
 * Answers an invitation. Its link was mailed, so that it also proves the email of an account that was made for it.
 *
 * @returns the workspace; undefined for the staff
 * @throws {AppError} 403 `other_address`, 404 `invitation_not_found`, 409 `already_member`, `quota_reached`
 */
export async function answerInvitation(
  { accounts, requireSeat }: { accounts: Accounts; requireSeat: RequireSeat },
  changer: Changer,
  { token, answer }: { token: string; answer: 'accept' | 'decline' },
  device: Device,
): Promise<string | undefined> {
  const digest = linkDigest(accounts, token);
  return inTransaction(accounts.db, async (tx) => {
    const invitation = await lockInvitation(tx, digest);
    const { id, role, workspace_id } = invitation;
    const workspaceId = workspace_id ?? undefined;
    const member = await getLockedMember(tx, changer.memberId);
    if (member.email !== invitation.email) throw otherEmail(invitation.email);
    if (answer === 'decline') {
      await store.endInvitation(tx, id, 'declined');
      await recordAudit(tx, auditOf(changer, workspaceId, id, { action: 'invitation.declined' }));
      return workspaceId;
    }
    await proveEmail(accounts, tx, member.id, { by: 'link', device, inOwnSession: true });
    // The plan may have become smaller since. The invitation itself is one of those that are counted.
    if (workspaceId !== undefined)
      await requireSeat(tx, workspaceId, (await store.countSeats(tx, workspaceId)) - 1);
    if (!(await join(tx, invitation, member.id))) throw alreadyMember();
    await store.endInvitation(tx, id, 'accepted');
    await recordAudit(tx, {
      workspaceId,
      actor: changer.actor,
      action: workspaceId === undefined ? 'staff.joined' : 'team.joined',
      subject: { kind: 'member', id: member.id },
      after: { role, invitation: id },
    });
    return workspaceId;
  });
}
