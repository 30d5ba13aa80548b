import { BatchedWriter } from '../../batched-writer.ts';
import { type Db, inLossyTransaction } from '../../database/database.ts';
import { tooManyRequests } from '../../rate-limit/rate-limit.ts';
import {
  addLikes,
  addViews,
  findLikesWith,
  GUEST_LIKES,
  type Guest,
  type Like,
  mayGuestLike,
} from './reaction-store.ts';

/** How long reactions gather where thousands arrive per second, so that a commit holds a thousand of them. */
const BUSY_GATHER_MS = 200;

/** Who likes an experience. */
export type Liker = { memberId: string } | Guest;

/**
 * Counts views and likes in batches. They resolve once their batch is committed, but a crash of PostgreSQL may take
 * those of the last second.
 */
export class Reactions {
  readonly #db: Db;
  readonly #views: BatchedWriter<number, number>;
  readonly #likes: BatchedWriter<Like, number>;

  constructor(db: Db) {
    this.#db = db;
    this.#views = new BatchedWriter({
      write: (ids) => inLossyTransaction(db, (tx) => addViews(tx, ids)),
      busyGatherMs: BUSY_GATHER_MS,
    });
    this.#likes = new BatchedWriter({
      write: (likes) => inLossyTransaction(db, (tx) => addLikes(tx, likes)),
      busyGatherMs: BUSY_GATHER_MS,
    });
  }

  /** Counts a view. @returns the new count @throws {AppError} 503 `busy` if too many are queued */
  async view(experienceId: number): Promise<number> {
    return this.#views.add(experienceId);
  }

  /**
   * Counts a like, unless this member or session already likes the experience.
   *
   * @returns the new count
   * @throws {AppError} 429 `too_many_requests` if too many guests of the source liked the experience today; 503 `busy` as `view`
   */
  async like(experienceId: number, liker: Liker): Promise<number> {
    if ('memberId' in liker) {
      return this.#likes.add({ experienceId, memberId: liker.memberId, sessionHash: null });
    }
    const { sessionHash } = liker;
    if ((await mayGuestLike(this.#db, experienceId, liker)) === true) {
      return this.#likes.add({ experienceId, memberId: null, sessionHash });
    }
    const likes = await findLikesWith(this.#db, experienceId, sessionHash);
    if (likes === undefined) throw tooManyRequests(GUEST_LIKES.windowSeconds * 1000);
    return likes;
  }
}
