import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createQueue } from '../../queue.ts';

const FILES_AT_ONCE = 8;

/** What was copied of a file. */
export interface Copied {
  bytes: number;
  sha256: string;
}

/** The files and folders below a folder, relative to it and with forward slashes. */
export interface Tree {
  files: string[];
  folders: string[];
}

/** Whether a file or folder is gone. */
export function isMissing(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/**
 * Lists what is below a folder, which may change meanwhile. Of symbolic links, nothing is listed.
 *
 * @param isWanted whether a file or folder, by its path, belongs to the list; what is below an unwanted folder does not
 */
export async function listTree(
  folder: string,
  isWanted: (name: string) => boolean = () => true,
  below = '',
): Promise<Tree> {
  const tree: Tree = { files: [], folders: [] };
  const entries = await readdir(path.join(folder, below), { withFileTypes: true }).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
    return [];
  });
  for (const entry of entries) {
    const name = path.posix.join(below, entry.name);
    if (!isWanted(name)) continue;
    if (entry.isFile()) tree.files.push(name);
    if (!entry.isDirectory()) continue;
    const inner = await listTree(folder, isWanted, name);
    tree.folders.push(name, ...inner.folders);
    tree.files.push(...inner.files);
  }
  return tree;
}

/** Copies a file to a new place, on disk. @returns what was read; undefined if the original does not exist */
export async function copyWhole(from: string, to: string): Promise<Copied | undefined> {
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    await pipeline(
      createReadStream(from).on('data', (piece) => {
        hash.update(piece);
        bytes += piece.length;
      }),
      // Created only now, so that a failure to read leaves an empty file at most.
      createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true }),
    );
  } catch (error) {
    if (isMissing(error) && error.path === from) return undefined;
    throw error;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Creates folders, parents first. */
export async function createFolders(root: string, folders: readonly string[]): Promise<void> {
  for (const folder of [...folders].sort())
    await mkdir(path.join(root, folder), { recursive: true, mode: 0o700 });
}

/** Works on many files, a few at a time. Fails with the first failure once all work has ended. */
export async function onEach<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const inQueue = createQueue(FILES_AT_ONCE);
  const all = items.map((item) => inQueue(() => work(item)));
  await Promise.allSettled(all);
  await Promise.all(all);
}
