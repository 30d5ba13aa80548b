/** Moves the view by one frame's worth; false ends the motion. Milliseconds. */
export type MotionStep = (elapsedMs: number, sinceStartMs: number) => boolean;

/** Runs at most one motion, and no animation frames when there is none. */
export class Motion {
  #request = 0;

  start(step: MotionStep): void {
    this.stop();
    const startMs = performance.now();
    let lastMs = startMs;
    const frame = (): void => {
      const nowMs = performance.now();
      const request = this.#request;
      const goesOn = step(nowMs - lastMs, nowMs - startMs);
      lastMs = nowMs;
      // The step itself may have stopped this motion or started another.
      if (this.#request === request) this.#request = goesOn ? requestAnimationFrame(frame) : 0;
    };
    this.#request = requestAnimationFrame(frame);
  }

  stop(): void {
    cancelAnimationFrame(this.#request);
    this.#request = 0;
  }
}
