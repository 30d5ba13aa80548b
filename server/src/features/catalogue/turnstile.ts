import { AppError } from '../../http/problem.ts';

/** Lets a few at a time through; the others wait in line, and those that find the line full are turned away. */
export class Turnstile {
  readonly #waiting: (() => void)[] = [];
  readonly #maxWaiting: number;
  #free: number;

  constructor(width: number, maxWaiting: number) {
    this.#free = width;
    this.#maxWaiting = maxWaiting;
  }

  /** @throws {AppError} 503 `busy` with Retry-After when too many wait already */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) {
      this.#free -= 1;
    } else {
      if (this.#waiting.length >= this.#maxWaiting) {
        throw new AppError(503, 'busy', 'Too many searches at once. Please try again.', {
          'retry-after': '1',
        });
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}
