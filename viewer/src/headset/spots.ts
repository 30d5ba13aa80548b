import { CELL } from '../hotspots/atlas.ts';
import { middleOf } from '../hotspots/directions.ts';
import { createMarks } from '../hotspots/marks.ts';
import { DEGREE, type Vector3 } from '../math/view.ts';
import type { Overlay } from '../render/content.ts';
import { setOverlay } from '../render/overlay.ts';
import type { Programs } from '../render/program.ts';
import type { Hotspot } from '../types.ts';
import type { Eye, EyesScene } from './eyes-scene.ts';
import { screenMatrix } from './rays.ts';

/** How wide a marker's square is seen. */
const CELL_ANGLE = 5.6;

/** The hotspots of the scene in view. */
export class Spots {
  readonly #programs: Programs;
  readonly #holder: { overlay?: Overlay } = {};
  #scene: EyesScene | undefined;
  /** Those that are drawn. */
  hotspots: readonly Hotspot[] = [];
  /** The directions of each in the picture. */
  middles: Vector3[] = [];

  constructor(programs: Programs) {
    this.#programs = programs;
  }

  /** @param density pixels to a degree */
  async show(scene: EyesScene, density: number): Promise<void> {
    const { hotspots } = scene;
    const middles = hotspots.map(middleOf);
    this.#scene = scene;
    this.hotspots = [];
    this.middles = [];
    this.free();
    if (hotspots.length === 0) return;
    const marks = await createMarks(hotspots, middles, (CELL_ANGLE * density) / CELL);
    if (scene !== this.#scene) {
      marks.atlas.close();
      return;
    }
    setOverlay(this.#programs, this.#holder, { type: 'extra', scene: 0, marks, lit: [-1, -1, -1] });
    this.hotspots = hotspots;
    this.middles = middles;
  }

  light(indexes: readonly number[]): void {
    const { overlay } = this.#holder;
    if (overlay) overlay.lit = [indexes[0] ?? -1, indexes[1] ?? -1, -1];
  }

  draw({ viewport, camera, frustum }: Eye, alpha: number): void {
    const { width, height } = viewport;
    const own = this.#scene?.cameraInPicture(camera) ?? camera;
    const matrix = screenMatrix(own, frustum, width / height);
    this.#holder.overlay?.draw({ camera: matrix, fov: 90 * DEGREE, width, height }, alpha);
  }

  free(): void {
    this.#holder.overlay?.free();
    delete this.#holder.overlay;
  }
}
