import type { Box } from '../math/placement.ts';
import {
  clamp,
  clampPitch,
  DEFAULT_FOV,
  DEGREE,
  directionInWorld,
  type Matrix,
  type Orientation,
  pointing,
  type Sight,
  scaleFov,
  sharpestFov,
  sightOf,
  wrapAngle,
} from '../math/view.ts';
import type { Adjustment, Coverage, Hotspot, Nadir, View, ViewLimits } from '../types.ts';

export interface CameraOptions {
  fov?: number | undefined;
  minFov?: number | undefined;
  maxFov?: number | undefined;
}

/** What a scene asks of its camera. */
export interface CameraScene {
  initialView?: Partial<View> | undefined;
  pose?: Matrix | undefined;
  coverage?: Coverage | undefined;
  limits?: ViewLimits | undefined;
  adjust?: Adjustment | undefined;
  nadir?: Nadir | undefined;
  /** Texels around the sphere; 0 while unknown. */
  sphereWidth?: number;
  hotspots?: readonly Hotspot[] | undefined;
  /** By which the stage knows it. */
  number?: number;
}

/** Few pictures need it, so it is no part of what every visitor loads. */
let confine: typeof import('../math/confine.ts').confine | undefined;

/** Resolves when a camera can keep to the scene's part of the sphere; at once (undefined) where there is nothing to wait for. */
export function confinement(scene: CameraScene): Promise<void> | undefined {
  if (confine || !seenOf(scene)) return undefined;
  return import('../math/confine.ts').then((module) => {
    confine = module.confine;
  });
}

/**
 * Where the view looks in the world, kept within its limits, and in the frame of the scene's picture. Every control moves it;
 * `onChange` is called for actual changes only.
 */
export class Camera {
  readonly #onChange: () => void;
  readonly #options: CameraOptions;
  readonly #defaultFov: number;
  #orientation: Orientation;
  #scene: CameraScene = {};
  #seen: Box | undefined;
  /** Of the screen, in device pixels. */
  #size = { width: 1, height: 1 };
  /** Of the picture, in texels around the sphere; 0 while unknown. */
  #sphereWidth = 0;

  constructor(options: CameraOptions, onChange: () => void) {
    this.#onChange = onChange;
    this.#options = options;
    this.#defaultFov = clamp(options.fov ?? DEFAULT_FOV, options.minFov ?? 0, this.#maxFov);
    this.#orientation = { yaw: 0, pitch: 0, roll: 0, fov: this.#defaultFov };
  }

  /** In the world's frame. */
  get orientation(): Orientation {
    return this.#orientation;
  }

  get scene(): CameraScene {
    return this.#scene;
  }

  /** In the picture's frame. */
  get view(): View {
    const { yaw, pitch, fov } = this.#orientation;
    const { pose } = this.#scene;
    return pose ? { ...pointing(sightOf(this.#orientation, pose).camera), fov } : { yaw, pitch, fov };
  }

  get sight(): Sight {
    return sightOf(this.#orientation, this.#scene.pose);
  }

  /** Scales drags by the field of view, so that the image follows the pointer while zoomed in. */
  get zoomRatio(): number {
    return Math.min(1, Math.tan(this.#orientation.fov / 2) / Math.tan(this.#defaultFov / 2));
  }

  /** In the world's frame. */
  set(view: Partial<Orientation>): void {
    const before = this.#orientation;
    const after = this.#limited({ ...before, ...view });
    const isSame = (['yaw', 'pitch', 'roll', 'fov'] as const).every(
      (angle) => after[angle] === before[angle],
    );
    if (isSame) return;
    this.#orientation = after;
    this.#onChange();
  }

  /** In the picture's frame; omitted angles stay as they are. */
  look(view: Partial<View>): void {
    this.set(this.toWorld({ ...this.view, ...view }));
  }

  /** From the frame of the scene's picture to the world's. */
  toWorld({ yaw, pitch, fov }: View): View {
    return { ...directionInWorld(yaw, pitch, this.#scene.pose), fov };
  }

  /** Takes a new scene's frame and limits, and its first view. */
  begin(scene: CameraScene): void {
    this.#scene = scene;
    this.#seen = seenOf(scene);
    this.#sphereWidth = scene.sphereWidth ?? 0;
    this.set(this.firstOrientation(scene));
  }

  /** How a scene is first looked at, apart from its limits. */
  firstOrientation({ initialView, pose }: CameraScene): Orientation {
    const { yaw, pitch, fov } = { yaw: 0, pitch: 0, fov: this.#defaultFov, ...initialView };
    return { ...directionInWorld(yaw, pitch, pose), roll: 0, fov };
  }

  resize(size: { width: number; height: number }): void {
    this.#size = size;
    this.set({});
  }

  setSphereWidth(texels: number): void {
    this.#sphereWidth = texels;
    this.set({});
  }

  turnBy(yaw: number, pitch: number): void {
    this.set({ yaw: this.#orientation.yaw + yaw, pitch: this.#orientation.pitch + pitch });
  }

  /** Above 1 zooms in. */
  zoomBy(factor: number): void {
    this.set({ fov: scaleFov(this.#orientation.fov, factor) });
  }

  get #maxFov(): number {
    return Math.min(this.#options.maxFov ?? 95 * DEGREE, this.#scene.limits?.maxFov ?? Math.PI);
  }

  /** Where nothing else is said, a texel may take two pixels; the usual view is in reach of any picture. */
  get #minFov(): number {
    const said = this.#scene.limits?.minFov ?? this.#options.minFov;
    if (said !== undefined) return said;
    if (this.#sphereWidth === 0) return 30 * DEGREE;
    return Math.min(this.#defaultFov, sharpestFov(this.#sphereWidth, this.#size.height));
  }

  #limited(view: Orientation): Orientation {
    const inRange = {
      ...view,
      pitch: clampPitch(view.pitch),
      fov: clamp(view.fov, this.#minFov, this.#maxFov),
    };
    const { width, height } = this.#size;
    const confined =
      this.#seen && confine
        ? confine(inRange, this.#seen, this.#scene.pose, width / Math.max(1, height))
        : inRange;
    return { ...confined, yaw: wrapAngle(confined.yaw) };
  }
}

/** What may come on screen, in shares of the sphere; undefined for all of it. */
function seenOf({ coverage, limits = {} }: CameraScene): Box | undefined {
  const { left = 0, top = 0, right = 1, bottom = 1 } = coverage ?? {};
  const { minYaw = -Infinity, maxYaw = Infinity, minPitch = -Infinity, maxPitch = Infinity } = limits;
  const from = Math.max(left, 0.5 + minYaw / 2 / Math.PI);
  const to = Math.min(right, 0.5 + maxYaw / 2 / Math.PI);
  const up = Math.max(top, 0.5 - maxPitch / Math.PI);
  const down = Math.min(bottom, 0.5 - minPitch / Math.PI);
  const seen: Box = [from, up, to - from, down - up];
  return seen.every((value, index) => value === [0, 0, 1, 1][index]) ? undefined : seen;
}
