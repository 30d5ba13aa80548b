import { sql } from 'kysely';
import type { Db } from '../../database.ts';
import type { LotKind, MovementKind } from './tables.ts';

/** What is left of a grant. */
export interface OpenLot {
  kind: LotKind;
  /** Tokens, above 0. */
  remaining: number;
  expires_at: Date;
}

/** What is left of a member's grants now, the first to expire first. */
export async function findOpenLots(db: Db, memberId: string): Promise<OpenLot[]> {
  return db
    .selectFrom('wallet_lots')
    .select(['kind', 'remaining', 'expires_at'])
    .where('member_id', '=', memberId)
    .where('remaining', '>', 0)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('expires_at')
    .orderBy('id')
    .execute();
}

/** Members with lots that are past their time and not written off yet; those who wait longest first. */
export async function findMembersWithDueLots(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('wallet_lots')
    .select('member_id')
    .where('remaining', '>', 0)
    .where('expires_at', '<=', sql<Date>`now()`)
    .groupBy('member_id')
    .orderBy(sql`min(expires_at)`)
    .limit(limit)
    .execute();
  return rows.map((row) => row.member_id);
}

/** A transaction of the ledger, as it moved the tokens of its member. */
export interface LedgerMovement {
  id: number;
  /** As `TRN` and twelve digits; in the order of their making. */
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
    SELECT t.id, 'TRN' || lpad(t.id::text, 12, '0') AS "trnId", t.kind, t.created_at,
      (SELECT sum(e.amount)::bigint FROM ledger_entries AS e WHERE e.transaction_id = t.id AND e.account = 'member') AS amount
    FROM ledger_transactions AS t
    WHERE t.member_id = ${memberId}
    ${
      before === undefined
        ? sql``
        : sql`AND t.created_at <= ${before.date}
            AND (t.created_at < ${before.date} OR ('TRN' || lpad(t.id::text, 12, '0')) COLLATE "C" < ${before.trnId})`
    }
    ORDER BY t.created_at DESC, t.id DESC
    LIMIT ${limit}
  `.execute(db);
  return rows;
}
