import { type Db, inTransaction } from '../database/database.ts';
import { RULES } from './invariants.ts';
import { claimProgress, endOfBatch, recordProgress, startOver } from './progress-store.ts';
import type { Violation } from './rules.ts';
import { violationsOf } from './violation-store.ts';

/** Roughly how many ledger transactions one statement checks. */
const BATCH = 1000;

const MEMBER_RULES = RULES.filter(({ isWhole }) => !isWhole);

/**
 * Checks the members whose tokens moved since the last check, in batches whose progress is recorded.
 *
 * @returns the violations; undefined where the whole ledger has to be checked first, or another process is checking
 */
export async function checkRecent(
  db: Db,
  isStopping: () => boolean = () => false,
): Promise<Violation[] | undefined> {
  const violations: Violation[] = [];
  for (let isOver = false; !isOver && !isStopping(); ) {
    const result = await inTransaction(db, async (tx) => {
      const progress = await claimProgress(tx);
      if (progress === undefined) return undefined;
      if (progress.isElsewhere) await startOver(tx);
      const { from, restoredUntil, over } = progress;
      if (from === null || progress.isElsewhere) return undefined;
      if (BigInt(over) < BigInt(from)) return { violations: [], isLast: true };
      const { to, isLast } = await endOfBatch(tx, { from, restoredUntil }, over, BATCH);
      const window = { from, to, restoredUntil };
      const batch = await violationsOf(tx, MEMBER_RULES, window);
      await recordProgress(tx, window);
      return { violations: batch, isLast };
    });
    if (result === undefined) return undefined;
    violations.push(...result.violations);
    isOver = result.isLast;
  }
  return violations;
}
