import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, sqlState } from '../../database/database.ts';
import { AppError } from '../../errors.ts';
import { insertEvents, type StoredEvent } from './store.ts';

/** How long a partial batch waits for more events. */
const GATHER_MS = 10;
/** The maximum number of events in one statement. */
const MAX_BATCH = 1_000;
/** The maximum number of queued events, of about 1 kB each. */
const MAX_WAITING = 10_000;

/** Whether the database rejected the data: SQLSTATE classes 22 and 23. */
const isDataError = (error: unknown) => /^2[23]/.test(sqlState(error) ?? '');

interface Submission {
  events: StoredEvent[];
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Writes the events of many requests in batches, one statement at a time. Any number of requests needs one connection and at
 * most a hundred commits per second, so that readers of the catalogue are hardly affected. A request is answered after its
 * batch is committed, so that no accepted event is lost.
 */
export class EventWriter {
  readonly #db: Db;
  readonly #maxWaiting: number;
  #queue: Submission[] = [];
  #waiting = 0;
  #isWriting = false;

  constructor(db: Db, maxWaiting = MAX_WAITING) {
    this.#db = db;
    this.#maxWaiting = maxWaiting;
  }

  /**
   * Stores events. Resolves once they are committed.
   *
   * @throws {AppError} 503 `busy` if too many events are queued
   */
  add(events: StoredEvent[]): Promise<void> {
    if (this.#waiting + events.length > this.#maxWaiting) {
      throw new AppError(503, 'busy', 'The service is busy. Please try again.', { 'retry-after': '1' });
    }
    this.#waiting += events.length;
    return new Promise((resolve, reject) => {
      this.#queue.push({ events, resolve, reject });
      if (!this.#isWriting) void this.#write();
    });
  }

  async #write(): Promise<void> {
    this.#isWriting = true;
    while (this.#queue.length > 0) {
      if (this.#waiting < MAX_BATCH) await sleep(GATHER_MS);
      await this.#writeBatch();
    }
    this.#isWriting = false;
  }

  async #writeBatch(): Promise<void> {
    let size = 0;
    let count = 0;
    for (const { events } of this.#queue) {
      if (count > 0 && size + events.length > MAX_BATCH) break;
      size += events.length;
      count += 1;
    }
    const batch = this.#queue.splice(0, count);
    await this.#settle(batch);
    this.#waiting -= size;
  }

  async #settle(batch: readonly Submission[]): Promise<void> {
    try {
      await insertEvents(
        this.#db,
        batch.flatMap(({ events }) => events),
      );
      for (const { resolve } of batch) resolve();
    } catch (error) {
      // Rejected events must not fail the others of the batch.
      if (batch.length > 1 && isDataError(error))
        for (const submission of batch) await this.#settle([submission]);
      else for (const { reject } of batch) reject(error);
    }
  }
}
