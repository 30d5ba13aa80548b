import type { SecurityEvent, SecurityEventKind } from '@oriel/contract';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../../database/database.ts';
import type { Accounts } from '../context.ts';
import { type Device, describeDevice } from '../sessions/device.ts';
import type { AccountTables } from '../tables.ts';
import { NOTICES } from './notices.ts';

export type SecurityEventRow = Selectable<AccountTables['security_events']>;

export interface NewSecurityEvent {
  memberId: string;
  kind: SecurityEventKind;
  /** The session that it happened in or that it began, if any. */
  sessionId?: string | undefined;
  /** The client of the request; undefined for operators and jobs. */
  device?: Pick<Device, 'userAgent' | 'network'> | undefined;
  /** Details such as the sign-in method; at most 200 characters are stored. */
  detail?: string | undefined;
}

export const MAX_USER_AGENT = 400;
const MAX_DETAIL = 200;

/** Sign-in methods that send another mail, which makes one about a new device redundant. */
const METHODS_WITH_OWN_MAIL = new Set(['code', 'password-reset', 'recovery-code']);
/** For each kind of event and member; the list of events is complete. */
export const MAILS_PER_HOUR = 3;

/**
 * Records an event of an account and queues a mail to its owner if the kind requires one. Call it in the transaction of the
 * event.
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

/** Counts the events of a kind within the last hour. */
export const recentEvents = (db: Db | Tx, memberId: string, kind: SecurityEventKind) =>
  db
    .selectFrom('security_events')
    .select(sql<number>`count(*)`.as('recent'))
    .where('member_id', '=', memberId)
    .where('kind', '=', kind)
    .where('created_at', '>', sql<Date>`clock_timestamp() - interval '1 hour'`);

/** Queues the mail about a recorded event, if its kind requires one and the hourly limit allows it. */
export async function notifyOwner(
  tx: Tx,
  { jobs }: Pick<Accounts, 'jobs'>,
  { id, memberId, kind, detail }: Pick<SecurityEventRow, 'id' | 'kind' | 'detail'> & { memberId: string },
): Promise<void> {
  if (NOTICES[kind] === undefined || (kind === 'new-device' && METHODS_WITH_OWN_MAIL.has(detail))) return;
  const { recent } = await recentEvents(tx, memberId, kind).executeTakeFirstOrThrow();
  if (recent <= MAILS_PER_HOUR) await jobs.add(tx, 'mail', { kind: 'security-notice', eventId: id });
}

/**
 * The events of a member's account, newest first.
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

/** An event as the contract returns it to the member. */
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

/** @returns undefined when the event has been deleted */
export async function findSecurityEvent(db: Db, id: number): Promise<SecurityEventRow | undefined> {
  return db.selectFrom('security_events').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The device that an account was created on, if that was recorded. */
export async function findSignUp(
  db: Db | Tx,
  memberId: string,
): Promise<Pick<SecurityEventRow, 'user_agent'> | undefined> {
  return db
    .selectFrom('security_events')
    .select('user_agent')
    .where('member_id', '=', memberId)
    .where('kind', '=', 'signed-up')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** Deletes all events of a member. */
export async function deleteSecurityEvents(tx: Tx, memberId: string): Promise<void> {
  await tx.deleteFrom('security_events').where('member_id', '=', memberId).execute();
}

/** Deletes events that are older than a year. */
export async function deleteOldSecurityEvents(db: Db): Promise<void> {
  await db
    .deleteFrom('security_events')
    .where('created_at', '<', sql<Date>`now() - interval '1 year'`)
    .execute();
}
