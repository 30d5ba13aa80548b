import type { Prometheus } from './prometheus.ts';
import type { AlertSite } from './site.ts';
import type { AlertWatch } from './watch.ts';

const FIRE_TIMEOUT_MS = 120_000;
const END_TIMEOUT_MS = 120_000;
/** An alert that has fired may have ended for moments, while Prometheus could not reach a process. */
const STAY_TIMEOUT_MS = 30_000;

/** What drills work with. */
export interface Scene {
  site: AlertSite;
  prometheus: Prometheus;
  watch: AlertWatch;
}

/** Something that breaks, and the alerts that tell of it. */
export interface AlertDrill {
  /** What is broken, as a short phrase. */
  title: string;
  alerts: readonly string[];
  /** How long an alert may take to fire, where that is longer than two minutes. */
  fireTimeoutMs?: number;
  /** Breaks something. @returns what mends it */
  harm(scene: Scene): Promise<() => Promise<void>>;
}

/** How an alert did. */
export interface Outcome {
  alert: string;
  isPassed: boolean;
  line: string;
}

/** A drill that has begun. */
export interface RunningDrill {
  /** Resolves when what was broken is mended. */
  mended: Promise<void>;
  /** Resolves when all its alerts have ended, or were late. */
  done: Promise<void>;
}

/** Does drills, several at a time where they do not disturb each other. */
export class DrillRunner {
  readonly outcomes: Outcome[] = [];
  readonly #scene: Scene;
  readonly #report: (line: string) => void;
  readonly #chosen: readonly string[];
  /** The drills until now, and when each ended. */
  readonly #drills: { alerts: readonly string[]; ended: number }[] = [];

  /** @param chosen alerts; drills of others are left out @param report told each outcome */
  constructor(scene: Scene, chosen: readonly string[], report: (line: string) => void) {
    this.#scene = scene;
    this.#chosen = chosen;
    this.#report = report;
  }

  /** Whether an alert was chosen. */
  includes(alert: string): boolean {
    return this.#chosen.includes(alert);
  }

  /** Begins a drill once its alerts are silent: breaks, waits until all fire, mends, and waits until all have ended. */
  start(drill: AlertDrill): RunningDrill {
    if (!drill.alerts.some((alert) => this.includes(alert)))
      return { mended: Promise.resolve(), done: Promise.resolve() };
    const mended = Promise.withResolvers<void>();
    const done = this.#run(drill, mended.resolve)
      .catch((error: unknown) => {
        for (const alert of drill.alerts) this.#conclude({ alert, isPassed: false, line: `${error}` });
      })
      .finally(mended.resolve);
    return { mended: mended.promise, done };
  }

  async #run(drill: AlertDrill, tellMended: () => void): Promise<void> {
    const { watch } = this.#scene;
    const itself = { alerts: drill.alerts, ended: Number.POSITIVE_INFINITY };
    this.#drills.push(itself);
    await Promise.all(drill.alerts.map((alert) => watch.untilSilent(alert, END_TIMEOUT_MS)));
    const began = performance.now();
    const mend = await drill.harm(this.#scene);
    const fired = await Promise.allSettled(
      drill.alerts.map((alert) => watch.untilFiring(alert, began, drill.fireTimeoutMs ?? FIRE_TIMEOUT_MS)),
    );
    const stays = await watch.untilAllFiring(drill.alerts, STAY_TIMEOUT_MS).catch((error: Error) => error);
    const mending = performance.now();
    await mend();
    tellMended();
    await Promise.all(
      drill.alerts.map(async (alert, index) => {
        const firing = fired[index];
        if (firing?.status !== 'fulfilled')
          return this.#conclude({ alert, isPassed: false, line: `${firing?.reason}` });
        if (stays instanceof Error) return this.#conclude({ alert, isPassed: false, line: stays.message });
        const ended = await watch.untilSilent(alert, END_TIMEOUT_MS).catch((error: Error) => error);
        if (ended instanceof Error) return this.#conclude({ alert, isPassed: false, line: ended.message });
        const seconds = (milliseconds: number) => Math.round(milliseconds / 1000);
        const along = this.#others(began);
        const line = `fired after ${seconds(firing.value - began)} s, resolved after ${seconds(ended - mending)} s, ${drill.title}${along}`;
        this.#conclude({ alert, isPassed: true, line });
      }),
    );
    itself.ended = performance.now();
  }

  /** What fired since then that no drill since then is about, for people. */
  #others(since: number): string {
    const expected = this.#drills.filter(({ ended }) => ended > since).flatMap(({ alerts }) => alerts);
    const others = this.#scene.watch.firedSince(since).filter((name) => !expected.includes(name));
    return others.length > 0 ? ` (with ${others.join(', ')})` : '';
  }

  #conclude(outcome: Outcome): void {
    this.outcomes.push(outcome);
    this.#report(`${outcome.isPassed ? 'ok    ' : 'FAILED'}  ${outcome.alert}: ${outcome.line}`);
  }
}
