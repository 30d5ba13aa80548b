import { randomBytes } from 'node:crypto';
import { INVITATION_DAYS, type StaffRole, type WorkspaceRole } from '@oriel/contract';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../../database/database.ts';
import type { InvitationOutcome, WorkspaceTables } from '../tables.ts';

export type InvitationRow = Selectable<WorkspaceTables['invitations']>;

/** An open invitation with the name of who sent it. */
export interface OpenInvitation
  extends Pick<InvitationRow, 'id' | 'email' | 'role' | 'created_at' | 'expires_at'> {
  inviter: string;
  isExpired: boolean;
}

const inDays = () => sql<Date>`clock_timestamp() + ${INVITATION_DAYS} * interval '1 day'`;
const isExpired = sql<boolean>`invitations.expires_at <= clock_timestamp()`;
const inviter = sql<string>`trim(members.first_name || ' ' || members.last_name)`;

/** @param workspaceId undefined for the staff */
export async function findOpenInvitations(
  db: Db,
  workspaceId: string | undefined,
): Promise<OpenInvitation[]> {
  return db
    .selectFrom('invitations')
    .innerJoin('members', 'members.id', 'invited_by')
    .select(['invitations.id', 'invitations.email', 'role', 'invitations.created_at', 'expires_at'])
    .select([inviter.as('inviter'), isExpired.as('isExpired')])
    .where('workspace_id', 'is not distinct from', workspaceId ?? null)
    .where('ended_at', 'is', null)
    .orderBy('invitations.created_at', 'desc')
    .orderBy('invitations.id')
    .execute();
}

export async function insertInvitation(
  tx: Tx,
  invitation: {
    workspaceId: string | undefined;
    email: string;
    role: StaffRole | WorkspaceRole;
    invitedBy: string;
  },
): Promise<string> {
  const id = `i_${randomBytes(16).toString('base64url')}`;
  const { workspaceId = null, email, role, invitedBy } = invitation;
  await tx
    .insertInto('invitations')
    .values({ id, workspace_id: workspaceId, email, role, invited_by: invitedBy, expires_at: inDays() })
    .execute();
  return id;
}

/** The open invitation of an email, also an expired one. */
export async function findOpenByEmail(
  tx: Tx,
  workspaceId: string | undefined,
  email: string,
): Promise<{ id: string; isExpired: boolean } | undefined> {
  return tx
    .selectFrom('invitations')
    .select(['id', isExpired.as('isExpired')])
    .where('workspace_id', 'is not distinct from', workspaceId ?? null)
    .where('email', '=', email)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
}

/** How many seats a workspace's team takes, with the invitations that can be accepted. */
export async function countSeats(db: Db | Tx, workspaceId: string): Promise<number> {
  const team = await db
    .selectFrom('workspace_members')
    .select(({ fn }) => fn.countAll<number>().as('seats'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  const invited = await db
    .selectFrom('invitations')
    .select(({ fn }) => fn.countAll<number>().as('seats'))
    .where('workspace_id', '=', workspaceId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirstOrThrow();
  return team.seats + invited.seats;
}

/** An open invitation, also an expired one; the lock of its workspace or of the staff is held. */
export async function findOpenById(
  tx: Tx,
  workspaceId: string | undefined,
  id: string,
): Promise<InvitationRow | undefined> {
  return tx
    .selectFrom('invitations')
    .selectAll()
    .where('id', '=', id)
    .where('workspace_id', 'is not distinct from', workspaceId ?? null)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
}

/** The invitation of a link, if it is open and has not expired. */
export async function findByDigest(db: Db | Tx, digest: Buffer): Promise<InvitationRow | undefined> {
  return db
    .selectFrom('invitations')
    .selectAll()
    .where('digest', '=', digest)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirst();
}

/** Lets an invitation hold as long again; its link ends, until a mail brings another. */
export async function renewInvitation(tx: Tx, id: string, invitedBy: string): Promise<void> {
  await tx
    .updateTable('invitations')
    .set({ expires_at: inDays(), digest: null, invited_by: invitedBy })
    .where('id', '=', id)
    .execute();
}

/** Stores the digest of the link that is being mailed. @returns false where the invitation has ended meanwhile */
export async function storeDigest(db: Db, id: string, digest: Buffer): Promise<boolean> {
  const updated = await db
    .updateTable('invitations')
    .set({ digest })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return updated !== undefined;
}

export async function endInvitation(tx: Tx, id: string, outcome: InvitationOutcome): Promise<void> {
  await tx
    .updateTable('invitations')
    .set({ ended_at: sql<Date>`clock_timestamp()`, outcome, digest: null })
    .where('id', '=', id)
    .execute();
}

/** An invitation with what its mail and its page say. */
export async function describeInvitation(
  db: Db,
  id: string,
): Promise<(InvitationRow & { inviter: string; workspace: string | null }) | undefined> {
  return db
    .selectFrom('invitations')
    .innerJoin('members', 'members.id', 'invited_by')
    .leftJoin('workspaces', 'workspaces.id', 'workspace_id')
    .selectAll('invitations')
    .select([inviter.as('inviter'), 'workspaces.name as workspace'])
    .where('invitations.id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
}

/** Deletes invitations that ended or expired over a month ago: they hold emails of people who may never have answered. */
export async function deleteOldInvitations(db: Db): Promise<void> {
  await db
    .deleteFrom('invitations')
    .where(sql<boolean>`coalesce(ended_at, expires_at) < now() - interval '30 days'`)
    .execute();
}

/** The invitations that were mailed to an email, answered or not, the oldest first. */
export async function findInvitationsTo(
  db: Db,
  email: string,
): Promise<
  (Pick<InvitationRow, 'workspace_id' | 'role' | 'outcome' | 'created_at'> & { workspace: string | null })[]
> {
  return db
    .selectFrom('invitations')
    .leftJoin('workspaces', 'workspaces.id', 'workspace_id')
    .select(['workspace_id', 'role', 'outcome', 'invitations.created_at', 'workspaces.name as workspace'])
    .where('email', '=', email)
    .orderBy('invitations.created_at')
    .execute();
}

/** Deletes the invitations that were mailed to an email. */
export async function deleteInvitationsTo(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom('invitations').where('email', '=', email).execute();
}
