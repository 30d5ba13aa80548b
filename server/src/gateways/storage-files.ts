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
  stat,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { makePrivate } from '../config/private-folder.ts';
import {
  type ByteRange,
  isStorageKey,
  type ObjectInfo,
  requireKey,
  requirePrefix,
  type Storage,
  StorageUnavailableError,
} from './storage.ts';

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

/** Folders that are removed meanwhile are skipped. */
async function* filesBelow(folder: string): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (!hasCode(error, 'ENOENT')) throw error;
    return [];
  });
  for (const entry of entries) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(file);
    else if (entry.isFile()) yield file;
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
      if (!hasCode(error, 'ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG')) throw error;
    }
    await this.#requireMounted();
    return undefined;
  }

  read(key: string, range?: ByteRange): Readable {
    requireKey(key);
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

  async remove(key: string): Promise<void> {
    requireKey(key);
    await rm(this.#file(key), { force: true });
  }

  async removeAll(prefix: string): Promise<void> {
    const folder = this.#folder(prefix);
    await rm(folder, { recursive: true, force: true });
  }

  async *list(prefix: string): AsyncGenerator<string> {
    for await (const file of filesBelow(prefix === '' ? this.#root : this.#folder(prefix))) {
      const key = path.relative(this.#root, file).replaceAll('\\', '/');
      if (isStorageKey(key)) yield key;
    }
  }

  async removeAbandoned(olderThanMs: number): Promise<void> {
    for (const name of await readdir(path.join(this.#root, INCOMING))) {
      const draft = path.join(this.#root, INCOMING, name);
      const info = await stat(draft).catch(() => undefined);
      if (info !== undefined && info.mtimeMs < Date.now() - olderThanMs) await rm(draft, { force: true });
    }
  }

  /** Nothing is missing where nothing can be: an unmounted file system leaves an empty folder, or none. @throws {StorageUnavailableError} */
  async #requireMounted(): Promise<void> {
    await stat(path.join(this.#root, INCOMING)).catch((error: unknown) => {
      throw new StorageUnavailableError('the folder of media is not there', { cause: error });
    });
  }

  async #moveIntoPlace(draft: string, key: string): Promise<void> {
    requireKey(key);
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
    requirePrefix(prefix);
    return this.#file(prefix.slice(0, -1));
  }
}
