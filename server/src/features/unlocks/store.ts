import { CompiledQuery, sql } from 'kysely';
import type { Db, Tx } from '../../database/database.ts';
import { experienceKey, findByKey, likedInSql, type StoredState } from '../catalogue/service.ts';

/** The outcome of unlocking an experience, with the member's balance afterwards. */
export type UnlockResult =
  /** The member may open it at no cost; it is not unlocked. */
  | { id: number; outcome: 'open' }
  /** Nothing is taken unless it is 'unlocked'. */
  | {
      id: number;
      /** 'verify-email': the tokens would suffice if the member's email were verified. */
      outcome: 'unlocked' | 'unlocked-before' | 'short' | 'verify-email';
      topup: number;
      referral: number;
      bonus: number;
      /** Whether the member likes the experience; read by the same statement, which saves another one. */
      liked: StoredState['liked'];
    };

const unlockBy = (column: 'id' | 'slug') => `
  SELECT e.id, outcome, topup_left AS topup, referral_left AS referral, bonus_left AS bonus, ${likedInSql('m.id', 'e.id')} AS liked
  FROM experiences AS e CROSS JOIN members AS m CROSS JOIN LATERAL unlock_experience(m.id, e.id, e.tokens_required,
    may_open(e.tokens_required, e.part_of_package, is_plan_active(m.tier, m.tier_until, m.plus_until)))
  WHERE e.${column} = $1 AND m.id = $2
    AND (e.is_listed OR e.visibility = 'unlisted' OR EXISTS (SELECT FROM unlocks AS u WHERE u.member_id = m.id AND u.experience_id = e.id))`;

const UNLOCK = { id: unlockBy('id'), slug: unlockBy('slug') };

/**
 * Unlocks an experience for a member in one statement, which decides whether it costs them anything and takes its price once.
 *
 * @param key the experience's numeric id or slug
 * @returns undefined where there is no such experience
 */
export async function unlock(db: Db, key: string, memberId: string): Promise<UnlockResult | undefined> {
  return findByKey(db, experienceKey(key), async ({ column, value }) => {
    const { rows } = await db.executeQuery<UnlockResult>(
      CompiledQuery.raw(UNLOCK[column], [value, memberId]),
    );
    return rows[0];
  });
}

/** The experiences that transactions of the ledger unlocked. */
export async function findByTransactions(
  db: Db,
  transactionIds: readonly number[],
): Promise<{ transactionId: number; experienceId: number }[]> {
  const { rows } = await sql<{ transactionId: number; experienceId: number }>`
    SELECT transaction_id AS "transactionId", experience_id AS "experienceId" FROM unlocks
    WHERE transaction_id = ANY (${transactionIds}::bigint[])
  `.execute(db);
  return rows;
}

/** Whether any member has unlocked an experience. */
export async function isUnlocked(db: Db | Tx, experienceId: number): Promise<boolean> {
  const row = await db
    .selectFrom('unlocks')
    .select('experience_id')
    .where('experience_id', '=', experienceId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** All unlocks of a member, the oldest first. */
export function listUnlocks(db: Db, memberId: string) {
  return db
    .selectFrom('unlocks')
    .select(['experience_id', 'tokens', 'created_at'])
    .where('member_id', '=', memberId)
    .orderBy('created_at')
    .execute();
}
