import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../database/database.ts';
import type { LotKind, MovementKind } from './tables.ts';

/** A lot with remaining tokens. */
export interface OpenLot {
  kind: LotKind;
  /** Tokens, above 0. */
  remaining: number;
  expires_at: Date;
  /** When it becomes spendable; null if it is. */
  available_at: Date | null;
  /** Whether it becomes spendable when the member verifies their email. */
  awaits_verification: boolean;
}

/**
 * A member's tokens by kind; how many of them are not spendable yet, and how many of those only await the verification of
 * the email.
 */
export type OpenSums = Record<LotKind, number> & { pending: number; awaiting_verification: number };

/** A member's lots with remaining tokens, and whether each is spendable. */
const openLots = (memberId: string) => sql`
  SELECT l.id, l.kind, l.remaining, l.expires_at,
    CASE WHEN l.available_at > now() THEN l.available_at END AS available_at,
    l.requires_verified_email AND m.email_verified_at IS NULL AS awaits_verification
  FROM wallet_lots AS l JOIN members AS m ON m.id = l.member_id
  WHERE l.member_id = ${memberId} AND l.is_open AND l.expires_at > now()
`;

const openSums = sql`
  coalesce(sum(remaining) FILTER (WHERE kind = 'topup'), 0)::bigint AS topup,
  coalesce(sum(remaining) FILTER (WHERE kind = 'referral'), 0)::bigint AS referral,
  coalesce(sum(remaining) FILTER (WHERE kind = 'bonus'), 0)::bigint AS bonus,
  coalesce(sum(remaining) FILTER (WHERE available_at IS NOT NULL OR awaits_verification), 0)::bigint AS pending,
  coalesce(sum(remaining) FILTER (WHERE available_at IS NULL AND awaits_verification), 0)::bigint AS awaiting_verification
`;

const EMPTY_SUMS: OpenSums = { topup: 0, referral: 0, bonus: 0, pending: 0, awaiting_verification: 0 };

/** The sums of a member's open lots. */
export async function sumOpenLots(db: Db, memberId: string): Promise<OpenSums> {
  const { rows } = await sql<OpenSums>`SELECT ${openSums} FROM (${openLots(memberId)}) AS lot`.execute(db);
  return rows[0] ?? EMPTY_SUMS;
}

/**
 * The sums of a member's open lots, the lots that expire first, and whether the expiry of others is yet to be recorded, from
 * one snapshot.
 *
 * @param limit the most lots that are returned
 */
export async function readOpenLots(
  db: Db,
  memberId: string,
  limit: number,
): Promise<{ sums: OpenSums; lots: OpenLot[]; hasEnded: boolean }> {
  const { rows } = await sql<{
    hasEnded: boolean;
    sums: OpenSums;
    lots: (Omit<OpenLot, 'expires_at' | 'available_at'> & Dates)[];
  }>`
    WITH lot AS MATERIALIZED (${openLots(memberId)})
    SELECT
      EXISTS (SELECT FROM wallet_lots WHERE member_id = ${memberId} AND is_open AND expires_at <= now()) AS "hasEnded",
      (SELECT to_jsonb(sums) FROM (SELECT ${openSums} FROM lot) AS sums) AS sums,
      (SELECT coalesce(jsonb_agg(to_jsonb(first) ORDER BY first.expires_at, first.id), '[]')
        FROM (SELECT * FROM lot ORDER BY expires_at, id LIMIT ${limit}) AS first) AS lots
  `.execute(db);
  const { sums, lots, hasEnded } = rows[0] ?? { sums: EMPTY_SUMS, lots: [], hasEnded: false };
  return {
    hasEnded,
    sums,
    lots: lots.map(({ expires_at, available_at, ...lot }) => ({
      ...lot,
      expires_at: new Date(expires_at),
      available_at: available_at === null ? null : new Date(available_at),
    })),
  };
}

/** Timestamps as JSON of the database. */
interface Dates {
  expires_at: string;
  available_at: string | null;
}

/** A lot that has ended and whose expiry is not recorded yet. */
export interface DueLot {
  id: number;
  member_id: string;
  expires_at: Date;
}

/**
 * Lots that have ended and whose expiry is not recorded yet, the oldest first. Reads no more rows of the index than it
 * returns.
 *
 * @param after the last lot of the page before
 */
export function dueLots(db: Db, { after, limit }: { after: DueLot | undefined; limit: number }) {
  return db
    .selectFrom('wallet_lots')
    .select(['id', 'member_id', 'expires_at'])
    .where('is_open', '=', true)
    .where('expires_at', '<=', sql<Date>`now()`)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(expires_at, id) > (${after?.expires_at}::timestamptz, ${after?.id}::bigint)`),
    )
    .orderBy('expires_at')
    .orderBy('id')
    .limit(limit);
}

/** Whether a movement has this reference. */
export async function isReferenceUsed(tx: Tx, reference: string): Promise<boolean> {
  const movement = await tx
    .selectFrom('ledger_transactions')
    .select('id')
    .where('reference', '=', reference)
    .executeTakeFirst();
  return movement !== undefined;
}

/** A grant of tokens, as a movement. */
export interface GrantMovement {
  trnId: string;
  reference: string;
  tokens: number;
  date: Date;
}

/** The number of a transaction in a history: `TRN` and at least twelve digits. */
const trnId = sql<string>`'TRN' || lpad(t.id::text, greatest(12, length(t.id::text)), '0')`;

/** The newest grants of one kind to a member, except those of certain transactions. */
export async function findGrants(
  db: Db,
  { memberId, kind, except, limit }: { memberId: string; kind: LotKind; except: number[]; limit: number },
): Promise<GrantMovement[]> {
  const { rows } = await sql<GrantMovement>`
    SELECT ${trnId} AS "trnId", t.reference, t.created_at AS date, e.amount AS tokens
    FROM ledger_transactions AS t
    JOIN ledger_entries AS e ON e.transaction_id = t.id AND e.account = 'member'
    WHERE t.member_id = ${memberId} AND t.kind = ${kind} AND t.id <> ALL (${except}::bigint[])
    ORDER BY t.created_at DESC, t.id DESC
    LIMIT ${limit}
  `.execute(db);
  return rows;
}

/** A place in a history, which is ordered by time, then by `trnId` as text, newest first. */
export interface Position {
  /** To the millisecond. */
  date: Date;
  trnId: string;
}

/**
 * The condition that a row is older than a position, in the history's order; it holds for all rows where there is none.
 *
 * @param date the column of the row's time
 * @param id the column of its `trnId`
 */
export function isBefore(position: Position | undefined, date: string, id: string): RawBuilder<boolean> {
  if (position === undefined) return sql<boolean>`true`;
  return sql<boolean>`(${sql.ref(date)}, ${sql.ref(id)} COLLATE "C") < (${position.date}::timestamptz, ${position.trnId}::text)`;
}

/** A transaction of the ledger, as it moved the tokens of its member. */
export interface LedgerMovement {
  id: number;
  /** In the order of `id`. */
  trnId: string;
  kind: MovementKind;
  /** Signed tokens. */
  amount: number;
  created_at: Date;
}

/** A member's movements before a position, newest first. */
export async function findMovements(
  db: Db,
  memberId: string,
  { before, limit }: { before: Position | undefined; limit: number },
): Promise<LedgerMovement[]> {
  const { rows } = await sql<LedgerMovement>`
    SELECT t.id, ${trnId} AS "trnId", t.kind, t.created_at,
      (SELECT sum(e.amount)::bigint FROM ledger_entries AS e WHERE e.transaction_id = t.id AND e.account = 'member') AS amount
    FROM ledger_transactions AS t
    WHERE t.member_id = ${memberId}
    -- Later movements of held tokens do not change the balance.
    AND EXISTS (SELECT FROM ledger_entries AS e WHERE e.transaction_id = t.id AND e.account = 'member')
    ${
      before === undefined
        ? sql``
        : sql`AND t.created_at <= ${before.date}
            AND (t.created_at < ${before.date} OR (${trnId}) COLLATE "C" < ${before.trnId})`
    }
    ORDER BY t.created_at DESC, t.id DESC
    LIMIT ${limit}
  `.execute(db);
  return rows;
}

/** All movements of a member's tokens, the oldest first. */
export async function findAllMovements(
  db: Db,
  memberId: string,
): Promise<{ kind: MovementKind; reference: string; created_at: Date; tokens: number }[]> {
  return db
    .selectFrom('ledger_transactions as moved')
    .innerJoin('ledger_entries as entry', (join) =>
      join.onRef('entry.transaction_id', '=', 'moved.id').on('entry.account', '=', 'member'),
    )
    .select([
      'moved.kind',
      // References of referrals name other members, who are not part of this export.
      sql<string>`CASE WHEN moved.reference LIKE 'referral-%' THEN split_part(moved.reference, ':', 1)
        ELSE moved.reference END`.as('reference'),
      'moved.created_at',
      sql<number>`sum(entry.amount)::bigint`.as('tokens'),
    ])
    .where('moved.member_id', '=', memberId)
    .groupBy('moved.id')
    .orderBy('moved.id')
    .execute();
}
