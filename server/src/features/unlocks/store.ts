import { sql } from 'kysely';
import type { Db } from '../../database/database.ts';
import { experienceKey } from '../catalogue/service.ts';

/** What came of opening an experience, and what the member's wallet holds afterwards. */
export type UnlockResult =
  /** It costs this member nothing, and is not unlocked for good. */
  | { id: number; outcome: 'open' }
  /** Nothing is taken unless it is 'unlocked'. */
  | {
      id: number;
      /** 'verify-email': the tokens would suffice if the member's email were verified. */
      outcome: 'unlocked' | 'unlocked-before' | 'short' | 'verify-email';
      topup: number;
      referral: number;
      bonus: number;
    };

/**
 * Opens an experience for a member: decides whether it costs them anything, and takes its price once, ever, all in one
 * statement.
 *
 * @param key the experience's numeric id or slug
 * @param hasPlan whether the member has an active plan that includes experiences
 * @returns undefined where there is no such experience
 */
export async function unlock(
  db: Db,
  key: string,
  { memberId, hasPlan }: { memberId: string; hasPlan: boolean },
): Promise<UnlockResult | undefined> {
  const named = experienceKey(key);
  if (named === undefined) return undefined;
  const { rows } = await sql<UnlockResult>`
    SELECT e.id, outcome, topup_left AS topup, referral_left AS referral, bonus_left AS bonus
    FROM experiences AS e CROSS JOIN LATERAL open_experience(${memberId}, e.id, ${hasPlan})
    WHERE e.${sql.ref(named.column)} = ${named.value}
  `.execute(db);
  return rows[0];
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

/** The names of the tours that transactions of the ledger have unlocked, as cards show them; those that are gone from the catalogue have none. */
export async function findTitles(db: Db, transactionIds: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; title: string | null }>`
    SELECT unlocked.transaction_id AS id, coalesce(nullif(e.property_name, ''), nullif(e.title, '')) AS title
    FROM unlocks AS unlocked JOIN experiences AS e ON e.id = unlocked.experience_id
    WHERE unlocked.transaction_id = ANY (${transactionIds}::bigint[])
  `.execute(db);
  return new Map(rows.map(({ id, title }) => [id, title ?? 'Untitled Experience']));
}
