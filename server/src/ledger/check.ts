import { ConfigError, loadConfig } from '../config/config.ts';
import { openDatabase } from '../database/database.ts';
import { BACKGROUND_LIMITS } from '../database/limits.ts';
import { configuredDatabase } from '../embedded/configured-database.ts';
import { checkWhole } from './whole.ts';

/**
 * `npm run ledger:check`: checks the whole ledger of the configured database or replica, whether the server is running or
 * not. Exits with 0 if no rule is broken, with 1 if one is broken or the check failed.
 */
async function check(): Promise<boolean> {
  const config = loadConfig(process.env);
  const cleanups: (() => void | Promise<void>)[] = [];
  try {
    const { connectionString, release } = await configuredDatabase(config);
    cleanups.push(release);
    const db = openDatabase({ connectionString, poolSize: 1, limits: BACKGROUND_LIMITS });
    cleanups.push(() => db.destroy());
    const violations = (await checkWhole(db)) ?? [];
    for (const { rule, where, problem } of violations) console.error(`${rule}\n  ${where}: ${problem}`);
    console.log(violations.length === 0 ? 'The ledger is sound.' : `${violations.length} rows break a rule.`);
    return violations.length === 0;
  } finally {
    for (const clean of cleanups.reverse()) await clean();
  }
}

try {
  if (!(await check())) process.exitCode = 1;
} catch (error) {
  console.error(
    'The ledger could not be checked.',
    error instanceof ConfigError || !(error instanceof Error) ? error : error.message,
  );
  process.exitCode = 1;
}
