import { type Db, inTransaction, type Tx } from '../../../database/database.ts';
import type { Accounts } from '../context.ts';
import { findIdentities } from '../oidc/store.ts';
import { findPasskeys } from '../passkeys/store.ts';
import { recordSecurityEvent } from '../security/security-events.ts';
import { findSecurityEvents } from '../security/store.ts';
import { describeDevice } from '../sessions/device.ts';
import { endSessions, findSessions } from '../sessions/store.ts';
import { findMemberByEmail, lockMember, type MemberRow, updateMember } from './store.ts';

// What operators do with accounts, through `npm run member`.

type OperatorContext = Pick<Accounts, 'db' | 'jobs'>;

/** What `npm run member` shows of an account. */
export interface MemberReport {
  member: MemberRow;
  identities: { issuer: string; createdAt: Date }[];
  passkeys: number;
  sessions: { device: string; createdAt: Date; lastUsedAt: Date }[];
  events: { kind: string; detail: string; device: string; network: string; createdAt: Date }[];
}

const REPORTED_EVENTS = 20;

/** A member with their active sessions and latest security events. @returns undefined for an unknown email */
export async function reportMember(db: Db, email: string): Promise<MemberReport | undefined> {
  const member = await findMemberByEmail(db, email);
  if (member === undefined) return undefined;
  const identities = await findIdentities(db, member.id);
  const sessions = await findSessions(db, member.id);
  const events = await findSecurityEvents(db, member.id, { limit: REPORTED_EVENTS });
  return {
    member,
    identities: identities.map(({ issuer, created_at }) => ({ issuer, createdAt: created_at })),
    passkeys: (await findPasskeys(db, member.id)).length,
    sessions: sessions.map(({ user_agent, created_at, last_used_at }) => ({
      device: describeDevice(user_agent),
      createdAt: created_at,
      lastUsedAt: last_used_at,
    })),
    events: events.map(({ kind, detail, user_agent, network, created_at }) => ({
      kind,
      detail,
      device: user_agent === '' ? '' : describeDevice(user_agent),
      network,
      createdAt: created_at,
    })),
  };
}

/** Runs work on the locked member with an email. @returns undefined for an unknown email */
async function withMember<T>(
  db: Db,
  email: string,
  work: (tx: Tx, member: MemberRow) => Promise<T>,
): Promise<T | undefined> {
  return inTransaction(db, async (tx) => {
    const unlocked = await findMemberByEmail(tx, email);
    const member = unlocked && (await lockMember(tx, unlocked.id));
    return member && work(tx, member);
  });
}

/**
 * Signs a member out everywhere.
 *
 * @returns how many sessions were ended; undefined for an unknown email
 */
export async function endAllSessions(
  { db, jobs }: OperatorContext,
  email: string,
): Promise<number | undefined> {
  return withMember(db, email, async (tx, member) => {
    const ended = await endSessions(tx, member.id, 'operator');
    if (ended > 0) {
      await recordSecurityEvent(
        tx,
        { jobs },
        { memberId: member.id, kind: 'session-ended', detail: 'All devices, by the support team' },
      );
    }
    return ended;
  });
}

/**
 * Blocks a member: signs them out everywhere and refuses every sign-in from then on.
 *
 * @returns how many sessions were ended; `already` when they were blocked before; undefined for an unknown email
 */
export async function blockMember(
  { db, jobs }: OperatorContext,
  email: string,
): Promise<number | 'already' | undefined> {
  return withMember(db, email, async (tx, member) => {
    if (member.blocked_at !== null) return 'already';
    await updateMember(tx, member.id, { blocked_at: new Date() });
    const ended = await endSessions(tx, member.id, 'blocked');
    await recordSecurityEvent(tx, { jobs }, { memberId: member.id, kind: 'blocked' });
    return ended;
  });
}

/** Lets a blocked member sign in again. @returns whether they were blocked; undefined for an unknown email */
export async function unblockMember(
  { db, jobs }: OperatorContext,
  email: string,
): Promise<boolean | undefined> {
  return withMember(db, email, async (tx, member) => {
    if (member.blocked_at === null) return false;
    await updateMember(tx, member.id, { blocked_at: null });
    await recordSecurityEvent(tx, { jobs }, { memberId: member.id, kind: 'unblocked' });
    return true;
  });
}
