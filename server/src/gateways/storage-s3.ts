import { readFile, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import type { S3Config } from '../config/storage.ts';
import { createQueue } from '../queue.ts';
import { createS3Calls, createS3Client, isMissing, type S3Calls, statusOf } from './s3-calls.ts';
import { abortUploads, PART_BYTES, putInParts } from './s3-parts.ts';
import { readPieces } from './s3-read.ts';
import {
  type ByteRange,
  isStorageKey,
  type ObjectInfo,
  requireKey,
  requirePrefix,
  type Storage,
  StorageRefusedError,
  StorageUnavailableError,
} from './storage.ts';

/** `DeleteObjects` would need a checksum that not every service accepts, so objects are removed one by one. */
const DELETES_AT_ONCE = 8;

/**
 * Objects in a bucket. Uses only what services other than Amazon's have as well: no `DeleteObjects`, no `If-None-Match`,
 * no checksums in trailers.
 */
export class S3Storage implements Storage {
  readonly #config: S3Config;
  readonly #client: S3Client;
  readonly #call: S3Calls;

  private constructor(config: S3Config) {
    this.#config = config;
    this.#client = createS3Client(config);
    this.#call = createS3Calls(config);
  }

  /**
   * @param onUnavailable told why the bucket does not respond; it is used nevertheless
   * @throws {StorageRefusedError} when it responds that it cannot be used
   */
  static async open(
    config: S3Config,
    onUnavailable: (error: Error) => void = () => undefined,
  ): Promise<S3Storage> {
    const storage = new S3Storage(config);
    try {
      await storage.#page('', { MaxKeys: 1 });
    } catch (error) {
      if (error instanceof StorageUnavailableError) {
        onUnavailable(error);
        return storage;
      }
      const { name } = error as Error;
      throw new StorageRefusedError(
        `STORAGE_URL: the bucket ${config.bucket} refuses to be listed (${statusOf(error) ?? 'no status'} ${name})`,
        { cause: error },
      );
    }
    return storage;
  }

  async stat(key: string): Promise<ObjectInfo | undefined> {
    if (!isStorageKey(key)) return undefined;
    try {
      const { ContentLength = 0 } = await this.#call((abortSignal) =>
        this.#client.send(new HeadObjectCommand(this.#target(key)), { abortSignal }),
      );
      return { size: ContentLength };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  read(key: string, range?: ByteRange): Readable {
    requireKey(key);
    const get = (bytes: { Range?: string; IfMatch?: string }) =>
      this.#call((abortSignal) =>
        this.#client.send(new GetObjectCommand({ ...this.#target(key), ...bytes }), { abortSignal }),
      );
    return Readable.from(readPieces(get, range, this.#config.timeoutMs), { objectMode: false });
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    requireKey(key);
    await this.#call(
      (abortSignal) =>
        this.#client.send(
          new PutObjectCommand({ ...this.#target(key), Body: bytes, ContentLength: bytes.length }),
          { abortSignal },
        ),
      'store',
    );
  }

  async putFile(key: string, file: string): Promise<void> {
    requireKey(key);
    const { size } = await stat(file);
    if (size <= PART_BYTES) await this.put(key, await readFile(file));
    else {
      const isStored = async () => (await this.stat(key))?.size === size;
      await putInParts({ client: this.#client, call: this.#call }, this.#target(key), {
        file,
        size,
        isStored,
      });
    }
    await rm(file);
  }

  async remove(key: string): Promise<void> {
    requireKey(key);
    await this.#call((abortSignal) =>
      this.#client.send(new DeleteObjectCommand(this.#target(key)), { abortSignal }),
    );
  }

  async removeAll(prefix: string): Promise<void> {
    requirePrefix(prefix);
    const inParallel = createQueue(DELETES_AT_ONCE);
    for await (const keys of this.#pages(prefix))
      await Promise.all(keys.filter(isStorageKey).map((key) => inParallel(() => this.remove(key))));
  }

  async *list(prefix: string): AsyncGenerator<string> {
    if (prefix !== '') requirePrefix(prefix);
    // What others have stored in the bucket is none of ours.
    for await (const keys of this.#pages(prefix)) yield* keys.filter(isStorageKey);
  }

  async removeAbandoned(olderThanMs: number): Promise<void> {
    const { bucket: Bucket, prefix: Prefix } = this.#config;
    const before = new Date(Date.now() - olderThanMs);
    await abortUploads({ client: this.#client, call: this.#call }, { Bucket, Prefix }, before);
  }

  /** The keys below `prefix`, page by page. */
  async *#pages(prefix: string): AsyncGenerator<string[]> {
    let token: string | undefined;
    do {
      const page: ListObjectsV2CommandOutput = await this.#page(
        prefix,
        token === undefined ? {} : { ContinuationToken: token },
      );
      yield (page.Contents ?? []).flatMap(({ Key }) => Key?.slice(this.#config.prefix.length) ?? []);
      token = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (token !== undefined);
  }

  #page(prefix: string, options: { MaxKeys?: number; ContinuationToken?: string }) {
    const input = { Bucket: this.#config.bucket, Prefix: this.#config.prefix + prefix, ...options };
    return this.#call((abortSignal) => this.#client.send(new ListObjectsV2Command(input), { abortSignal }));
  }

  #target(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.#config.bucket, Key: this.#config.prefix + key };
  }
}
