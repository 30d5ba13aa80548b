import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { makePrivate } from '../../config/private-folder.ts';
import { hintOfHead } from './export-hints.ts';
import { FILE_TYPE_BYTES, type FileType, fileTypeOf } from './file-type.ts';
import { MediaRefused } from './refusals.ts';

/** The maximum sizes of files, in bytes. */
export interface SizeLimits {
  photoMaxBytes: number;
  videoMaxBytes: number;
}

/** A completely received copy of a file, and its type. */
export interface ReceivedFile {
  file: string;
  type: FileType;
  /** SHA-256 in hexadecimal. */
  contentHash: string;
  size: number;
}

export const isPicture = (type: FileType): boolean =>
  type === 'jpeg' || type === 'png' || type === 'webp' || type === 'avif';

/** Whether a page can play files of this type as they are; `mov` has to be repackaged. */
export function isVideo(type: FileType): type is 'mp4' | 'webm' {
  return type === 'mp4' || type === 'webm';
}

/** Older folders belong to killed processes: no ingest takes this long. */
const ABANDONED_AFTER_MS = 6 * 60 * 60 * 1000;

/** Removes folders that killed processes left in the working folder. */
export async function removeAbandoned(workDir: string): Promise<void> {
  makePrivate(workDir);
  for (const name of await readdir(workDir)) {
    const entry = path.join(workDir, name);
    const info = await stat(entry).catch(() => undefined);
    if (info !== undefined && Date.now() - info.mtimeMs > ABANDONED_AFTER_MS) {
      await rm(entry, { recursive: true, force: true });
    }
  }
}

/** Runs `work` with an empty temporary folder, which is removed afterwards. */
export async function inWorkFolder<T>(workDir: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = path.join(workDir, randomUUID());
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function tooLarge(maxBytes: number): MediaRefused {
  return new MediaRefused(
    'media_file_too_large',
    `The file is too large. It may have at most ${Math.floor(maxBytes / 1024 / 1024)} MB.`,
  );
}

/**
 * Copies a file or a stream into `folder` and detects its type by its content.
 *
 * @throws {MediaRefused} if its type is unsupported, it is empty, or it exceeds the size limit, where reading stops
 */
export async function receive(
  source: string | Readable,
  folder: string,
  limits: SizeLimits,
): Promise<ReceivedFile> {
  const file = path.join(folder, 'original');
  const hash = createHash('sha256');
  const maxBytes = Math.max(limits.photoMaxBytes, limits.videoMaxBytes);
  let size = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > maxBytes) return done(tooLarge(maxBytes));
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const input = typeof source === 'string' ? createReadStream(source) : source;
  await pipeline(input, meter, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  if (size === 0) throw new MediaRefused('media_empty');
  const head = await readHead(file);
  const type = fileTypeOf(head);
  if (type === undefined) throw new MediaRefused('media_type_unsupported', hintOfHead(head));
  const limit = isVideo(type) || type === 'mov' ? limits.videoMaxBytes : limits.photoMaxBytes;
  if (size > limit) throw tooLarge(limit);
  return { file, type, contentHash: hash.digest('hex'), size };
}

async function readHead(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(FILE_TYPE_BYTES), 0, FILE_TYPE_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
