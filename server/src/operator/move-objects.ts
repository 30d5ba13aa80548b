import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Storage } from '../gateways/storage.ts';
import { createQueue } from '../queue.ts';

const OBJECTS_AT_ONCE = 8;
/** Larger objects go through a temporary file. */
const MAX_IN_MEMORY = 4 * 1024 * 1024;
const PROGRESS_EVERY = 1_000;

export interface MoveOptions {
  /** Whether objects are removed from the source once their copies are verified. */
  isDeleting: boolean;
  /** Called after each thousand objects. */
  onProgress?: (count: number) => void;
}

export interface MoveResult {
  copied: number;
  /** How many were there before. */
  present: number;
  removed: number;
  /** How many were copied. */
  bytes: number;
}

async function hashOf(storage: Storage, key: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(storage.read(key), hash);
  return hash.digest('hex');
}

/**
 * Copies all objects of one storage to another, which may be in use meanwhile: objects are never changed, and one that
 * is removed from the source while it is copied is skipped.
 *
 * @throws {Error} when a copy differs from its original
 */
export async function moveObjects(
  source: Storage,
  target: Storage,
  { isDeleting, onProgress }: MoveOptions,
): Promise<MoveResult> {
  const result: MoveResult = { copied: 0, present: 0, removed: 0, bytes: 0 };
  const folder = await mkdtemp(path.join(tmpdir(), 'oriel-move-'));

  /** @returns the hash of what was read of the source */
  async function copy(key: string, size: number): Promise<string> {
    const hash = createHash('sha256');
    if (size <= MAX_IN_MEMORY) {
      const bytes = await buffer(source.read(key));
      await target.put(key, bytes);
      return hash.update(bytes).digest('hex');
    }
    const file = path.join(folder, randomUUID());
    try {
      const bytes = source.read(key).on('data', (piece: Buffer) => hash.update(piece));
      await pipeline(bytes, createWriteStream(file));
      await target.putFile(key, file);
      return hash.digest('hex');
    } finally {
      await rm(file, { force: true });
    }
  }

  async function isThere(key: string, size: number): Promise<boolean> {
    if ((await target.stat(key))?.size !== size) return false;
    const [original, copied] = await Promise.all([hashOf(source, key), hashOf(target, key)]);
    return original === copied;
  }

  async function move(key: string): Promise<void> {
    const info = await source.stat(key);
    if (info === undefined) return;
    try {
      if (await isThere(key, info.size)) result.present += 1;
      else {
        if ((await copy(key, info.size)) !== (await hashOf(target, key)))
          throw new Error(`the copy of ${key} differs from its original`);
        result.copied += 1;
        result.bytes += info.size;
      }
    } catch (error) {
      if ((await source.stat(key)) === undefined) return;
      throw error;
    }
    if (isDeleting) {
      await source.remove(key);
      result.removed += 1;
    }
    const count = result.copied + result.present;
    if (count % PROGRESS_EVERY === 0) onProgress?.(count);
  }

  try {
    const inParallel = createQueue(OBJECTS_AT_ONCE);
    let batch: Promise<void>[] = [];
    const settle = async () => {
      // All must end before the temporary files go.
      await Promise.allSettled(batch);
      await Promise.all(batch);
      batch = [];
    };
    for await (const key of source.list('')) {
      batch.push(inParallel(() => move(key)));
      if (batch.length === PROGRESS_EVERY) await settle();
    }
    await settle();
    return result;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
