import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '../cluster/daemon.ts';
import type { Prometheus } from './prometheus.ts';

const POLL_MS = 200;

/** When an alert fired, by `performance.now()`. */
interface Firing {
  from: number;
  to: number;
}

/** Looks at all alerts again and again, and remembers when each fired. */
export class AlertWatch {
  readonly #firings = new Map<string, Firing[]>();
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

  /** Whether an alert fired at some time after `since`. */
  hasFired(name: string, since: number): boolean {
    return this.firedSince(since).includes(name);
  }

  /** Resolves with the time when an alert fired, or had fired, after `since`. @throws {Error} when it does not in time */
  async untilFiring(name: string, since: number, milliseconds: number): Promise<number> {
    return waitFor(`${name} firing`, milliseconds, async () => {
      this.#throwFailure();
      return this.#firings.get(name)?.find(({ from }) => from >= since)?.from;
    });
  }

  /** Resolves with the time when an alert ended, or a later one than `since`. @throws {Error} when it does not end in time */
  async untilSilent(name: string, milliseconds: number): Promise<number> {
    return waitFor(`${name} ending`, milliseconds, async () => {
      this.#throwFailure();
      const firings = this.#firings.get(name);
      if (firings === undefined) return undefined;
      const to = firings.at(-1)?.to ?? 0;
      return Number.isFinite(to) ? to : undefined;
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
