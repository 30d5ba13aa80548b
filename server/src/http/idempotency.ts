import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../database/database.ts';
import { AppError } from '../errors.ts';

/**
 * What a second request with the same key gets. 'stored': the answer of the first. 'repeated': the call itself has one
 * effect however often it is made and is made again, so that its answer is fresh.
 */
export type Replay = 'stored' | 'repeated';

/**
 * After this, whoever sends a key again takes it over: its process has died, or the call takes longer than any should. What
 * is stored therefore has to bear being done twice at once.
 */
const CLAIM_SECONDS = 30;
const VALID_KEY = /^[\x21-\x7e]{1,200}$/;

/** The key that a request carries; undefined where it carries none. @throws {AppError} 400 `invalid_request` */
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

/** Claims a key. @returns what was answered before, if it was */
async function claim(
  db: Db,
  memberId: string,
  key: string,
  digest: Buffer,
): Promise<{ claimed: true } | { claimed: false; isDone: boolean; response: unknown }> {
  const until = sql<Date>`now() + ${CLAIM_SECONDS} * interval '1 second'`;
  const claimed = await db
    .insertInto('idempotency_keys')
    .values({ member_id: memberId, key, request_digest: digest, claimed_until: until })
    .onConflict((conflict) =>
      conflict
        .columns(['member_id', 'key'])
        .doUpdateSet({ claimed_until: until })
        .where('idempotency_keys.status', 'is', null)
        .where('idempotency_keys.claimed_until', '<=', sql<Date>`now()`)
        .where('idempotency_keys.request_digest', '=', digest),
    )
    .returning('key')
    .executeTakeFirst();
  if (claimed !== undefined) return { claimed: true };
  const known = await db
    .selectFrom('idempotency_keys')
    .select(['request_digest', 'status', 'response'])
    .where('member_id', '=', memberId)
    .where('key', '=', key)
    .executeTakeFirst();
  if (known !== undefined && !known.request_digest.equals(digest)) {
    throw new AppError(
      422,
      'idempotency_key_reused',
      'This Idempotency-Key was used for another request. Please use a new one.',
    );
  }
  return { claimed: false, isDone: known !== undefined && known.status !== null, response: known?.response };
}

/**
 * Serves a member's request once for its `Idempotency-Key`, where it carries one: a request that is sent again gets the
 * same answer, marked by the header `Idempotent-Replayed`. What failed is not kept, so it may be tried again.
 *
 * @param work serves the request
 * @throws {AppError} 400 `invalid_request`, 409 `idempotency_in_progress` while the first is being served,
 *   422 `idempotency_key_reused` for another request
 */
export async function serveOnce<T>(
  db: Db,
  memberId: string,
  { request, reply, replay }: { request: FastifyRequest; reply: FastifyReply; replay: Replay },
  work: () => Promise<T>,
): Promise<T> {
  const key = keyOf(request);
  if (key === undefined) return work();
  const turn = await claim(db, memberId, key, digestOf(request));
  const own = db.updateTable('idempotency_keys').where('member_id', '=', memberId).where('key', '=', key);
  if (!turn.claimed) {
    if (replay === 'repeated') return work();
    if (!turn.isDone) {
      throw new AppError(
        409,
        'idempotency_in_progress',
        'This request is already being processed. Please try again in a moment.',
        { 'retry-after': '1' },
      );
    }
    reply.header('idempotent-replayed', 'true');
    // The answer of this very call: the digest names its method and address.
    return turn.response as T;
  }
  try {
    const result = await work();
    await own.set({ status: 200, response: replay === 'stored' ? JSON.stringify(result) : null }).execute();
    return result;
  } catch (error) {
    await db
      .deleteFrom('idempotency_keys')
      .where('member_id', '=', memberId)
      .where('key', '=', key)
      .where('status', 'is', null)
      .execute();
    throw error;
  }
}

/** Deletes keys that nobody sends again. */
export async function deleteOldKeys(db: Db): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', sql<Date>`now() - interval '24 hours'`)
    .execute();
}
