import { beforeDeadline, withoutDeadline } from './deadline.ts';

/** Loads at once where there are enough keys to fill each; otherwise there is one, so that more keys share the next. */
const CONCURRENT_LOADS = 2;
/** After this time, in milliseconds, another load does not wait for the last one, which may hang. */
const LATE_MS = 100;
/** Loads at once where they are late. */
const MAX_LOADS = 5;

interface Waiting<Key, Value> {
  key: Key;
  resolve: (value: Value) => void;
  reject: (reason: unknown) => void;
}

/**
 * Combines questions to the database that arrive at the same time into one statement. Each load starts after its keys were
 * asked for, so results are as new as those of separate statements.
 */
export class Batch<Key, Value> {
  readonly #load: (keys: Key[]) => Promise<readonly Value[]>;
  readonly #maxKeys: number;
  #waiting: Waiting<Key, Value>[] = [];
  #loads = 0;
  /** When the last load began, on the clock of `performance.now()`. */
  #startedAt = 0;
  #isScheduled = false;
  #timer: NodeJS.Timeout | undefined;

  /** @param load returns one value for each key, in the same order */
  constructor(load: (keys: Key[]) => Promise<readonly Value[]>, maxKeys = 64) {
    this.#load = load;
    this.#maxKeys = maxKeys;
  }

  get(key: Key): Promise<Value> {
    return beforeDeadline(
      new Promise((resolve, reject) => {
        this.#waiting.push({ key, resolve, reject });
        this.#schedule();
      }),
    );
  }

  /**
   * After two turns of the event loop: in the first all requests that have already arrived are read, in the second those that
   * clients sent when they got the responses to the last batch.
   */
  #schedule(): void {
    if (this.#isScheduled || this.#waiting.length === 0) return;
    if (!this.#mayLoad()) {
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined;
        this.#schedule();
      }, LATE_MS);
      return;
    }
    this.#isScheduled = true;
    setImmediate(() => setImmediate(() => this.#begin()));
  }

  #begin(): void {
    this.#isScheduled = false;
    void this.#run(this.#waiting.splice(0, this.#maxKeys));
    this.#schedule();
  }

  #mayLoad(): boolean {
    if (this.#loads === 0) return true;
    if (this.#loads < CONCURRENT_LOADS && this.#waiting.length >= this.#maxKeys) return true;
    return this.#loads < MAX_LOADS && performance.now() - this.#startedAt >= LATE_MS;
  }

  async #run(batch: Waiting<Key, Value>[]): Promise<void> {
    this.#loads += 1;
    this.#startedAt = performance.now();
    try {
      const values = await withoutDeadline(() => this.#load(batch.map(({ key }) => key)));
      if (values.length !== batch.length) throw new Error('a batch has not one value for each key');
      for (const [index, { resolve }] of batch.entries()) resolve(values[index] as Value);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      this.#loads -= 1;
      this.#schedule();
    }
  }
}
