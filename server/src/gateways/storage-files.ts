import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import {
  chmod,
  copyFile,
  lstat,
  mkdir,
  open,
  readdir,
  realpath,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { makePrivate } from '../config/private-folder.ts';
import { type ByteRange, isStorageKey, type ObjectInfo, type Storage } from './storage.ts';

/** Holds files that are being written; they are renamed into place when they are whole. */
const INCOMING = '.incoming';

function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

/** Makes a file's bytes and its directory entry survive a power failure. */
async function flush(target: string): Promise<void> {
  const handle = await open(target, 'r');
  try {
    await handle.sync();
  } catch (error) {
    // Windows cannot flush a directory; there the entry is flushed with the file.
    if (!hasCode(error, 'EPERM', 'EISDIR', 'EINVAL')) throw error;
  } finally {
    await handle.close();
  }
}

/** Objects as files below one folder. Symbolic links are never followed, wherever one has come to lie. */
export class FileStorage implements Storage {
  readonly #root: string;

  private constructor(root: string) {
    this.#root = root;
  }

  /** @param directory made when it does not exist */
  static async open(directory: string): Promise<FileStorage> {
    makePrivate(directory);
    makePrivate(path.join(directory, INCOMING));
    return new FileStorage(await realpath(directory));
  }

  async stat(key: string): Promise<ObjectInfo | undefined> {
    if (!isStorageKey(key)) return undefined;
    const file = this.#file(key);
    try {
      const [real, info] = await Promise.all([realpath(file), lstat(file)]);
      return real === file && info.isFile() ? { size: info.size } : undefined;
    } catch (error) {
      if (hasCode(error, 'ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG')) return undefined;
      throw error;
    }
  }

  read(key: string, range?: ByteRange): Readable {
    if (!isStorageKey(key)) throw new RangeError('not a storage key');
    return createReadStream(this.#file(key), { highWaterMark: 256 * 1024, ...range });
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    const draft = this.#draft();
    try {
      await writeFile(draft, bytes, { mode: 0o600, flush: true });
      await this.#moveIntoPlace(draft, key);
    } finally {
      await rm(draft, { force: true });
    }
  }

  async putFile(key: string, file: string): Promise<void> {
    const draft = this.#draft();
    try {
      await rename(file, draft).catch(async (error: unknown) => {
        if (!hasCode(error, 'EXDEV')) throw error;
        await copyFile(file, draft);
        await rm(file);
      });
      await chmod(draft, 0o600);
      await flush(draft);
      await this.#moveIntoPlace(draft, key);
    } finally {
      await rm(draft, { force: true });
    }
  }

  async removeAll(prefix: string): Promise<void> {
    const folder = this.#folder(prefix);
    await rm(folder, { recursive: true, force: true });
  }

  async list(prefix: string): Promise<string[]> {
    const folder = this.#folder(prefix);
    try {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) =>
          path.relative(this.#root, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'),
        );
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return [];
      throw error;
    }
  }

  async #moveIntoPlace(draft: string, key: string): Promise<void> {
    if (!isStorageKey(key)) throw new RangeError('not a storage key');
    const file = this.#file(key);
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await rename(draft, file);
  }

  #draft(): string {
    return path.join(this.#root, INCOMING, randomUUID());
  }

  #file(key: string): string {
    return path.join(this.#root, ...key.split('/'));
  }

  #folder(prefix: string): string {
    const key = prefix.replace(/\/$/, '');
    if (!prefix.endsWith('/') || !isStorageKey(key)) throw new RangeError('not a storage prefix');
    return this.#file(key);
  }
}
