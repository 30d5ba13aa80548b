import { sql } from 'kysely';
import type { Db, Tx } from '../../database.ts';

/** What came of trying to unlock an experience, and what the member's wallet holds afterwards. */
export interface UnlockResult {
  /** Nothing is taken unless it is 'unlocked'. */
  outcome: 'unlocked' | 'unlocked-before' | 'short';
  topup: number;
  referral: number;
  bonus: number;
}

/**
 * Unlocks an experience for a member and takes its price, once, ever, all in one statement.
 *
 * @param price in tokens, above 0
 */
export async function unlock(
  tx: Tx,
  { memberId, experienceId, price }: { memberId: string; experienceId: number; price: number },
): Promise<UnlockResult> {
  const { rows } = await sql<UnlockResult>`
    SELECT outcome, topup_left AS topup, referral_left AS referral, bonus_left AS bonus
    FROM unlock_experience(${memberId}, ${experienceId}, ${price})
  `.execute(tx);
  const [result] = rows;
  if (result === undefined) throw new Error('unlock_experience answered nothing');
  return result;
}

/** Those of `experienceIds` that a member has unlocked. */
export async function findUnlocked(
  db: Db,
  memberId: string,
  experienceIds: readonly number[],
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    SELECT experience_id AS id FROM unlocks
    WHERE member_id = ${memberId} AND experience_id = ANY (${experienceIds}::integer[])
  `.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** The names of the tours that transactions of the ledger have unlocked; those that are gone from the catalogue have none. */
export async function findTitles(db: Db, transactionIds: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; title: string | null }>`
    SELECT unlocked.transaction_id AS id, coalesce(nullif(e.title, ''), nullif(e.property_name, '')) AS title
    FROM unlocks AS unlocked JOIN experiences AS e ON e.id = unlocked.experience_id
    WHERE unlocked.transaction_id = ANY (${transactionIds}::bigint[])
  `.execute(db);
  return new Map(rows.map(({ id, title }) => [id, title ?? 'Untitled Experience']));
}
