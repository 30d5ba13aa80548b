import type { FastifyBaseLogger } from 'fastify';

const WINDOW_MS = 10 * 60_000;
/** Wrong passwords within a window that a process calls an attack: many times what people mistype on a busy site. */
const ALARMING_FAILURES = 500;

/**
 * Watches wrong passwords over all accounts and sources, which the limits of one account and one source cannot see: a
 * distributed guess of one common password per account. It warns in the log, once for each window, and refuses nobody.
 * Each process counts for itself.
 */
export class SignInAlarm {
  readonly #log: FastifyBaseLogger;
  readonly #threshold: number;
  #failures = 0;
  #windowEnds = 0;

  constructor(log: FastifyBaseLogger, threshold = ALARMING_FAILURES) {
    this.#log = log;
    this.#threshold = threshold;
  }

  recordFailure(now = performance.now()): void {
    if (now >= this.#windowEnds) {
      this.#windowEnds = now + WINDOW_MS;
      this.#failures = 0;
    }
    this.#failures += 1;
    if (this.#failures === this.#threshold) {
      this.#log.warn(
        { alert: true, failures: this.#failures, windowMinutes: WINDOW_MS / 60_000 },
        'unusually many wrong passwords over all accounts: somebody may be guessing from many addresses',
      );
    }
  }
}
