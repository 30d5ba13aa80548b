import { DEGREE } from '../math/view.ts';
import type { Camera } from './camera.ts';
import type { Motion } from './motion.ts';

/** Radians per second while a key or a look-around button is held. */
const SPEED = 60 * DEGREE;
/** Turned at once, so that the shortest press is seen. */
const FIRST_STEP = 3 * DEGREE;

/** Steady turning for keys and buttons: begins with a small step and lasts until it is set to nothing. */
export class Turning {
  readonly #camera: Camera;
  readonly #motion: Motion;
  #horizontal = 0;
  #vertical = 0;

  constructor(camera: Camera, motion: Motion) {
    this.#camera = camera;
    this.#motion = motion;
  }

  /** 1 is right and up, -1 left and down, 0 stands still. */
  set(horizontal: number, vertical: number): void {
    this.#horizontal = horizontal;
    this.#vertical = vertical;
    if (horizontal === 0 && vertical === 0) {
      this.#motion.stop();
      return;
    }
    this.#turn(FIRST_STEP);
    this.#motion.start((elapsedMs) => {
      this.#turn((SPEED * elapsedMs) / 1000);
      return true;
    });
  }

  #turn(angle: number): void {
    const scaled = angle * this.#camera.zoomRatio;
    this.#camera.turnBy(this.#horizontal * scaled, this.#vertical * scaled);
  }
}
