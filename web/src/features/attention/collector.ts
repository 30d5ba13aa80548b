import { gazeBin } from '@oriel/contract/shared/gaze';
import type { View } from '@oriel/viewer';

/** How long one looks at the same spot before it counts as having gone away. */
const IDLE_MS = 60_000;

/** What is looked at: the viewer, as far as it matters here. */
export interface Watched {
  readonly view: View;
  /** Of a film; a photo is always paused. */
  readonly paused: boolean;
}

interface SceneSums {
  ms: number;
  gaze: Map<number, number>;
  presses: Record<string, number>;
}

/** As the contract's `reportAttention` has it. */
export interface Report {
  scenes: {
    scene?: string | undefined;
    ms: number;
    gaze: [bin: number, ms: number][];
    presses: Record<string, number>;
  }[];
}

/** Adds up where one looks in a tour. All times are in milliseconds, of one clock. */
export class AttentionSums {
  readonly #watched: Watched;
  #scene: string | undefined;
  #sums = new Map<string | undefined, SceneSums>();
  #bin: number;
  /** Until when time has been counted. */
  #counted: number;
  #moved: number;
  #isShown = true;

  /** @param scene the one in view; undefined in a tour of a single one */
  constructor(watched: Watched, scene: string | undefined, now: number) {
    this.#watched = watched;
    this.#scene = scene;
    this.#bin = this.#look();
    this.#counted = now;
    this.#moved = now;
  }

  /** Another scene is in view. */
  enter(scene: string, now: number): void {
    this.#count(now);
    this.#scene = scene;
    this.#bin = this.#look();
    this.#moved = now;
  }

  /** The view has changed. */
  turn(now: number): void {
    this.#count(now);
    this.#bin = this.#look();
    this.#moved = now;
  }

  /** A hotspot of the scene in view is pressed. */
  press(id: string, now: number): void {
    this.#count(now);
    this.#moved = now;
    const { presses } = this.#sumsOf(this.#scene);
    presses[id] = (presses[id] ?? 0) + 1;
  }

  /** The page is seen, or not: time passes unseen uncounted. */
  show(isShown: boolean, now: number): void {
    this.#count(now);
    this.#isShown = isShown;
    this.#moved = now;
  }

  /** What there is since the last report; undefined if there is nothing. */
  take(now: number): Report | undefined {
    this.#count(now);
    const scenes = [...this.#sums].flatMap(([scene, { ms, gaze, presses }]) => {
      const whole = Math.round(ms);
      if (whole === 0 && Object.keys(presses).length === 0) return [];
      const bins = [...gaze].map(([bin, spent]): [number, number] => [bin, Math.round(spent)]);
      return [{ scene, ms: whole, gaze: bins.filter(([, spent]) => spent > 0), presses }];
    });
    this.#sums = new Map();
    return scenes.length === 0 ? undefined : { scenes };
  }

  #look(): number {
    const { yaw, pitch } = this.#watched.view;
    return gazeBin(yaw, pitch);
  }

  #sumsOf(scene: string | undefined): SceneSums {
    const sums = this.#sums.get(scene) ?? { ms: 0, gaze: new Map(), presses: {} };
    this.#sums.set(scene, sums);
    return sums;
  }

  #count(now: number): void {
    if (!this.#watched.paused) this.#moved = now;
    const spent = Math.min(now, this.#moved + IDLE_MS) - this.#counted;
    this.#counted = now;
    if (!this.#isShown || spent <= 0) return;
    const sums = this.#sumsOf(this.#scene);
    sums.ms += spent;
    sums.gaze.set(this.#bin, (sums.gaze.get(this.#bin) ?? 0) + spent);
  }
}
