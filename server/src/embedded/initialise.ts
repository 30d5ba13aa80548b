import { execFile } from 'node:child_process';
import { renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Account } from './account.ts';

/** The cluster's superuser: for setting up, for tests, and for an operator's own look. The application is another role. */
export const SUPERUSER = 'oriel';

const run = promisify(execFile);

/** `initdb` and the server without a server insist that their account has a name, which that of a container may lack. */
export const NAMELESS_ACCOUNT = 'could not look up effective user ID';

/** Runs a command where our account appears under the number of "nobody", whose name is known everywhere. */
export const UNDER_A_NAME = ['unshare', '--user', '--map-user=65534', '--map-group=65534'] as const;

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Makes an empty cluster.
 *
 * @param binaries the folder whose `bin` holds `initdb`
 * @param cluster where it shall be; nothing is there before all of it is
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
    if (!messageOf(error).includes(NAMELESS_ACCOUNT)) throw error;
    await attempt(UNDER_A_NAME).catch(() => {
      throw new Error(
        'The embedded PostgreSQL needs an account with a name: run Oriel as a user that /etc/passwd lists, or set DATABASE_URL.',
        { cause: error },
      );
    });
  }
  // A crash before this line leaves a draft that the next start throws away.
  renameSync(draft, cluster);
}
