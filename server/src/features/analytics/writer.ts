import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, sqlState } from '../../database/database.ts';
import { AppError } from '../../errors.ts';
import { insertEvents, type StoredEvent } from './store.ts';

/** For how long a batch that is not full waits for more. */
const GATHER_MS = 10;
/** The most events in one statement. */
const MAX_BATCH = 1_000;
/** The most events that wait; at about 1 kB each. */
const MAX_WAITING = 10_000;

/** Whether the database is well and refuses what it was given: SQLSTATE classes 22 and 23. */
const isAboutData = (error: unknown) => /^2[23]/.test(sqlState(error) ?? '');

interface Submission {
  events: StoredEvent[];
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Writes events in batches: those of many requests in one statement, one statement at a time. However many come, one
 * connection and a hundred commits a second do it, and readers of the catalogue hardly notice. A request is answered when
 * its batch is committed, so nothing that was accepted is lost.
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
   * Stores events. Resolves when they are on disk.
   *
   * @throws {AppError} 503 `busy` when too many wait already
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
      // What the table refuses must take nothing else with it.
      if (batch.length > 1 && isAboutData(error)) for (const one of batch) await this.#settle([one]);
      else for (const { reject } of batch) reject(error);
    }
  }
}
