import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '../cluster/daemon.ts';
import type { Prometheus } from './prometheus.ts';

const POLL_MS = 200;
/** Longer than a few evaluations. */
const STEADY_MS = 3_000;

/** When an alert fired, by `performance.now()`. */
interface Firing {
  from: number;
  to: number;
}

/** Looks at all alerts again and again, and remembers when each fired. */
export class AlertWatch {
  readonly #firings = new Map<string, Firing[]>();
  /** Since when alerts are inactive, of those that are. */
  readonly #inactive = new Map<string, number>();
  readonly #prometheus: Prometheus;
  readonly #work: Promise<void>;
  #isStopping = false;
  #failure: unknown;

  constructor(prometheus: Prometheus) {
    this.#prometheus = prometheus;
    this.#work = this.#watch();
  }

  async #watch(): Promise<void> {
    try {
      for (; !this.#isStopping; await sleep(POLL_MS)) this.#record(await this.#prometheus.states());
    } catch (error) {
      this.#failure = error;
    }
  }

  #record(states: Awaited<ReturnType<Prometheus['states']>>): void {
    const now = performance.now();
    for (const [name, state] of states) {
      if (state !== 'inactive') this.#inactive.delete(name);
      else if (!this.#inactive.has(name)) this.#inactive.set(name, now);
      const firings = this.#firings.get(name) ?? [];
      this.#firings.set(name, firings);
      const last = firings.at(-1);
      const isOpen = last?.to === Number.POSITIVE_INFINITY;
      if (state === 'firing' && !isOpen) firings.push({ from: now, to: Number.POSITIVE_INFINITY });
      if (state !== 'firing' && isOpen) last.to = now;
    }
  }

  /** Those that fired at some time since then. */
  firedSince(since: number): string[] {
    return [...this.#firings]
      .filter(([, firings]) => firings.some(({ to }) => to > since))
      .map(([name]) => name);
  }

  /** Resolves with the time when an alert fired, or had fired, after `since`. @throws {Error} when it does not in time */
  async untilFiring(name: string, since: number, milliseconds: number): Promise<number> {
    return waitFor(`${name} firing`, milliseconds, async () => {
      this.#throwFailure();
      return this.#firings.get(name)?.find(({ from }) => from >= since)?.from;
    });
  }

  /** Resolves when all of these fire at the same time. @throws {Error} when they do not in time */
  async untilAllFiring(names: readonly string[], milliseconds: number): Promise<void> {
    await waitFor(
      `${names.join(' and ')} firing at once, before that was mended,`,
      milliseconds,
      async () => {
        this.#throwFailure();
        return (
          names.every((name) => this.#firings.get(name)?.at(-1)?.to === Number.POSITIVE_INFINITY) || undefined
        );
      },
    );
  }

  /**
   * Resolves with the time since when an alert is inactive. It must stay so for a moment, and not be pending either: where no process
   * answers, an alert ends for want of values.
   *
   * @throws {Error} when it does not end in time
   */
  async untilSilent(name: string, milliseconds: number): Promise<number> {
    return waitFor(`the end of ${name}`, milliseconds, async () => {
      this.#throwFailure();
      const since = this.#inactive.get(name);
      return since !== undefined && performance.now() - since > STEADY_MS ? since : undefined;
    });
  }

  #throwFailure(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#work;
  }
}
