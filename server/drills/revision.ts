import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DrillError } from '../testing/drill-command.ts';

/** This checkout. */
export const ROOT = path.resolve(import.meta.dirname, '../..');
const PACKAGE_FOLDERS = ['.', 'contract', 'viewer', 'server', 'web'];

/** There is no such revision, or none to begin with; the message is for the user. */
export class RevisionError extends DrillError {}

/** A checkout of a revision with its packages and its built pages. */
export interface Revision {
  /** The short name of its commit; with a plus where files have been changed since. */
  name: string;
  /** Absolute path of the checkout. */
  root: string;
}

/** @throws {RevisionError} with what git says */
function git(...args: string[]): string {
  try {
    return execFileSync('git', args, {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim();
  } catch (error) {
    throw new RevisionError(`git ${args.join(' ')}: ${String((error as { stderr?: string }).stderr).trim()}`);
  }
}

/** The commit of a revision, by default of the last tag before this one. @throws {RevisionError} */
export function findCommit(revision?: string): string {
  if (revision !== undefined) return git('rev-parse', '--verify', '--quiet', `${revision}^{commit}`);
  try {
    return git('rev-list', '-n', '1', git('describe', '--tags', '--abbrev=0', 'HEAD^'));
  } catch {
    throw new RevisionError('No release is tagged yet. Name the revision to begin with: --from REVISION');
  }
}

/** This checkout as it is, whose pages must be built. */
export function presentRevision(): Revision {
  const isChanged = git('status', '--porcelain', '--untracked-files=no') !== '';
  return { name: `${git('rev-parse', '--short', 'HEAD')}${isChanged ? '+' : ''}`, root: ROOT };
}

/** Runs a program in a folder. @throws {Error} with its output when it fails */
async function run(folder: string, program: string, args: readonly string[]): Promise<void> {
  const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} failed:\n${output.slice(-4_000)}`);
}

const lockfile = (root: string) => readFileSync(path.join(root, 'package-lock.json'), 'utf8');

/** The packages of the lockfile: a copy of ours where that is the same. Links would lead to our own workspaces. */
async function installPackages(root: string): Promise<void> {
  if (lockfile(root) !== lockfile(ROOT))
    return run(root, 'npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  for (const folder of PACKAGE_FOLDERS) {
    const packages = path.join(ROOT, folder, 'node_modules');
    if (existsSync(packages)) await run(ROOT, 'cp', ['-pPR', packages, path.join(root, folder)]);
  }
}

/**
 * Checks a commit out into a folder, installs its packages and builds its pages.
 *
 * @param folder does not exist yet; `removeCheckout` removes it
 */
export async function checkOut(commit: string, folder: string): Promise<Revision> {
  git('worktree', 'prune');
  git('worktree', 'add', '--detach', '--quiet', folder, commit);
  await installPackages(folder);
  await run(folder, process.execPath, ['scripts/build.mjs']);
  return { name: git('rev-parse', '--short', commit), root: folder };
}

/** Removes a checkout, also one that is not complete or that git has forgotten. */
export function removeCheckout(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  git('worktree', 'prune');
}
