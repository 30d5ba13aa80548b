import { readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Config, loadConfig } from '../config/config.ts';
import { openDatabase } from '../database/database.ts';
import { BACKGROUND_LIMITS } from '../database/limits.ts';
import { MigrationError, requireMigrated } from '../database/migrations.ts';
import { embeddedDatabase } from '../embedded/configured-database.ts';
import { lockDataFolder } from '../embedded/lock.ts';
import { POSTGRES_MAJOR } from '../embedded/postgres.ts';
import { UNFINISHED_RESTORE } from '../embedded/unfinished-restore.ts';
import { checkWhole } from '../ledger/whole.ts';
import { isMissing } from './backup/backup-files.ts';
import { type Backup, keyFingerprint, readBackup } from './backup/manifest.ts';
import { putBack, removeRestored } from './backup/put-back.ts';
import { CommandError, runCommand } from './command.ts';

const USAGE = `Usage: npm run restore -- FOLDER

Puts a backup of npm run backup into DATA_DIR, which must be empty or not exist: set DATA_DIR to a new folder, or move the old
one away. Compares the hash of each file, then checks the ledger. It may be interrupted and repeated.`;

/** What an empty data folder may have. */
const IGNORED: readonly string[] = ['lost+found', 'oriel.lock'];

/** The settings, without creating a `secret.key`, which the backup may have. */
function configWithoutKey(): { config: Config; hasOwnKey: boolean } {
  const hasOwnKey = Boolean(process.env.SECRET_KEY?.trim() || process.env.SECRET_KEY_FILE?.trim());
  const placeholder = hasOwnKey ? {} : { SECRET_KEY: 'not used: the backup may have a key of its own' };
  return { config: loadConfig({ ...process.env, ...placeholder }), hasOwnKey };
}

/** @returns whether an earlier restore was interrupted there. @throws {CommandError} when the folder has other content */
async function inspect(dataDir: string): Promise<boolean> {
  const names = await readdir(dataDir).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
    return [];
  });
  if (names.some((name) => name === UNFINISHED_RESTORE)) return true;
  const [first] = names.filter((name) => !IGNORED.includes(name));
  if (first === undefined) return false;
  throw new CommandError(
    `${dataDir} is not empty: it has ${first}. Move it away, or set DATA_DIR to a new folder; nothing is ever overwritten.`,
  );
}

async function restore(folder: string, backup: Backup, dataDir: string): Promise<void> {
  const marker = path.join(dataDir, UNFINISHED_RESTORE);
  const isRepeated = await inspect(dataDir);
  const unlock = await lockDataFolder(dataDir);
  try {
    // Until it is removed, no server starts here.
    await writeFile(marker, `${folder}\n`, { mode: 0o600, flush: true });
    if (isRepeated) await removeRestored(dataDir);
    try {
      await putBack(folder, backup, dataDir);
    } catch (error) {
      await removeRestored(dataDir);
      await rm(marker);
      throw error;
    }
    await rm(marker);
  } finally {
    await unlock();
  }
}

/** Starts the restored database, which recovers, and checks the ledger. @returns a sentence */
async function checkLedger(dataDir: string): Promise<string> {
  const { connectionString, release } = await embeddedDatabase(dataDir);
  const db = openDatabase({ connectionString, poolSize: 1, limits: BACKGROUND_LIMITS });
  try {
    await requireMigrated(db);
    const violations = (await checkWhole(db)) ?? [];
    if (violations.length === 0) return 'The ledger is sound.';
    throw new CommandError(
      `The backup is restored, but ${violations.length} rows of its ledger break a rule: see npm run ledger:check.`,
    );
  } catch (error) {
    if (!(error instanceof MigrationError)) throw error;
    return 'The backup is of another release: start the server, then run npm run ledger:check.';
  } finally {
    await db.destroy();
    await release();
  }
}

await runCommand(async (words) => {
  const [word, ...rest] = words;
  if (word === undefined || word.startsWith('-') || rest.length > 0) throw new CommandError(USAGE);
  const folder = path.resolve(process.env.INIT_CWD ?? process.cwd(), word);
  const { config, hasOwnKey } = configWithoutKey();
  const { dataDir } = config;
  if (config.databaseUrl !== undefined)
    throw new CommandError(
      'DATABASE_URL names a PostgreSQL of yours: the backup is of an embedded database. Unset it.',
    );
  const backup = await readBackup(folder);
  const { manifest } = backup;
  if (manifest.postgres !== POSTGRES_MAJOR)
    throw new CommandError(
      `The backup is of PostgreSQL ${manifest.postgres}, and this release brings ${POSTGRES_MAJOR}: restore it with release ${manifest.release}.`,
    );
  await restore(folder, backup, dataDir);
  const ledger = await checkLedger(dataDir);
  const isOtherKey = hasOwnKey && keyFingerprint(config.secretKey) !== manifest.secretKey;
  const isKeyMissing = !hasOwnKey && !backup.files.has('secret.key');
  return [
    `${dataDir} has all ${manifest.files} files of the backup of ${manifest.consistentAt}. ${ledger}`,
    ...(isOtherKey || isKeyMissing
      ? ['SECRET_KEY is not that of the backup: set the former one, or everyone is signed out.']
      : []),
    'Before you start the server: receipts that were mailed after the backup have numbers that would be given again. Skip them: npm run receipts.',
  ].join('\n');
});
