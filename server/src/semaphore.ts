import { AppError } from './errors.ts';

interface SemaphoreOptions {
  /** How much work runs at the same time. */
  concurrency: number;
  /** How much more may wait. */
  maxQueued: number;
  /** The longest wait, in milliseconds; unlimited by default. */
  maxWaitMs?: number;
  /** The `detail` of a refusal. */
  detail: string;
}

/** Bounds how much work runs at a time. Further work waits in line; when the line is full, it is refused. */
export class Semaphore {
  /** In the order in which they came; called once their turn has come. */
  readonly #waiting = new Set<() => void>();
  readonly #options: SemaphoreOptions;
  #free: number;

  constructor(options: SemaphoreOptions) {
    this.#options = options;
    this.#free = options.concurrency;
  }

  /** @throws {AppError} 503 `busy` with Retry-After when too many wait already, or the turn does not come in time */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#turn();
    try {
      return await work();
    } finally {
      const [next] = this.#waiting;
      if (next === undefined) this.#free += 1;
      else next();
    }
  }

  #turn(): Promise<void> {
    const { maxQueued, maxWaitMs, detail } = this.#options;
    const busy = () => new AppError(503, 'busy', detail, { 'retry-after': '1' });
    if (this.#waiting.size >= maxQueued) return Promise.reject(busy());
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const begin = () => {
        clearTimeout(timer);
        this.#waiting.delete(begin);
        resolve();
      };
      if (maxWaitMs !== undefined) {
        timer = setTimeout(() => {
          this.#waiting.delete(begin);
          reject(busy());
        }, maxWaitMs);
      }
      this.#waiting.add(begin);
    });
  }
}
