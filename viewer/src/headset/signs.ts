import { DEGREE, type Matrix, type Vector3 } from '../math/view.ts';
import type { Programs } from '../render/program.ts';
import { aimedAt, Dwell } from './aim.ts';
import type { Eye, EyesScene, OffsetEye } from './eyes-scene.ts';
import { Panel } from './panel.ts';
import { type Quad, Quads } from './quads.ts';
import { Spots } from './spots.ts';
import { scale } from './vectors.ts';

/** What captions take to draw their texts. */
export const TEXTS = [Panel, Quads] as const;

/** From a marker's middle to its label. */
const LABEL_GAP = 3.4 * DEGREE;
/** Its ring goes around a marker. */
const POINTER_RADIUS = 2.6 * DEGREE;

/** Everything that visitors see besides the picture, and what they point at. */
export class Signs {
  readonly #quads: Quads;
  readonly #spots: Spots;
  readonly #label: Panel;
  readonly #card: Panel;
  readonly #dwell = new Dwell();
  readonly #press: (id: string) => void;
  #scene: EyesScene;
  #hasSpots = false;
  #aimed: number[] = [];
  #head: Matrix = [];
  #rays: readonly Vector3[] | undefined;
  #progress = 0;

  constructor(programs: Programs, font: string, scene: EyesScene, press: (id: string) => void) {
    this.#quads = new Quads(programs);
    this.#spots = new Spots(programs);
    this.#label = new Panel(programs.gl, font);
    this.#card = new Panel(programs.gl, font);
    this.#press = press;
    this.#scene = scene;
  }

  /** Belongs to another scene from now on. */
  begin(scene: EyesScene): void {
    this.#scene = scene;
    this.#hasSpots = false;
    this.#aimed = [];
    this.#label.hide();
    this.#card.hide();
    this.#dwell.reset();
  }

  /** Shows a text where a hotspot is. */
  tell(id: string, text: string): void {
    const direction = this.#directionOf(this.#spots.hotspots.findIndex((hotspot) => hotspot.id === id));
    if (!direction) return;
    this.#label.hide();
    this.#card.show(text, direction);
  }

  /**
   * What is pointed at lights up; without rays, visitors press by looking. All directions are the world's. Returns whether
   * something has come into aim.
   */
  aim(head: Matrix, rays: readonly Vector3[] | undefined, eye: Eye, timeMs: number): boolean {
    if (!this.#hasSpots) {
      const { viewport, frustum } = eye;
      this.#hasSpots = true;
      void this.#spots.show(this.#scene, (viewport.height / (frustum.top - frustum.bottom)) * DEGREE);
    }
    const before = this.#aimed;
    this.#head = head;
    const gaze = this.#gaze;
    this.#rays = rays;
    this.#aimed = (rays ?? [gaze]).map((ray) => this.#aimedAt(ray));
    this.#spots.light(this.#aimed);
    const index = this.#aimed.find((aimed) => aimed >= 0) ?? -1;
    this.#showLabel(index);
    this.#look(rays ? -1 : index, gaze, timeMs);
    return this.#aimed.some((aimed) => aimed >= 0 && !before.includes(aimed));
  }

  /** A trigger was pulled, fingers were pinched: presses what is there, and closes the card. */
  select(direction: Vector3): void {
    const index = this.#aimedAt(direction);
    this.#card.hide();
    this.#pressAt(index);
  }

  /** @param alpha how much of the scene shows */
  draw(eye: OffsetEye, alpha: number): void {
    this.#spots.draw(eye, alpha);
    if (alpha < 1) return;
    this.#quads.drawPanel(eye, this.#label);
    this.#quads.drawPanel(eye, this.#card);
    for (const ray of this.#rays ?? [this.#gaze])
      this.#quads.drawPointer(eye, this.#pointer(ray), this.#progress);
  }

  free(): void {
    this.#spots.free();
    this.#label.free();
    this.#card.free();
  }

  get #gaze(): Vector3 {
    return [-(this.#head[6] ?? 0), -(this.#head[7] ?? 0), -(this.#head[8] ?? 0)];
  }

  /** The index of the hotspot in a direction; -1 for none, and on the card. */
  #aimedAt(direction: Vector3): number {
    if (this.#card.covers(direction)) return -1;
    const { hotspots, middles } = this.#spots;
    return aimedAt(hotspots, middles, this.#scene.inPicture(direction));
  }

  #directionOf(index: number): Vector3 | undefined {
    const middle = this.#spots.middles[index];
    return middle && this.#scene.inWorld(middle);
  }

  #showLabel(index: number): void {
    const direction = this.#directionOf(index);
    const text = this.#spots.hotspots[index]?.label;
    if (direction && text) this.#label.show(text, direction, LABEL_GAP);
    else this.#label.hide();
  }

  #look(index: number, gaze: Vector3, timeMs: number): void {
    if (!this.#rays && this.#card.isFarFrom(gaze)) this.#card.hide();
    this.#progress = this.#dwell.look(index, timeMs);
    if (this.#progress < 1) return;
    this.#progress = 0;
    this.#card.hide();
    this.#pressAt(index);
  }

  #pressAt(index: number): void {
    const hotspot = this.#spots.hotspots[index];
    if (hotspot) this.#press(hotspot.id);
  }

  #pointer(direction: Vector3): Quad {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = this.#head;
    return {
      middle: direction,
      right: scale([a, b, c], POINTER_RADIUS),
      up: scale([d, e, f], POINTER_RADIUS),
    };
  }
}
