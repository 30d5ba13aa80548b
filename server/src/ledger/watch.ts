import type { Logger } from 'pino';
import type { Db } from '../database/database.ts';
import { type CheckName, claimCheck, completeCheck, requestCheck, type WholeCheck } from './check-store.ts';
import { checkRecent } from './recent.ts';
import type { Violation } from './rules.ts';
import { checkWhole } from './whole.ts';

interface Watch {
  db: Db;
  log: Logger;
  /** How often everything is checked. */
  wholeCheck: WholeCheck;
  isStopping: () => boolean;
}

async function check({ db, isStopping }: Watch, name: CheckName): Promise<Violation[] | undefined> {
  if (name === 'whole') return checkWhole(db, { recordsProgress: true, isStopping });
  const violations = await checkRecent(db, isStopping);
  if (violations === undefined) await requestCheck(db, 'whole');
  return violations;
}

/**
 * Runs the due checks of the ledger that no other process is running. Logs violations and failed checks with `alert`.
 */
export async function runDueChecks(watch: Watch): Promise<void> {
  const { db, log, wholeCheck, isStopping } = watch;
  for (const name of ['recent', 'whole'] as const) {
    if (isStopping() || !(await claimCheck(db, name))) continue;
    try {
      const violations = await check(watch, name);
      for (const violation of violations ?? [])
        log.error({ alert: true, ...violation }, 'the ledger breaks a rule');
      if (violations !== undefined) await completeCheck(db, name, violations.length, wholeCheck);
    } catch (err) {
      log.error({ alert: true, err, check: name }, 'could not check the ledger');
    }
  }
}
