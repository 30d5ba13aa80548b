import type { SecurityEvent, SecurityEventKind } from '@oriel/contract';
import type { Tx } from '../../../database/database.ts';
import type { Accounts } from '../context.ts';
import { type Device, describeDevice } from '../sessions/device.ts';
import { NOTICES } from './notices.ts';
import { insertSecurityEvent, recentEvents, type SecurityEventRow } from './store.ts';

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
  const id = await insertSecurityEvent(tx, {
    member_id: memberId,
    kind,
    session_id: sessionId ?? null,
    network: device?.network ?? '',
    user_agent: device?.userAgent.slice(0, MAX_USER_AGENT) ?? '',
    detail: detail.slice(0, MAX_DETAIL),
  });
  await notifyOwner(tx, accounts, { id, memberId, kind, detail });
}

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
