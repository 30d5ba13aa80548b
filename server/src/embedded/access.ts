import { spawn } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import { chmodSync, chownSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { persistedSecret } from '../config/persisted-secret.ts';
import type { Account } from './account.ts';
import { AS_NAMED_USER, SUPERUSER, UNNAMED_ACCOUNT_ERROR } from './initialise.ts';

/** The role of the application: it owns its database and nothing else, and cannot reach the server's files. */
export const APPLICATION = 'oriel_app';

/** The password of each role. */
export interface Credentials {
  [SUPERUSER]: string;
  [APPLICATION]: string;
}

/** The passwords of the embedded PostgreSQL, derived from a secret that only the owner of `DATA_DIR` can read. */
export function credentialsOf(dataDir: string): Credentials {
  const secret = persistedSecret(path.join(dataDir, 'postgres.key'));
  const passwordOf = (role: string) => createHmac('sha256', secret).update(role).digest('hex');
  return { [SUPERUSER]: passwordOf(SUPERUSER), [APPLICATION]: passwordOf(APPLICATION) };
}

/** The connection string of a database. @param socketFolder the folder of the server's Unix socket */
export function connectionStringOf(
  socketFolder: string,
  credentials: Credentials,
  role: keyof Credentials,
  database: string,
): string {
  // The host name only makes it a valid URL; the socket takes precedence.
  return `postgresql://${role}:${credentials[role]}@localhost/${database}?host=${encodeURIComponent(socketFolder)}`;
}

/** The content of `pg_hba.conf`. Its fingerprint of the passwords shows when they have changed. */
function accessRules(credentials: Credentials): string {
  const fingerprint = createHash('sha256').update(Object.values(credentials).join()).digest('hex');
  return `# Written by Oriel, for the passwords ${fingerprint}\nlocal all all scram-sha-256\n`;
}

/** Runs statements in single-user mode, which checks no permissions; no server may run on the cluster. */
async function runSingleUser(
  binaries: string,
  cluster: string,
  account: Account | undefined,
  statements: readonly string[],
  prefix: readonly string[] = [],
): Promise<void> {
  const options = ['-c', 'exit_on_error=on', '-c', 'log_min_error_statement=panic'];
  const program = path.join(binaries, 'bin', 'postgres');
  const [file = '', ...args] = [...prefix, program, '--single', '-D', cluster, ...options, 'postgres'];
  const postgres = spawn(file, args, {
    cwd: '/',
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['pipe', 'ignore', 'pipe'],
    ...account,
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    postgres.once('close', resolve);
    postgres.once('error', reject);
  });
  // The process exits early when a statement fails.
  postgres.stdin.on('error', () => undefined);
  // Each line is a statement.
  postgres.stdin.end(statements.map((statement) => `${statement}\n`).join(''));
  const [code, output] = await Promise.all([ended, text(postgres.stderr)]);
  if (code === 0) return;
  if (output.includes(UNNAMED_ACCOUNT_ERROR) && prefix.length === 0)
    return runSingleUser(binaries, cluster, account, statements, AS_NAMED_USER);
  throw new Error(`The embedded PostgreSQL could not be given passwords: ${output.trim().slice(-500)}`);
}

/**
 * Makes a cluster require passwords, including clusters of earlier releases and clusters whose key was lost. No server may
 * run on the cluster.
 */
export async function secureCluster(
  binaries: string,
  cluster: string,
  account: Account | undefined,
  credentials: Credentials,
): Promise<void> {
  const file = path.join(cluster, 'pg_hba.conf');
  const rules = accessRules(credentials);
  if (readFileSync(file, 'utf8') === rules) return;
  await runSingleUser(binaries, cluster, account, [
    `ALTER ROLE ${SUPERUSER} PASSWORD '${credentials[SUPERUSER]}'`,
    `DO $$ BEGIN IF to_regrole('${APPLICATION}') IS NULL THEN CREATE ROLE ${APPLICATION}; END IF; END $$`,
    `ALTER ROLE ${APPLICATION} LOGIN NOSUPERUSER PASSWORD '${credentials[APPLICATION]}'`,
  ]);
  // Last, so that an interrupted run is repeated at the next start.
  const draft = `${file}.new`;
  writeFileSync(draft, rules, { mode: 0o600, flush: true });
  chmodSync(draft, 0o600);
  if (account !== undefined) chownSync(draft, account.uid, account.gid);
  renameSync(draft, file);
}
