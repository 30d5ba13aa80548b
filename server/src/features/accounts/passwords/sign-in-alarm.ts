import type { FastifyBaseLogger } from 'fastify';

const WINDOW_MS = 10 * 60_000;
/** Wrong passwords within a window that raise the alarm: far more than people mistype on a busy site. */
const ALARMING_FAILURES = 500;

/**
 * Counts wrong passwords over all accounts and sources, to detect attacks that stay below the limits of each account and
 * source, such as one common password for many accounts. Logs a warning once per window and refuses no request. Counts per
 * process.
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
        'unusually many wrong passwords over all accounts: possibly an attack from many IPs',
      );
    }
  }
}
