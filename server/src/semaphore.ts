import { AppError } from './errors.ts';

interface SemaphoreOptions {
  /** How many tasks run at the same time. */
  concurrency: number;
  /** How many more may wait. */
  maxQueued: number;
  /** The longest wait, in milliseconds; unlimited by default. */
  maxWaitMs?: number;
  /** The `detail` of a refusal. */
  detail: string;
}

/** Bounds concurrent tasks. Further tasks wait in a bounded queue; when it is full, they are refused. */
export class Semaphore {
  /** In order of arrival. */
  readonly #waiting = new Set<() => void>();
  readonly #options: SemaphoreOptions;
  #free: number;

  constructor(options: SemaphoreOptions) {
    this.#options = options;
    this.#free = options.concurrency;
  }

  /** @throws {AppError} 503 `busy` with Retry-After when the queue is full, or the task does not start in time */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#acquire();
    try {
      return await work();
    } finally {
      const [next] = this.#waiting;
      if (next === undefined) this.#free += 1;
      else next();
    }
  }

  #acquire(): Promise<void> {
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
