import { type Db, inTransaction } from '../database/database.ts';
import { RULES } from './invariants.ts';
import { readPosition, startProgress } from './progress-store.ts';
import type { Violation } from './rules.ts';
import { violationsInTime } from './violation-store.ts';

/** Options of a whole check. */
export interface WholeOptions {
  /** Whether the first whole check sets where `checkRecent` continues; false for a read-only replica. */
  recordsProgress?: boolean;
  isStopping?: () => boolean;
}

/**
 * Checks the whole database, one rule after the other, in one snapshot.
 *
 * @returns the violations; undefined if stopped early
 */
export async function checkWhole(
  db: Db,
  { recordsProgress = false, isStopping = () => false }: WholeOptions = {},
): Promise<Violation[] | undefined> {
  const result = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const violations: Violation[] = [];
      for (const rule of RULES) {
        if (isStopping()) return undefined;
        violations.push(...(await violationsInTime(tx, rule)));
      }
      return { violations, position: recordsProgress ? await readPosition(tx) : undefined };
    });
  const position = result?.position;
  if (position) await inTransaction(db, (tx) => startProgress(tx, position));
  return result?.violations;
}
