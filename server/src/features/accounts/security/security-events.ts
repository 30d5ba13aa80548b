import type { SecurityEvent, SecurityEventKind } from '@oriel/contract';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../../database/database.ts';
import type { Accounts } from '../context.ts';
import { type Device, describeDevice } from '../sessions/device.ts';
import type { AccountTables } from '../tables.ts';

export type SecurityEventRow = Selectable<AccountTables['security_events']>;

export interface NewSecurityEvent {
  memberId: string;
  kind: SecurityEventKind;
  /** The session it happened in or that it began, where there is one. */
  sessionId?: string | undefined;
  /** Where the request came from; undefined for what an operator or a job did. */
  device?: Pick<Device, 'userAgent' | 'network'> | undefined;
  /** What the kind alone does not say, such as how somebody signed in; at most 200 characters are stored. */
  detail?: string | undefined;
}

export const MAX_USER_AGENT = 400;
const MAX_DETAIL = 200;

/**
 * What the owner is told by mail, since it may be somebody else's doing. Passwords and deletion have mails of their own.
 * Failed sign-ins are only listed: anybody could cause a mail about them.
 */
const MAILED: ReadonlySet<SecurityEventKind> = new Set([
  'new-device',
  'account-claimed',
  'phone-changed',
  'identity-linked',
  'passkey-added',
  'passkey-removed',
  'passkey-suspicious',
  'recovery-codes-created',
  'recovery-code-used',
  'token-reused',
  'data-exported',
  'blocked',
  'unblocked',
]);
/** Ways to sign in that the owner gets another mail about: one about a new device would say nothing new. */
const SELF_TOLD = new Set(['code', 'password-reset', 'recovery-code']);
/** Mails about one kind of event to one member within an hour; the list of events has them all. */
const MAILS_PER_HOUR = 3;

/**
 * Records what happened to an account, in the transaction in which it happens, and has the owner told by mail where they
 * should know.
 */
export async function recordSecurityEvent(
  tx: Tx,
  accounts: Pick<Accounts, 'jobs'>,
  { memberId, kind, sessionId, device, detail = '' }: NewSecurityEvent,
): Promise<void> {
  const { id } = await tx
    .insertInto('security_events')
    .values({
      member_id: memberId,
      kind,
      session_id: sessionId ?? null,
      network: device?.network ?? '',
      user_agent: device?.userAgent.slice(0, MAX_USER_AGENT) ?? '',
      detail: detail.slice(0, MAX_DETAIL),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await notifyOwner(tx, accounts, { id, memberId, kind, detail });
}

/** Has the owner told about an event that was just recorded, where they should know and have not had too many mails of it. */
export async function notifyOwner(
  tx: Tx,
  { jobs }: Pick<Accounts, 'jobs'>,
  { id, memberId, kind, detail }: Pick<SecurityEventRow, 'id' | 'kind' | 'detail'> & { memberId: string },
): Promise<void> {
  if (!MAILED.has(kind) || (kind === 'new-device' && SELF_TOLD.has(detail))) return;
  const { recent } = await tx
    .selectFrom('security_events')
    .select(sql<number>`count(*)`.as('recent'))
    .where('member_id', '=', memberId)
    .where('kind', '=', kind)
    .where('created_at', '>', sql<Date>`clock_timestamp() - interval '1 hour'`)
    .executeTakeFirstOrThrow();
  if (recent <= MAILS_PER_HOUR) await jobs.add(tx, 'mail', { kind: 'security-notice', eventId: id });
}

/**
 * What happened to a member's account, newest first.
 *
 * @param before only events with a smaller id
 */
export async function findSecurityEvents(
  db: Db,
  memberId: string,
  { limit, before }: { limit?: number; before?: number | undefined } = {},
): Promise<SecurityEventRow[]> {
  return db
    .selectFrom('security_events')
    .selectAll()
    .where('member_id', '=', memberId)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .orderBy('id', 'desc')
    .execute();
}

/** An event as the contract shows it to the member, in a session of theirs. */
export function presentSecurityEvent(event: SecurityEventRow, currentSessionId: string): SecurityEvent {
  return {
    id: event.id,
    kind: event.kind,
    detail: event.detail,
    device: event.user_agent === '' ? '' : describeDevice(event.user_agent),
    network: event.network,
    isCurrentSession: event.session_id === currentSessionId,
    createdAt: event.created_at.toISOString(),
  };
}

/** One event, for the mail about it; undefined once it is forgotten. */
export async function findSecurityEvent(db: Db, id: number): Promise<SecurityEventRow | undefined> {
  return db.selectFrom('security_events').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Deletes events that are older than a year. */
export async function deleteOldSecurityEvents(db: Db): Promise<void> {
  await db
    .deleteFrom('security_events')
    .where('created_at', '<', sql<Date>`now() - interval '1 year'`)
    .execute();
}
