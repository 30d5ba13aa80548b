import type { Readable } from 'node:stream';
import type { GetObjectCommandOutput } from '@aws-sdk/client-s3';
import { type ByteRange, StorageUnavailableError } from './storage.ts';

/** How often a response that breaks off is continued without a byte in between. */
const MAX_CONTINUATIONS = 3;

/** Yields what arrives, and fails when nothing does for `timeoutMs` while it is waited for. */
async function* arriving(body: Readable, timeoutMs: number): AsyncGenerator<Buffer> {
  const giveUp = () => body.destroy(new Error(`nothing arrived for ${timeoutMs} ms`));
  let timer = setTimeout(giveUp, timeoutMs);
  try {
    for await (const piece of body) {
      clearTimeout(timer);
      yield piece;
      timer = setTimeout(giveUp, timeoutMs);
    }
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The bytes of an object. A response that breaks off is continued where it ended: the client has its headers already. So
 * may the bucket close connections whose reader, a visitor with a paused film, takes nothing for a while.
 *
 * @param get sends a GetObject; an `IfMatch` makes sure that the rest is of the same object
 */
export async function* readPieces(
  get: (bytes: { Range?: string; IfMatch?: string }) => Promise<GetObjectCommandOutput>,
  range: ByteRange | undefined,
  timeoutMs: number,
): AsyncGenerator<Buffer> {
  let received = 0;
  let expected = range && range.end - range.start + 1;
  let etag: string | undefined;
  let failures = 0;
  while (expected === undefined || received < expected) {
    const start = (range?.start ?? 0) + received;
    const { Body, ContentLength, ETag } = await get({
      ...(range === undefined && received === 0 ? {} : { Range: `bytes=${start}-${range?.end ?? ''}` }),
      ...(etag === undefined ? {} : { IfMatch: etag }),
    });
    expected ??= ContentLength;
    if (expected === undefined || ContentLength !== expected - received) {
      // Such as the whole object instead of a part of it. Its bytes would pass for others.
      (Body as Readable).destroy();
      throw new StorageUnavailableError('the storage sent other bytes than those it was asked for');
    }
    etag ??= ETag;
    const before = received;
    let broken: unknown = new Error('the response is incomplete');
    const pieces = arriving(Body as Readable, timeoutMs);
    try {
      while (true) {
        const { done, value } = await pieces.next().catch((error: unknown) => {
          broken = error;
          return { done: true as const, value: undefined };
        });
        if (done) break;
        received += value.length;
        yield value;
      }
    } finally {
      await pieces.return(undefined);
    }
    failures = received > before ? 0 : failures + 1;
    if (received < expected && failures > MAX_CONTINUATIONS)
      throw new StorageUnavailableError('the storage broke off its response', { cause: broken });
  }
}
