import { spawn } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import { chmodSync, chownSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { persistedSecret } from '../config/persisted-secret.ts';
import type { Account } from './account.ts';
import { NAMELESS_ACCOUNT, SUPERUSER, UNDER_A_NAME } from './initialise.ts';

/** The role of the application: it owns its database and nothing else, and cannot reach the server's files. */
export const APPLICATION = 'oriel_app';

/** What each role signs in with. */
export interface Credentials {
  [SUPERUSER]: string;
  [APPLICATION]: string;
}

/** The passwords of an installation's own PostgreSQL, from a secret that only the owner of `DATA_DIR` may read. */
export function credentialsOf(dataDir: string): Credentials {
  const secret = persistedSecret(path.join(dataDir, 'postgres.key'));
  const passwordOf = (role: string) => createHmac('sha256', secret).update(role).digest('hex');
  return { [SUPERUSER]: passwordOf(SUPERUSER), [APPLICATION]: passwordOf(APPLICATION) };
}

/** The address of a database, for one of the two roles. @param socketFolder where the server's Unix socket is */
export function connectionStringOf(
  socketFolder: string,
  credentials: Credentials,
  role: keyof Credentials,
  database: string,
): string {
  // The host's name only makes it a valid address; the socket is what counts.
  return `postgresql://${role}:${credentials[role]}@localhost/${database}?host=${encodeURIComponent(socketFolder)}`;
}

/** The rules of who may connect. They name the passwords' fingerprint, so that it shows when the two do not fit any more. */
function accessRules(credentials: Credentials): string {
  const fingerprint = createHash('sha256').update(Object.values(credentials).join()).digest('hex');
  return `# Written by Oriel, for the passwords ${fingerprint}\nlocal all all scram-sha-256\n`;
}

/** Runs statements without a server and without anybody's permission, while no server runs on the cluster. */
async function runAlone(
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
  // It ends early when a statement fails.
  postgres.stdin.on('error', () => undefined);
  // A line is a statement.
  postgres.stdin.end(statements.map((statement) => `${statement}\n`).join(''));
  const [code, said] = await Promise.all([ended, text(postgres.stderr)]);
  if (code === 0) return;
  if (said.includes(NAMELESS_ACCOUNT) && prefix.length === 0)
    return runAlone(binaries, cluster, account, statements, UNDER_A_NAME);
  throw new Error(`The embedded PostgreSQL could not be given passwords: ${said.trim().slice(-500)}`);
}

/**
 * Makes a cluster ask for passwords. Clusters of earlier releases, and one whose key was lost, get them here as well; no
 * server may run on the cluster.
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
  await runAlone(binaries, cluster, account, [
    `ALTER ROLE ${SUPERUSER} PASSWORD '${credentials[SUPERUSER]}'`,
    `DO $$ BEGIN IF to_regrole('${APPLICATION}') IS NULL THEN CREATE ROLE ${APPLICATION}; END IF; END $$`,
    `ALTER ROLE ${APPLICATION} LOGIN NOSUPERUSER PASSWORD '${credentials[APPLICATION]}'`,
  ]);
  // Last: until then the cluster is as it was, and the next start begins again.
  const draft = `${file}.new`;
  writeFileSync(draft, rules, { mode: 0o600, flush: true });
  chmodSync(draft, 0o600);
  if (account !== undefined) chownSync(draft, account.uid, account.gid);
  renameSync(draft, file);
}
