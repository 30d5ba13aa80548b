import type { Camera, CameraScene } from './controls/camera.ts';
import { Motion } from './controls/motion.ts';
import { scaleFov, wrapAngle } from './math/view.ts';
import type { PastView } from './render/protocol.ts';
import type { GoOptions } from './types.ts';

/** Of the whole time: turning to the door. */
const APPROACH = 0.16;
/** Of the rest: the fade; the view settles a little longer. */
const FADE = 0.18;
const DURATION_MS = 760;
/** Of a fade between two lights. */
const STILL_MS = 900;
/** How much closer the view comes to the door, and by how much it then begins too wide: as factors of zoom. */
const CLOSER = 1 / 0.6;
const WIDER = 1 / 1.3;

/** What a passage does to the scenes. */
export interface PassageHooks {
  /** The camera has moved to the new scene: shows so much of it. */
  show(mix: number, past: PastView): void;
  /** The new scene is about to come on screen. */
  arrive(): void;
  /** The new scene is alone. */
  finish(): void;
}

const smooth = (progress: number): number => progress * progress * (3 - 2 * progress);
const plane = (fov: number): number => Math.tan(fov / 2);

/**
 * The way from one scene to the next: turns to the door and closer, waits for the new scene's first picture, and fades while
 * the view settles. All moves are added to those of the visitor, who can look around meanwhile.
 */
export class Passage {
  readonly #camera: Camera;
  readonly #scene: CameraScene;
  readonly #hooks: PassageHooks;
  readonly #motion = new Motion();
  readonly #durationMs: number;
  /** Whether the view stays as it is. */
  readonly #isStill: boolean;
  /** Where the view comes to rest before the door. */
  readonly #door: { yaw: number; pitch: number };
  #step: ((share: number) => void) | undefined;
  #stepsDone = 0;
  #isReady = false;
  #isAtDoor = false;
  #isMoving = false;
  #past: PastView | undefined;
  #hold: number | undefined;

  /** @param scene with the first view there; it may still change until the camera arrives */
  constructor(
    camera: Camera,
    scene: CameraScene,
    { towards, still = false, duration = still ? STILL_MS : DURATION_MS }: GoOptions,
    hooks: PassageHooks,
  ) {
    this.#camera = camera;
    this.#scene = scene;
    this.#hooks = hooks;
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.#durationMs = isCalm ? 0 : duration;
    this.#isStill = still;
    const { yaw, pitch, fov } = camera.orientation;
    const isAtOnce = this.#durationMs === 0;
    this.#door = towards && !isAtOnce ? camera.toWorld({ ...towards, fov }) : { yaw, pitch };
    const turn = wrapAngle(this.#door.yaw - yaw);
    const rise = this.#door.pitch - pitch;
    const approach = (share: number): void => {
      camera.turnBy(turn * share, rise * share);
      camera.zoomBy(CLOSER ** share);
    };
    const approachMs = still ? 0 : this.#durationMs * APPROACH;
    this.#run(approachMs, approachMs === 0 ? () => {} : approach, () => {
      this.#isAtDoor = true;
      if (this.#isReady) this.#arrive();
    });
  }

  /** Whether the camera is in the new scene. */
  get hasArrived(): boolean {
    return this.#past !== undefined;
  }

  /** While the camera changes from one scene to the other, until `show`. */
  get isMoving(): boolean {
    return this.#isMoving;
  }

  /** The new scene has something to show. */
  ready(): void {
    if (this.#isReady) return;
    this.#isReady = true;
    if (this.#isAtDoor) this.#arrive();
  }

  /** For tests and diagnosis: stops the fade at a share of the new scene, and ends it with 1. */
  hold(mix: number): void {
    this.#hold = mix;
    if (this.#past) this.#fade(this.#past);
  }

  /** Ends it at once, in the new scene. */
  finish(): void {
    this.#motion.stop();
    const past = this.#past ?? this.#arriveAtOnce();
    this.#step?.(1 - this.#stepsDone);
    this.#step = undefined;
    this.#hooks.show(1, past);
    this.#hooks.finish();
  }

  /** Ends it at once, in the scene before. */
  stop(): void {
    this.#motion.stop();
    if (this.#durationMs > 0 && !this.#isStill) this.#camera.zoomBy(CLOSER ** -this.#stepsDone);
  }

  #arrive(): void {
    const past = this.#arriveAtOnce();
    if (this.#durationMs === 0 && this.#hold === undefined) this.finish();
    else this.#fade(past);
  }

  /** Moves the camera to the new scene; what the visitor has turned away from the door is turned there too. */
  #arriveAtOnce(): PastView {
    const camera = this.#camera;
    const before = camera.orientation;
    this.#isMoving = true;
    camera.begin(this.#scene);
    const rest = camera.orientation;
    const { pitch } = before;
    const yaw = this.#isStill ? before.yaw : rest.yaw + before.yaw - this.#door.yaw;
    camera.set({ yaw, pitch, fov: this.#isStill ? before.fov : scaleFov(rest.fov, WIDER) });
    const first = camera.orientation;
    const past = {
      yaw: before.yaw - first.yaw,
      pitch: before.pitch - first.pitch,
      zoom: plane(first.fov) / plane(before.fov),
    };
    const [rise, zoom] = [rest.pitch - first.pitch, plane(first.fov) / plane(rest.fov)];
    this.#stepsDone = 0;
    this.#step = (share) => {
      if (this.#isStill) return;
      camera.turnBy(0, rise * share);
      camera.zoomBy(zoom ** share);
    };
    this.#past = past;
    this.#hooks.arrive();
    this.#hooks.show(0, past);
    this.#isMoving = false;
    return past;
  }

  #fade(past: PastView): void {
    this.#motion.stop();
    if (this.#hold === undefined) {
      const settle = this.#step ?? (() => {});
      const durationMs = this.#durationMs * (this.#isStill ? 1 : 1 - APPROACH);
      this.#run(
        durationMs,
        settle,
        () => this.finish(),
        // Quick at first: half of each picture is the least clear of all, unless both show the same.
        (progress) =>
          this.#hooks.show(
            this.#isStill ? smooth(progress) : 1 - Math.max(0, 1 - progress / FADE) ** 2,
            past,
          ),
      );
    } else if (this.#hold >= 1) {
      this.finish();
    } else {
      this.#hooks.show(this.#hold, past);
    }
  }

  /** Takes steps whose shares add up to 1, slow at both ends. */
  #run(
    durationMs: number,
    step: (share: number) => void,
    end: () => void,
    each: (progress: number) => void = () => {},
  ): void {
    this.#step = step;
    this.#stepsDone = 0;
    const advance = (progress: number): boolean => {
      const done = smooth(progress);
      step(done - this.#stepsDone);
      this.#stepsDone = done;
      if (progress < 1) each(progress);
      else end();
      return progress < 1;
    };
    if (durationMs === 0) advance(1);
    else this.#motion.start((_, sinceStartMs) => advance(Math.min(1, sinceStartMs / durationMs)));
  }
}
