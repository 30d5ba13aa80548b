import { type FileHandle, open } from 'node:fs/promises';
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { isMissing, isUnsupported, type S3Calls } from './s3-calls.ts';
import { isStorageKey } from './storage.ts';

/** Larger files are stored in parts of this size: each is signed with its hash and can be repeated alone. */
export const PART_BYTES = 8 * 1024 * 1024;
/** S3's own limit. */
const MAX_PARTS = 10_000;
const PARTS_AT_ONCE = 4;
interface Service {
  client: S3Client;
  call: S3Calls;
}

interface PartedFile {
  file: string;
  size: number;
  /** Whether it has become an object. */
  isStored(): Promise<boolean>;
}

async function readPart(handle: FileHandle, start: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, start);
  if (bytesRead < length) throw new Error('the file has become shorter');
  return buffer;
}

/** Stores a file in parts, some at once; what a failure leaves is removed. */
export async function putInParts(
  { client, call }: Service,
  target: { Bucket: string; Key: string },
  { file, size, isStored }: PartedFile,
): Promise<void> {
  const partBytes = Math.max(PART_BYTES, Math.ceil(size / MAX_PARTS));
  const count = Math.ceil(size / partBytes);
  const handle = await open(file);
  let uploadId: string | undefined;
  try {
    const created = await call((abortSignal) =>
      client.send(new CreateMultipartUploadCommand(target), { abortSignal }),
    );
    uploadId = created.UploadId;
    const upload = { ...target, UploadId: uploadId };
    const parts: CompletedPart[] = [];
    let next = 0;
    let failed = false;
    const storeParts = async () => {
      while (next < count && !failed) {
        const index = next;
        next += 1;
        const start = index * partBytes;
        const bytes = await readPart(handle, start, Math.min(partBytes, size - start));
        const part = { ...upload, PartNumber: index + 1, Body: bytes, ContentLength: bytes.length };
        const { ETag } = await call(
          (abortSignal) => client.send(new UploadPartCommand(part), { abortSignal }),
          'store',
        );
        parts[index] = { PartNumber: index + 1, ETag };
      }
    };
    const workers = Array.from({ length: PARTS_AT_ONCE }, () =>
      storeParts().catch((error: unknown) => {
        failed = true;
        throw error;
      }),
    );
    // All must settle first, so that no part arrives after the upload was aborted.
    await Promise.allSettled(workers);
    await Promise.all(workers);
    await call(
      (abortSignal) =>
        client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: parts } }), {
          abortSignal,
        }),
      'store',
    ).catch(async (error: unknown) => {
      // A repeated request finds no upload where only the response to the first one was lost.
      if (!isMissing(error) || !(await isStored())) throw error;
    });
  } catch (error) {
    if (uploadId !== undefined) {
      // Where this fails, `abortUploads` comes by later.
      const upload = { ...target, UploadId: uploadId };
      await call((abortSignal) =>
        client.send(new AbortMultipartUploadCommand(upload), { abortSignal }),
      ).catch(() => undefined);
    }
    throw error;
  } finally {
    await handle.close();
  }
}

/**
 * Aborts the uploads in parts that were begun before a time, as of killed processes: their parts cost storage. What others
 * store in the bucket is left alone, as far as its keys tell.
 */
export async function abortUploads(
  { client, call }: Service,
  place: { Bucket: string; Prefix: string },
  before: Date,
): Promise<void> {
  let markers: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined = {};
  while (markers !== undefined) {
    const request: ListMultipartUploadsCommand = new ListMultipartUploadsCommand({ ...place, ...markers });
    const page: ListMultipartUploadsCommandOutput | undefined = await call((abortSignal) =>
      client.send(request, { abortSignal }),
    ).catch((error: unknown) => {
      // Services without this list abort uploads by a rule of the bucket.
      if (!isUnsupported(error)) throw error;
      return undefined;
    });
    for (const { Key = '', UploadId, Initiated } of page?.Uploads ?? []) {
      if (!Key.startsWith(place.Prefix) || !isStorageKey(Key.slice(place.Prefix.length))) continue;
      if (Initiated === undefined || Initiated >= before) continue;
      const upload = { Bucket: place.Bucket, Key, UploadId };
      await call((abortSignal) =>
        client.send(new AbortMultipartUploadCommand(upload), { abortSignal }),
      ).catch((error: unknown) => {
        // Another process was faster.
        if (!isMissing(error)) throw error;
      });
    }
    markers = page?.IsTruncated
      ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
      : undefined;
  }
}
