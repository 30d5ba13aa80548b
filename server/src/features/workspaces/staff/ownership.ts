import { type Db, inTransaction, type Tx } from '../../../database/database.ts';
import { AppError } from '../../../errors.ts';
import type { Jobs } from '../../../jobs/jobs.ts';
import { tryConsume } from '../../../rate-limit/attempts.ts';
import {
  deleteSecretsFor,
  getLockedMember,
  issueLinkSecret,
  redeemLinkSecret,
  requireRecentProof,
  type TokenContext,
  wrongCode,
} from '../../accounts/service.ts';
import { type AuditActor, recordAudit } from '../audit/audit.ts';
import type { Changer } from '../people.ts';
import { addToTeam, findFirstWorkspace, findTeamRole, lockWorkspace, setTeamRole } from '../team/store.ts';
import { findOwner, lockStaff, setStaffRole } from './store.ts';

const DAY_SECONDS = 24 * 60 * 60;

/** The page of a one-time link. The secret follows the `#`: it reaches no log and no other site. */
export const ownerUrl = (publicUrl: string, linkSecret: string) =>
  `${publicUrl}/studio/owner#token=${linkSecret}`;

/** Mails the link for the first owner, unless there is one; at most once a day. @returns whether a mail was queued */
export async function inviteFirstOwner(db: Db, jobs: Jobs, email: string): Promise<boolean> {
  if ((await findOwner(db)) !== undefined) return false;
  if (!(await tryConsume(db, `owner-link:${email}`, 1, DAY_SECONDS))) return false;
  await inTransaction(db, (tx) => jobs.add(tx, 'mail', { kind: 'owner-link', email }));
  return true;
}

/** Creates the one-time link that makes the member with this email the owner; it replaces an earlier one. */
export async function createOwnerLink(
  db: Db,
  { context, publicUrl, email }: { context: TokenContext; publicUrl: string; email: string },
): Promise<string> {
  return ownerUrl(publicUrl, await issueLinkSecret(db, context, 'owner-token', email));
}

/** Makes a member an owner of the first workspace, whatever they were there. */
async function ownFirstWorkspace(tx: Tx, memberId: string, actor: AuditActor): Promise<void> {
  const workspaceId = await findFirstWorkspace(tx);
  await lockWorkspace(tx, workspaceId);
  const before = await findTeamRole(tx, workspaceId, memberId);
  if (before === 'owner') return;
  const change = { workspaceId, actor, subject: { kind: 'member', id: memberId }, after: { role: 'owner' } };
  if (before === undefined) {
    await addToTeam(tx, workspaceId, memberId, 'owner');
    await recordAudit(tx, { ...change, action: 'team.joined' });
  } else {
    await setTeamRole(tx, workspaceId, memberId, 'owner');
    await recordAudit(tx, { ...change, action: 'team.role-changed', before: { role: before } });
  }
}

/** Makes a member the owner of the installation and of its first workspace; an earlier owner becomes an operator. */
export async function makeOwner(tx: Tx, memberId: string, actor: AuditActor): Promise<void> {
  await lockStaff(tx);
  const before = await findOwner(tx);
  // In this order: there are never two owners.
  if (before !== undefined) await setStaffRole(tx, before.memberId, 'operator');
  await setStaffRole(tx, memberId, 'owner');
  await ownFirstWorkspace(tx, memberId, actor);
  // A link that was made before this owner must not depose them.
  await deleteSecretsFor(tx, 'owner-token');
  await recordAudit(tx, {
    actor,
    action: 'ownership.claimed',
    subject: { kind: 'member', id: memberId },
    before: { owner: before?.memberId ?? null },
    after: { owner: memberId },
  });
}

/**
 * Takes the one-time link.
 *
 * @throws {AppError} 400 `wrong_code` for a link that is wrong, used or expired, 403 `other_address`, `email_unverified`,
 *   `reauthentication_required`
 */
export async function claimOwnership(
  db: Db,
  context: TokenContext,
  changer: Changer,
  token: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await requireRecentProof(tx, changer);
    // First of all, as everywhere: two links that are taken together wait for each other here.
    await lockStaff(tx);
    // A refusal after this rolls back, and the link stays.
    const email = await redeemLinkSecret(tx, context, 'owner-token', token);
    if (email === undefined) throw wrongCode();
    const member = await getLockedMember(tx, changer.memberId);
    if (member.email !== email) throw otherEmail(email);
    if (member.email_verified_at === null) {
      throw new AppError(403, 'email_unverified', 'Please confirm your email address first.');
    }
    await makeOwner(tx, member.id, changer.actor);
  });
}

/** The error for a link that was mailed to another email address than the member's. */
export function otherEmail(email: string): AppError {
  return new AppError(403, 'other_address', `This link is for ${email}. Please sign in with that address.`);
}
