import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../database/database.ts';
import { recordDone } from '../deadline.ts';
import { AppError } from '../errors.ts';
import { claimKey, completeKey, findKey, type MemberKey, releaseKey } from './idempotency-store.ts';

/**
 * How a second request with the same key is served. 'stored': with the response of the first. 'repeated': by running the
 * handler again, which is idempotent itself, so that the response is current.
 */
export type Replay = 'stored' | 'repeated';

/**
 * After this time another request may take over a key whose process died or hangs. Handlers must therefore be safe to run
 * twice concurrently.
 */
const CLAIM_SECONDS = 30;
const VALID_KEY = /^[\x21-\x7e]{1,200}$/;

/** The idempotency key of a request, if any. @throws {AppError} 400 `invalid_request` */
function keyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && VALID_KEY.test(key)) return key;
  throw new AppError(400, 'invalid_request', 'The Idempotency-Key is not valid.');
}

const digestOf = ({ method, url, body }: FastifyRequest): Buffer =>
  createHash('sha256')
    .update(`${method} ${url}\n${JSON.stringify(body ?? null)}`)
    .digest();

/** Claims a key. @returns whether it was claimed; otherwise the stored response, if the first request is done */
async function claim(
  db: Db,
  memberKey: MemberKey,
  digest: Buffer,
): Promise<{ claimed: true } | { claimed: false; isDone: boolean; response: unknown }> {
  if (await claimKey(db, memberKey, digest, CLAIM_SECONDS)) return { claimed: true };
  const stored = await findKey(db, memberKey);
  if (stored !== undefined && !stored.request_digest.equals(digest)) {
    throw new AppError(
      422,
      'idempotency_key_reused',
      'This Idempotency-Key was used for another request. Please use a new one.',
    );
  }
  return {
    claimed: false,
    isDone: stored !== undefined && stored.status !== null,
    response: stored?.response,
  };
}

/**
 * Serves a member's request once per `Idempotency-Key`, if it carries one. A repeated request gets the same response,
 * marked with the header `Idempotent-Replayed`. Failures are not stored, so a failed request can be retried.
 *
 * @param work the handler
 * @throws {AppError} 400 `invalid_request`, 409 `idempotency_in_progress` while the first request is being served,
 *   422 `idempotency_key_reused` for another request with the same key
 */
export async function serveOnce<T>(
  db: Db,
  memberId: string,
  { request, reply, replay }: { request: FastifyRequest; reply: FastifyReply; replay: Replay },
  work: () => Promise<T>,
): Promise<T> {
  const key = keyOf(request);
  if (key === undefined) return work();
  const memberKey = { memberId, key };
  const claimResult = await claim(db, memberKey, digestOf(request));
  if (!claimResult.claimed) {
    if (replay === 'repeated') return work();
    if (!claimResult.isDone) {
      throw new AppError(
        409,
        'idempotency_in_progress',
        'This request is already being processed. Please try again in a moment.',
        { 'retry-after': '1' },
      );
    }
    reply.header('idempotent-replayed', 'true');
    // A response of this endpoint: the digest covers method and URL.
    return claimResult.response as T;
  }
  try {
    const result = await work();
    const stored = replay === 'stored' ? JSON.stringify(result) : null;
    await recordDone(() => completeKey(db, memberKey, stored));
    return result;
  } catch (error) {
    // The client may come back with the key. Where even this fails, the claim expires.
    await recordDone(() => releaseKey(db, memberKey)).catch(() => undefined);
    throw error;
  }
}
