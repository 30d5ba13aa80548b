import {
  clamp,
  clampPitch,
  DEFAULT_FOV,
  DEGREE,
  type Orientation,
  scaleFov,
  wrapAngle,
} from '../math/view.ts';
import type { View } from '../types.ts';

export interface CameraLimits {
  fov?: number | undefined;
  minFov?: number | undefined;
  maxFov?: number | undefined;
}

/** Where the view looks, kept within its limits. Every control moves it; `onChange` is called for actual changes only. */
export class Camera {
  readonly #onChange: () => void;
  readonly #minFov: number;
  readonly #maxFov: number;
  readonly #defaultFov: number;
  #orientation: Orientation;

  constructor(limits: CameraLimits, onChange: () => void) {
    this.#onChange = onChange;
    this.#minFov = limits.minFov ?? 30 * DEGREE;
    this.#maxFov = limits.maxFov ?? 95 * DEGREE;
    this.#defaultFov = clamp(limits.fov ?? DEFAULT_FOV, this.#minFov, this.#maxFov);
    this.#orientation = { yaw: 0, pitch: 0, roll: 0, fov: this.#defaultFov };
  }

  get orientation(): Orientation {
    return this.#orientation;
  }

  /** Scales drags by the field of view, so that the image follows the pointer while zoomed in. */
  get zoomRatio(): number {
    return Math.min(1, Math.tan(this.#orientation.fov / 2) / Math.tan(this.#defaultFov / 2));
  }

  set(view: Partial<Orientation>): void {
    const before = this.#orientation;
    const after = {
      yaw: wrapAngle(view.yaw ?? before.yaw),
      pitch: clampPitch(view.pitch ?? before.pitch),
      roll: view.roll ?? before.roll,
      fov: clamp(view.fov ?? before.fov, this.#minFov, this.#maxFov),
    };
    const isSame =
      after.yaw === before.yaw &&
      after.pitch === before.pitch &&
      after.roll === before.roll &&
      after.fov === before.fov;
    if (isSame) return;
    this.#orientation = after;
    this.#onChange();
  }

  /** Back to the scene's own view. */
  reset(view: Partial<View> = {}): void {
    this.set({ yaw: 0, pitch: 0, roll: 0, fov: this.#defaultFov, ...view });
  }

  turnBy(yaw: number, pitch: number): void {
    this.set({ yaw: this.#orientation.yaw + yaw, pitch: this.#orientation.pitch + pitch });
  }

  /** Above 1 zooms in. */
  zoomBy(factor: number): void {
    this.set({ fov: scaleFov(this.#orientation.fov, factor) });
  }
}
