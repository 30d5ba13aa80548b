import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { MAX_UPLOAD_CHUNK } from '@oriel/contract';
import { type Db, inTransaction, type Tx } from '../../database/database.ts';
import { AppError } from '../../errors.ts';
import type { Storage } from '../../gateways/storage.ts';
import { lockLimits, type PlanTable, readLimits } from '../plans/service.ts';
import {
  appendChunk,
  deleteUpload,
  expireUpload,
  type FinishedUpload,
  findChunks,
  findExpired,
  findUntouched,
  findUpload,
  insertUpload,
  keepFinished,
  readReserved,
  type UploadOwner,
} from './store.ts';
import type { UploadMetadata } from './tables.ts';

export { expireUpload as endUpload, type FinishedUpload, lockFiles } from './store.ts';

/** After this an unfinished upload is removed. */
export const UPLOAD_LIFETIME_MS = 24 * 3_600_000;
const MAX_UPLOADS = 2_000;
/** Of a workspace, those on their way and those refused included. */
const MAX_FILES = 20_000;
/** Characters of metadata as JSON; the database writes it with spaces between, and takes 8,000. */
const MAX_METADATA = 4_000;
const EXPIRED_AT_ONCE = 100;
const ABANDONED_AFTER_MS = 3_600_000;

const MEBIBYTE = 1024 * 1024;

export interface UploadDependencies {
  db: Db;
  storage: Storage;
  /** For what is arriving; absolute. */
  workDir: string;
  /** What workspaces may hold. */
  plans: PlanTable;
  /** How long the pieces of a finished upload are kept. */
  keepFinishedMs: number;
  /** The workspace's files, without uploads on their way. */
  readFiles(tx: Tx, workspaceId: string): Promise<{ bytes: number; files: number }>;
  /** Takes a file over, in the transaction in which it has become complete. */
  onFinished(tx: Tx, upload: FinishedUpload): Promise<void>;
}

/**
 * Reserves the bytes of an upload in its workspace. Where the response to the same request was lost, its upload is used again.
 *
 * @returns its id, and when it was begun
 * @throws {AppError} 400 `invalid_upload` with too much metadata, 413 `workspace_full` with what is left, 413
 * `too_many_files`, 429 `too_many_uploads`
 */
export async function beginUpload(
  dependencies: UploadDependencies,
  owner: UploadOwner,
  upload: { id: string; size: number; metadata: UploadMetadata },
): Promise<{ id: string; createdAt: Date }> {
  const { db, plans, readFiles } = dependencies;
  if (JSON.stringify(upload.metadata).length > MAX_METADATA)
    throw new AppError(400, 'invalid_upload', 'The request says too much of its file (Upload-Metadata).');
  return inTransaction(db, async (tx) => {
    const quota = (await lockLimits(tx, plans, owner.workspaceId)).bytes;
    const same = await findUntouched(tx, owner, upload);
    if (same !== undefined) return same;
    const { bytes, uploads } = await readReserved(tx, owner.workspaceId);
    const files = await readFiles(tx, owner.workspaceId);
    const left = Math.max(0, quota - bytes - files.bytes);
    if (upload.size > left) {
      throw new AppError(
        413,
        'workspace_full',
        `This file does not fit: the workspace has ${Math.floor(left / MEBIBYTE)} MB left.`,
        { 'upload-bytes-left': `${left}` },
      );
    }
    if (files.files + uploads >= MAX_FILES) {
      const most = MAX_FILES.toLocaleString('en');
      const detail = `The workspace has ${most} files, which is the most it may have. Delete some first.`;
      throw new AppError(413, 'too_many_files', detail);
    }
    if (uploads >= MAX_UPLOADS)
      throw new AppError(429, 'too_many_uploads', 'Too many uploads wait in this workspace.');
    const createdAt = await insertUpload(tx, { ...owner, ...upload, lifetimeMs: UPLOAD_LIFETIME_MS });
    if (upload.size === 0) await finish(dependencies, tx, upload.id);
    return { id: upload.id, createdAt };
  });
}

/** Hands a complete upload over. */
async function finish({ keepFinishedMs, onFinished }: UploadDependencies, tx: Tx, id: string): Promise<void> {
  const upload = await keepFinished(tx, id, keepFinishedMs);
  if (upload !== undefined) await onFinished(tx, upload);
}

/** Writes at most one chunk of a stream to a file. @returns how many bytes have arrived, and what ended the stream early */
async function receiveChunk(stream: Readable, file: string): Promise<{ size: number; failure?: unknown }> {
  const handle = await open(file, 'wx', 0o600);
  let size = 0;
  try {
    for await (const piece of stream as AsyncIterable<Buffer>) {
      const part = piece.subarray(0, MAX_UPLOAD_CHUNK - size);
      await handle.writeFile(part);
      size += part.length;
      if (part.length < piece.length) return { size, failure: chunkTooLarge() };
    }
    return { size };
  } catch (failure) {
    // Of a piece that did not fit on the disk, a part may be there.
    await handle.truncate(size);
    return { size, failure };
  } finally {
    await handle.close();
  }
}

export function chunkTooLarge(): AppError {
  return new AppError(413, 'chunk_too_large', 'One request may carry at most 16 MiB of a file.');
}

function offsetConflict(): AppError {
  return new AppError(409, 'offset_conflict', 'The upload continues at another place.');
}

/**
 * Stores what arrives of a stream as the next piece of an upload. A stream that breaks off counts as far as it came.
 *
 * @returns where the upload ends now
 * @throws {AppError} 409 `offset_conflict` where another request was faster; whatever ended the stream early
 */
export async function appendToUpload(
  dependencies: UploadDependencies,
  id: string,
  start: number,
  stream: Readable,
): Promise<number> {
  const { db, storage, workDir } = dependencies;
  await mkdir(workDir, { recursive: true, mode: 0o700 });
  const name = randomBytes(12).toString('hex');
  const file = path.join(workDir, name);
  const key = `uploads/${id}/${name}`;
  try {
    const { size, failure } = await receiveChunk(stream, file);
    if (size > 0) {
      await storage.putFile(key, file);
      const append = async (tx: Tx) => {
        const done = await appendChunk(tx, id, { start, size, key });
        if (done === 'complete') await finish(dependencies, tx, id);
        return done !== 'refused';
      };
      const isAppended = await inTransaction(db, append).catch(async (error: unknown) => {
        // It may have been committed, although the response was lost.
        if (!(await hasChunk(db, id, key))) await storage.remove(key).catch(() => undefined);
        throw error;
      });
      if (!isAppended) {
        await storage.remove(key);
        throw offsetConflict();
      }
    }
    if (failure !== undefined) throw failure;
    return start + size;
  } finally {
    await rm(file, { force: true });
  }
}

async function hasChunk(db: Db, id: string, key: string): Promise<boolean> {
  const chunks = await findChunks(db, id).catch(() => undefined);
  return chunks === undefined || chunks.some((chunk) => chunk.key === key);
}

/** Ends an upload and removes what has arrived. */
export async function removeUpload({ db, storage }: UploadDependencies, id: string): Promise<void> {
  await expireUpload(db, id);
  await storage.removeAll(`uploads/${id}/`);
  await deleteUpload(db, id);
}

/** Removes uploads that have expired, and files that killed processes left. */
export async function removeExpiredUploads(
  dependencies: UploadDependencies,
  isStopping = () => false,
): Promise<void> {
  for (const id of await findExpired(dependencies.db, EXPIRED_AT_ONCE)) {
    if (isStopping()) return;
    await removeUpload(dependencies, id);
  }
}

/** Removes the files of this machine that killed processes have left of pieces on their way. */
export async function removeAbandonedPieces({ workDir }: Pick<UploadDependencies, 'workDir'>): Promise<void> {
  for (const name of await readdir(workDir).catch(() => [])) {
    const file = path.join(workDir, name);
    const info = await stat(file).catch(() => undefined);
    if (info !== undefined && info.mtimeMs < Date.now() - ABANDONED_AFTER_MS) await rm(file, { force: true });
  }
}

/** How much of what a workspace may hold is taken. */
export async function readUploadBytes(
  { db, plans, readFiles }: Pick<UploadDependencies, 'db' | 'plans' | 'readFiles'>,
  workspaceId: string,
): Promise<{ used: number; total: number }> {
  return inTransaction(db, async (tx) => {
    const { bytes } = await readReserved(tx, workspaceId);
    const { bytes: total } = await readLimits(tx, plans, workspaceId);
    const files = await readFiles(tx, workspaceId);
    return { used: bytes + files.bytes, total };
  });
}

/** The bytes of a finished upload, until they are removed; undefined for others. */
export async function readUpload(
  { db, storage }: Pick<UploadDependencies, 'db' | 'storage'>,
  id: string,
): Promise<Readable | undefined> {
  const upload = await findUpload(db, id);
  if (upload === undefined || upload.isExpired || upload.received < upload.size) return undefined;
  const chunks = await findChunks(db, id);
  async function* bytes() {
    for (const { key } of chunks) yield* storage.read(key);
  }
  return Readable.from(bytes(), { objectMode: false });
}

/** The SHA-256 of a finished upload, in hexadecimal. */
export async function hashUpload(
  dependencies: Pick<UploadDependencies, 'db' | 'storage'>,
  id: string,
): Promise<string | undefined> {
  const bytes = await readUpload(dependencies, id);
  if (bytes === undefined) return undefined;
  const hash = createHash('sha256');
  for await (const piece of bytes) hash.update(piece);
  return hash.digest('hex');
}
