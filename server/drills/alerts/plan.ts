import {
  DATABASE_DOWN,
  ERRORS,
  LEDGER_BROKEN,
  LEDGER_UNCHECKED,
  LOCKED,
  NO_STANDBY,
  READ_ONLY,
  SLOW,
} from './database-drills.ts';
import type { AlertDrill, DrillRunner } from './drill.ts';
import { DISK_FULL, FLOOD, THROTTLED } from './machine-drills.ts';
import { DOWN, MAIL_REFUSED, MAIL_SERVER_DOWN, MIXED_VERSIONS, NO_WORKER, STORAGE } from './site-drills.ts';

/** Break something that others need, so each is done alone. */
const ALONE = [FLOOD, THROTTLED, LOCKED, DATABASE_DOWN, NO_STANDBY, READ_ONLY] as const;
/** All drills. */
export const DRILLS: readonly AlertDrill[] = [
  DOWN,
  MIXED_VERSIONS,
  STORAGE,
  DISK_FULL,
  MAIL_SERVER_DOWN,
  MAIL_REFUSED,
  ERRORS,
  SLOW,
  LEDGER_BROKEN,
  LEDGER_UNCHECKED,
  NO_WORKER,
  ...ALONE,
];

/** Alerts that could not be provoked, and why not. */
type Untold = { alert: string; reason: string }[];

/**
 * All drills: first those that do not disturb each other, at the same time, since some wait for minutes; then the others.
 *
 * @param hasDisk whether a process has a small disk to be filled
 */
export async function runPlan(runner: DrillRunner, hasDisk: boolean): Promise<Untold> {
  const run = (drill: AlertDrill) => runner.start(drill).done;
  const errors = runner.start(ERRORS);
  const ledger = runner.start(LEDGER_BROKEN);
  await Promise.all([
    errors.done,
    ledger.done,
    errors.mended.then(() => run(SLOW)),
    // Both are mended by the same turn of the check, which comes each minute.
    ledger.mended.then(() => run(LEDGER_UNCHECKED)),
    run(MAIL_SERVER_DOWN).then(() => run(MAIL_REFUSED)),
    // A process does not start while the bucket refuses it.
    run(STORAGE)
      .then(() => run(DOWN))
      .then(() => run(MIXED_VERSIONS)),
    hasDisk ? run(DISK_FULL) : undefined,
  ]);
  // What waits for the worker's next minute ends meanwhile.
  const worker = runner.start(NO_WORKER);
  await worker.mended;
  for (const drill of ALONE) await run(drill);
  await worker.done;
  const reason = 'not provoked, since only root may mount a small disk to fill';
  return hasDisk
    ? []
    : DISK_FULL.alerts.filter((name) => runner.includes(name)).map((alert) => ({ alert, reason }));
}
