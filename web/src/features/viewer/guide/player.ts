export interface GuideState {
  index: number;
  isPlaying: boolean;
  /** Whether the step's time runs: not while its room is late. */
  isRunning: boolean;
  /** Whether the last step is over. */
  hasEnded: boolean;
  /** Another one each time that a step begins. */
  run: number;
}

/** Going to the next room is part of a step's time for so long; after that the step waits for the room. */
const PASSAGE_MS = 1000;

/** Plays the steps of a guided tour, each for its seconds. Nothing runs between a step's begin and its end. */
export class GuidePlayer {
  readonly #steps: readonly { seconds: number }[];
  readonly #show: (index: number) => boolean;
  readonly #listeners = new Set<() => void>();
  #state: GuideState;
  #isPresent = false;
  /** Of the current step, until `#since`. */
  #spentMs = 0;
  #since: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param show leads to a step's room and view; returns whether the visitor is in that room
   * @param index where to begin
   */
  constructor(steps: readonly { seconds: number }[], show: (index: number) => boolean, index = 0) {
    this.#steps = steps;
    this.#show = show;
    this.#state = { index, isPlaying: false, isRunning: false, hasEnded: false, run: 0 };
  }

  get state(): GuideState {
    return this.#state;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Goes on where it was paused; after the last step, from the first. */
  play = (): void => {
    if (this.#state.isPlaying) return;
    if (this.#state.hasEnded) this.#begin(0);
    this.#change({ isPlaying: true });
    this.#showStep();
  };

  pause = (): void => {
    this.#stopClock();
    this.#change({ isPlaying: false, isRunning: false });
  };

  go = (index: number): void => {
    if (index < 0 || index >= this.#steps.length) return;
    this.#begin(index);
    this.#showStep();
  };

  /** @param isPresent whether the visitor is in the room of the current step */
  setPresent(isPresent: boolean): void {
    if (isPresent === this.#isPresent) return;
    this.#isPresent = isPresent;
    this.#run();
  }

  #begin(index: number): void {
    this.#stopClock();
    this.#spentMs = 0;
    this.#change({ index, hasEnded: false, run: this.#state.run + 1 });
  }

  #showStep(): void {
    this.#isPresent = this.#show(this.#state.index);
    this.#run();
  }

  #run(): void {
    this.#stopClock();
    if (!this.#state.isPlaying) return;
    const wholeMs = (this.#steps[this.#state.index]?.seconds ?? 0) * 1000;
    const restMs = (this.#isPresent ? wholeMs : Math.min(wholeMs, PASSAGE_MS)) - this.#spentMs;
    if (restMs <= 0 && this.#isPresent) {
      this.#next();
      return;
    }
    if (restMs > 0) {
      this.#since = performance.now();
      this.#timer = setTimeout(() => this.#run(), restMs);
    }
    this.#change({ isRunning: restMs > 0 });
  }

  #next(): void {
    const next = this.#state.index + 1;
    if (next < this.#steps.length) this.go(next);
    else this.#change({ isPlaying: false, isRunning: false, hasEnded: true });
  }

  #stopClock(): void {
    clearTimeout(this.#timer);
    if (this.#since !== undefined) this.#spentMs += performance.now() - this.#since;
    this.#since = undefined;
  }

  #change(change: Partial<GuideState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}
