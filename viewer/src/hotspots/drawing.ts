import type { Vector3 } from '../math/view.ts';
import type { Hotspot } from '../types.ts';
import type { ViewerParts } from '../viewer.ts';
import { createMarks } from './marks.ts';

/** Indexes of the hotspots that are pointed at, that have the focus and that are pressed; -1 for none. */
export type Lit = readonly number[];

/** Has the stage draw the hotspots of the scene in view. */
export class Drawing {
  readonly #parts: ViewerParts;
  #scene: number | undefined;
  #hotspots: readonly Hotspot[] = [];
  #middles: readonly Vector3[] = [];
  #lit: Lit = [];
  #pixelRatio = 0;

  constructor(parts: ViewerParts) {
    this.#parts = parts;
  }

  show(scene: number | undefined, hotspots: readonly Hotspot[], middles: readonly Vector3[], lit: Lit): void {
    const isBare = hotspots.length === 0 && (scene !== this.#scene || this.#hotspots.length === 0);
    this.#scene = scene;
    this.#hotspots = hotspots;
    this.#middles = middles;
    this.#lit = lit;
    if (!isBare) void this.#send();
  }

  light(lit: Lit): void {
    this.#lit = lit;
    if (this.#scene !== undefined) this.#parts.send({ type: 'extra', scene: this.#scene, lit: this.#lit });
  }

  /** The stage may have lost what it had. */
  restore(): void {
    if (this.#hotspots.length > 0) void this.#send();
  }

  /** The window may be on a screen with other pixels. */
  resize(): void {
    if (this.#ratio !== this.#pixelRatio) this.restore();
  }

  get #ratio(): number {
    return Math.min(devicePixelRatio, this.#parts.options.maxPixelRatio ?? 2);
  }

  async #send(): Promise<void> {
    const scene = this.#scene;
    const hotspots = this.#hotspots;
    const pixelRatio = this.#ratio;
    this.#pixelRatio = pixelRatio;
    const marks = await createMarks(hotspots, this.#middles, pixelRatio);
    if (scene === undefined || hotspots !== this.#hotspots || this.#parts.signal.aborted) {
      marks.atlas.close();
      return;
    }
    this.#parts.send({ type: 'extra', scene, marks, lit: this.#lit }, [marks.atlas]);
  }
}
