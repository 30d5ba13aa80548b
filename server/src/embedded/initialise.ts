import { execFile } from 'node:child_process';
import { renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Account } from './account.ts';

/** The cluster's superuser, for set-up, tests and operators. The application has another role. */
export const SUPERUSER = 'oriel';

const run = promisify(execFile);

/** The error of `initdb` and single-user mode for an account without a name, as in some containers. */
export const UNNAMED_ACCOUNT_ERROR = 'could not look up effective user ID';

/** Prefix that runs a command with the current account mapped to "nobody", which has a name on every system. */
export const AS_NAMED_USER = ['unshare', '--user', '--map-user=65534', '--map-group=65534'] as const;

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Creates an empty cluster.
 *
 * @param binaries the folder whose `bin` has `initdb`
 * @param cluster its folder, which is created atomically
 * @throws {Error} with a sentence for the operator where the account has no name
 */
export async function initialise(
  binaries: string,
  cluster: string,
  account: Account | undefined,
  durable: boolean,
): Promise<void> {
  const draft = `${cluster}.new`;
  const command = [
    ...[
      path.join(binaries, 'bin', 'initdb'),
      '-D',
      draft,
      '-U',
      SUPERUSER,
      '--auth=trust',
      '--no-instructions',
    ],
    ...['--encoding=UTF8', '--locale-provider=builtin', '--locale=C.UTF-8'],
    ...['--lc-collate=C', '--lc-ctype=C', '--lc-messages=C'],
    ...(durable ? [] : ['--no-sync']),
  ];
  const attempt = (prefix: readonly string[]) => {
    rmSync(draft, { recursive: true, force: true });
    const [file = '', ...args] = [...prefix, ...command];
    return run(file, args, { cwd: '/', env: { PATH: process.env.PATH, LC_ALL: 'C' }, ...account });
  };
  try {
    await attempt([]);
  } catch (error) {
    if (!messageOf(error).includes(UNNAMED_ACCOUNT_ERROR)) throw error;
    await attempt(AS_NAMED_USER).catch(() => {
      throw new Error(
        'The embedded PostgreSQL needs an account with a name: run Oriel as a user that /etc/passwd lists, or set DATABASE_URL.',
        { cause: error },
      );
    });
  }
  // After a crash before this line, the next start deletes the draft.
  renameSync(draft, cluster);
}
