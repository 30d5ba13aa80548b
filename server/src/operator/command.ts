import { type Config, ConfigError, loadConfig } from '../config/config.ts';
import { type Db, openDatabase } from '../database/database.ts';
import { configuredDatabase } from '../embedded/configured-database.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { PgBossJobs } from '../jobs/pg-boss.ts';
import { createLog } from '../log.ts';

/** Invalid input of the operator; the message is printed without a stack. */
export class CommandError extends Error {}

/** The parts available to operators' commands. */
export interface CommandParts {
  config: Config;
  db: Db;
  /** Jobs added here are run by the server. */
  jobs: Jobs;
}

/** Formats a time in UTC, to the second; 'no' for null. */
export const time = (date: Date | null) =>
  date === null ? 'no' : date.toISOString().replace('T', ' ').slice(0, 19);

/** Opens the database of the server (DATABASE_URL, or the embedded one in DATA_DIR) for a command, whether the server runs or not. */
export async function withDatabase<T>(work: (parts: CommandParts) => Promise<T>): Promise<T> {
  const config = loadConfig(process.env);
  const cleanups: (() => Promise<void>)[] = [];
  try {
    const { connectionString, release } = await configuredDatabase(config);
    cleanups.push(release);
    const db = openDatabase({ connectionString, poolSize: 2 });
    cleanups.push(() => db.destroy());
    const jobs = await PgBossJobs.open(db, createLog('silent'));
    cleanups.push(() => jobs.close());
    return await work({ config, db, jobs });
  } finally {
    for (const clean of cleanups.reverse()) await clean();
  }
}

/** Prints the result of a command, or its failure on stderr with exit code 1. */
export async function runCommand(command: (words: string[]) => Promise<string>): Promise<void> {
  try {
    console.log(await command(process.argv.slice(2)));
  } catch (error) {
    if (error instanceof CommandError || error instanceof ConfigError) console.error(error.message);
    else console.error('The command failed.', error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
