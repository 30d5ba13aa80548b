import { sqlState } from './database/database.ts';
import { beforeDeadline, withoutDeadline } from './deadline.ts';
import { AppError } from './errors.ts';

/** How long a partial batch waits for more items. */
const GATHER_MS = 10;
/** The maximum size of a batch. */
const MAX_BATCH = 1_000;
/** The size of a batch of `GATHER_MS` after which the next one gathers for `busyGatherMs`. */
const BUSY = 20;
/** The size of a batch of `busyGatherMs` below which the next one gathers for `GATHER_MS` again. */
const CALM = 200;
const MAX_WAITING = 10_000;

export interface BatchedWriterOptions<Item, Result> {
  /** Writes and commits a batch. @returns one result for each item, in the same order */
  write(items: readonly Item[]): Promise<readonly Result[]>;
  /** What an item counts in a batch and in the queue; 1 by default. */
  sizeOf?(item: Item): number;
  /** How long a batch gathers where thousands of items arrive per second; no longer than otherwise by default. */
  busyGatherMs?: number;
  /** The maximum size of the queue. */
  maxWaiting?: number;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/** Whether the database rejected the data: SQLSTATE classes 22 and 23. */
const isDataError = (error: unknown) => /^2[23]/.test(sqlState(error) ?? '');

/**
 * Writes what many requests bring in batches, one after another. Any number of requests needs one connection and at most a
 * hundred commits per second, so that readers are hardly affected.
 */
export class BatchedWriter<Item, Result = void> {
  readonly #options: Required<BatchedWriterOptions<Item, Result>>;
  #queue: Waiting<Item, Result>[] = [];
  #waiting = 0;
  #isWriting = false;
  /** Until when the last batch lets the next one gather for `busyGatherMs`, on the clock of `performance.now()`. */
  #busyUntil = 0;
  /** Ends the gathering of a batch that is full. */
  #onFull = () => {};

  constructor(options: BatchedWriterOptions<Item, Result>) {
    this.#options = { sizeOf: () => 1, busyGatherMs: GATHER_MS, maxWaiting: MAX_WAITING, ...options };
  }

  /**
   * Queues an item. Resolves once its batch is committed.
   *
   * @throws {AppError} 503 `busy` if the queue is full
   */
  add(item: Item): Promise<Result> {
    const size = this.#options.sizeOf(item);
    if (this.#waiting + size > this.#options.maxWaiting) {
      throw new AppError(503, 'busy', 'The service is busy. Please try again.', { 'retry-after': '1' });
    }
    this.#waiting += size;
    return beforeDeadline(
      new Promise((resolve, reject) => {
        this.#queue.push({ item, resolve, reject });
        if (!this.#isWriting) void withoutDeadline(() => this.#run());
        else if (this.#waiting >= MAX_BATCH) this.#onFull();
      }),
    );
  }

  async #run(): Promise<void> {
    const { busyGatherMs } = this.#options;
    this.#isWriting = true;
    while (this.#queue.length > 0) {
      const isBusy = performance.now() < this.#busyUntil;
      if (this.#waiting < MAX_BATCH) await this.#gather(isBusy ? busyGatherMs : GATHER_MS);
      const size = await this.#writeBatch();
      this.#busyUntil = size >= (isBusy ? CALM : BUSY) ? performance.now() + busyGatherMs : 0;
    }
    this.#isWriting = false;
  }

  #gather(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#onFull = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** @returns the size of the batch */
  async #writeBatch(): Promise<number> {
    let size = 0;
    let count = 0;
    for (const { item } of this.#queue) {
      const more = this.#options.sizeOf(item);
      if (count > 0 && size + more > MAX_BATCH) break;
      size += more;
      count += 1;
    }
    await this.#settle(this.#queue.splice(0, count));
    this.#waiting -= size;
    return size;
  }

  async #settle(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#options.write(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      // Rejected items must not fail the others of the batch.
      if (batch.length > 1 && isDataError(error)) for (const waiting of batch) await this.#settle([waiting]);
      else for (const { reject } of batch) reject(error);
    }
  }
}
