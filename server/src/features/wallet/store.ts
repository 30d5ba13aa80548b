import { sql } from 'kysely';
import type { Db } from '../../database/database.ts';
import type { LotKind, MovementKind } from './tables.ts';

/** What is left of a grant. */
export interface OpenLot {
  kind: LotKind;
  /** Tokens, above 0. */
  remaining: number;
  expires_at: Date;
  /** From when it can be spent; null where that is now. */
  available_at: Date | null;
  /** Whether it waits for the member to verify their email. */
  awaits_verification: boolean;
}

/**
 * Tokens that a member holds, by kind; how many of all of them cannot be spent yet, and how many of those wait for nothing
 * but the verification of the email.
 */
export type OpenSums = Record<LotKind, number> & { pending: number; awaiting_verification: number };

/** What is left of a member's grants now, and whether each can be spent. */
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

/** What a member's open lots add up to now. */
export async function sumOpenLots(db: Db, memberId: string): Promise<OpenSums> {
  const { rows } = await sql<OpenSums>`SELECT ${openSums} FROM (${openLots(memberId)}) AS lot`.execute(db);
  return rows[0] ?? EMPTY_SUMS;
}

/**
 * What a member's open lots add up to, and the first of them to expire; both as they are at one moment.
 *
 * @param limit the most lots that are returned
 */
export async function readOpenLots(
  db: Db,
  memberId: string,
  limit: number,
): Promise<{ sums: OpenSums; lots: OpenLot[] }> {
  const { rows } = await sql<{
    sums: OpenSums;
    lots: (Omit<OpenLot, 'expires_at' | 'available_at'> & Dates)[];
  }>`
    WITH lot AS MATERIALIZED (${openLots(memberId)})
    SELECT
      (SELECT to_jsonb(sums) FROM (SELECT ${openSums} FROM lot) AS sums) AS sums,
      (SELECT coalesce(jsonb_agg(to_jsonb(first) ORDER BY first.expires_at, first.id), '[]')
        FROM (SELECT * FROM lot ORDER BY expires_at, id LIMIT ${limit}) AS first) AS lots
  `.execute(db);
  const { sums, lots } = rows[0] ?? { sums: EMPTY_SUMS, lots: [] };
  return {
    sums,
    lots: lots.map(({ expires_at, available_at, ...lot }) => ({
      ...lot,
      expires_at: new Date(expires_at),
      available_at: available_at === null ? null : new Date(available_at),
    })),
  };
}

/** Moments inside JSON of the database. */
interface Dates {
  expires_at: string;
  available_at: string | null;
}

/** A lot that has ended and is not written off yet. */
export interface DueLot {
  id: number;
  member_id: string;
  expires_at: Date;
}

/**
 * Lots that have ended and are not written off yet, the longest ended first. Reads no more rows of the index than it
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

/** A transaction of the ledger, as it moved the tokens of its member. */
export interface LedgerMovement {
  id: number;
  /** As `TRN` and at least twelve digits; in the order of their making. */
  trnId: string;
  kind: MovementKind;
  /** Signed tokens. */
  amount: number;
  created_at: Date;
}

/** A member's movements, newest first: those before a place in the order of time and id. */
export async function findMovements(
  db: Db,
  memberId: string,
  { before, limit }: { before: { date: Date; trnId: string } | undefined; limit: number },
): Promise<LedgerMovement[]> {
  const { rows } = await sql<LedgerMovement>`
    SELECT t.id, 'TRN' || lpad(t.id::text, greatest(12, length(t.id::text)), '0') AS "trnId", t.kind, t.created_at,
      (SELECT sum(e.amount)::bigint FROM ledger_entries AS e WHERE e.transaction_id = t.id AND e.account = 'member') AS amount
    FROM ledger_transactions AS t
    WHERE t.member_id = ${memberId}
    -- Held tokens move on without the member: those were taken when they were held.
    AND EXISTS (SELECT FROM ledger_entries AS e WHERE e.transaction_id = t.id AND e.account = 'member')
    ${
      before === undefined
        ? sql``
        : sql`AND t.created_at <= ${before.date}
            AND (t.created_at < ${before.date} OR ('TRN' || lpad(t.id::text, greatest(12, length(t.id::text)), '0')) COLLATE "C" < ${before.trnId})`
    }
    ORDER BY t.created_at DESC, t.id DESC
    LIMIT ${limit}
  `.execute(db);
  return rows;
}
