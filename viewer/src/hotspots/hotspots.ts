import type { CameraScene } from '../controls/camera.ts';
import { type Vector3, wrapAngle } from '../math/view.ts';
import type { Hotspot, View } from '../types.ts';
import type { Viewer, ViewerParts } from '../viewer.ts';
import { directionAt, directionOf, middleOf, type Place, project } from './directions.ts';
import { Drawing, type Lit } from './drawing.ts';
import { attachKeys } from './keys.ts';
import { HotspotList } from './list.ts';
import { areaAt } from './marks.ts';
import { attachPress, FOCUSED, HOVERED } from './press.ts';

export interface HotspotOptions {
  /**
   * A hotspot was pressed: with a pointer, a key or a screen reader. Where it has a URL the browser follows that, unless
   * `event.preventDefault()` is called.
   */
  onHotspot?: ((id: string, event: MouseEvent) => void) | undefined;
  /** The accessible name of a hotspot for a visitor who looks along `view`; default its label. Called when the view rests. */
  name?: ((hotspot: Hotspot, view: View) => string) | undefined;
  /** Accessible name of the list; default "In this scene". */
  label?: string | undefined;
  /** Whether N and P go to the next and the previous hotspot; default true. */
  letterKeys?: boolean | undefined;
}

/** Hit areas are twice as wide, in CSS pixels. */
const REACH = 22;
const TURN_MS = 300;
/** Nearer to the middle than this, in radians, the view need not turn to what is focused. */
const NEAR = 0.3;
const REST_MS = 500;
const UNLIT: Lit = [-1, -1, -1];

/** Shows the hotspots of each scene that the viewer shows, until it is destroyed. */
export const showHotspots = (viewer: Viewer, options: HotspotOptions = {}): Hotspots =>
  new Hotspots(viewer, options);

export class Hotspots {
  readonly #viewer: Viewer;
  readonly #parts: ViewerParts;
  readonly #options: HotspotOptions;
  readonly #abort = new AbortController();
  readonly #list: HotspotList;
  readonly #drawing: Drawing;
  readonly #resizes: ResizeObserver;
  #scene: CameraScene | undefined;
  #hotspots: readonly Hotspot[] = [];
  #middles: Vector3[] = [];
  #places: Place[] = [];
  #size = { width: 0, height: 0 };
  #request = 0;
  #restTimer: ReturnType<typeof setTimeout> | undefined;
  #lit: Lit = UNLIT;

  constructor(viewer: Viewer, options: HotspotOptions) {
    this.#viewer = viewer;
    this.#options = options;
    this.#parts = viewer.parts;
    const { root, signal: viewerSignal } = this.#parts;
    const { signal } = this.#abort;
    this.#list = new HotspotList(options.label ?? 'In this scene', signal);
    this.#drawing = new Drawing(this.#parts);
    const container = root.parentElement ?? root;
    if (getComputedStyle(container).position === 'static') container.style.position = 'relative';
    root.after(this.#list.element);
    this.#resizes = new ResizeObserver(([entry]) => {
      if (entry) this.#size = entry.contentRect;
      this.#drawing.resize();
      this.#schedule();
    });
    this.#resizes.observe(root);
    const off = [
      viewer.on('viewchange', () => this.#onViewChange()),
      viewer.on('ready', () => this.#begin()),
      viewer.on('contextrestored', () => this.#drawing.restore()),
    ];
    signal.addEventListener('abort', () => {
      for (const remove of off) remove();
    });
    viewerSignal.addEventListener('abort', () => this.destroy(), { signal });
    attachPress(this.#parts, this.#list, {
      hit: (x, y) => this.#hit(x, y),
      light: (place, index) => this.#light(this.#lit.with(place, index)),
      press: (index, event) => {
        const hotspot = this.#hotspots[index];
        if (hotspot) options.onHotspot?.(hotspot.id, event);
      },
      turnTo: (index) => this.#turnTo(index),
      signal,
    });
    attachKeys(this.#parts, this.#list, {
      hasLetters: () => options.letterKeys ?? true,
      go: (step) => this.#go(step),
      dismiss: () => {
        const isLit = Math.max(this.#lit[HOVERED] ?? -1, this.#lit[FOCUSED] ?? -1) >= 0;
        this.#light(UNLIT);
        return isLit;
      },
      signal,
    });
    this.#begin();
  }

  /** Replaces the hotspots of the scene in view, until another scene is shown. */
  set(hotspots: readonly Hotspot[]): void {
    const focused = this.#hotspots[this.#list.focused]?.id;
    const hadFocus = this.#list.focused >= 0;
    this.#hotspots = hotspots;
    this.#middles = hotspots.map(middleOf);
    this.#lit = UNLIT;
    this.#list.show(hotspots);
    this.#place();
    this.#rest();
    this.#drawing.show(this.#scene?.number, hotspots, this.#middles, UNLIT);
    if (!hadFocus) return;
    const same = hotspots.findIndex(({ id }) => id === focused);
    (this.#list.spots[same] ?? this.#parts.root).focus({ preventScroll: true });
  }

  /** Moves the focus to a hotspot, and turns the view to it. */
  focus(id: string): void {
    this.#list.spots[this.#hotspots.findIndex((hotspot) => hotspot.id === id)]?.focus({
      preventScroll: true,
    });
  }

  destroy(): void {
    this.#abort.abort();
    this.#resizes.disconnect();
    cancelAnimationFrame(this.#request);
    clearTimeout(this.#restTimer);
    this.#list.element.remove();
  }

  /** The camera is in a scene whose first image is on screen. */
  #begin(): void {
    const { scene } = this.#parts.camera;
    const isSame = scene === this.#scene;
    this.#scene = scene;
    if (isSame) this.#drawing.restore();
    else this.set(scene.hotspots ?? []);
  }

  #onViewChange(): void {
    if (this.#parts.camera.scene !== this.#scene) {
      // A scene that was loaded in place of another: nothing of that is where it was.
      this.#scene = undefined;
      if (this.#hotspots.length > 0) this.set([]);
    }
    this.#schedule();
  }

  #schedule(): void {
    this.#request ||= requestAnimationFrame(() => this.#place());
    clearTimeout(this.#restTimer);
    this.#restTimer = setTimeout(() => this.#rest(), REST_MS);
  }

  #place(): void {
    cancelAnimationFrame(this.#request);
    this.#request = 0;
    const { sight } = this.#parts.camera;
    this.#places = this.#middles.map((middle) => project(middle, sight, this.#size, REACH));
    this.#places.forEach((place, index) => {
      this.#list.move(index, place, this.#size);
    });
  }

  #rest(): void {
    this.#nameAll();
    this.#places.forEach((place, index) => {
      if (!place.isInView) this.#list.moveAway(index, place);
    });
  }

  #nameAll(): void {
    const { view } = this.#viewer;
    const { focused } = this.#list;
    this.#hotspots.forEach((hotspot, index) => {
      // A name that changes while it has the focus is read out again.
      if (index !== focused) this.#list.name(index, this.#options.name?.(hotspot, view) ?? hotspot.label);
    });
  }

  /** The index of the hotspot at a point of the viewer: the nearest marker, otherwise the area; -1 for none. */
  #hit(x: number, y: number): number {
    let [nearest, least] = [-1, Number.POSITIVE_INFINITY];
    this.#places.forEach((place, index) => {
      const [dx, dy] = [Math.abs(place.x - x), Math.abs(place.y - y)];
      if (!place.isInView || Math.max(dx, dy) > REACH || Math.hypot(dx, dy) >= least) return;
      [nearest, least] = [index, Math.hypot(dx, dy)];
    });
    if (nearest >= 0) return nearest;
    const direction = directionAt(x, y, this.#parts.camera.sight, this.#size);
    return areaAt(this.#hotspots, this.#middles, direction);
  }

  #light(lit: Lit): void {
    if (lit.join() === this.#lit.join()) return;
    this.#lit = lit;
    this.#list.light(lit.slice(0, 2));
    this.#drawing.light(lit);
  }

  #go(step: number): void {
    const { spots, focused } = this.#list;
    const start = focused < 0 && step < 0 ? 0 : focused;
    spots[(start + step + spots.length) % spots.length]?.focus({ preventScroll: true });
  }

  #turnTo(index: number): void {
    const { camera, motion } = this.#parts;
    const middle = this.#middles[index];
    if (!middle) return;
    const { yaw, pitch, fov } = camera.orientation;
    const aim = camera.toWorld({ ...directionOf(middle), fov });
    const [turn, rise] = [wrapAngle(aim.yaw - yaw), aim.pitch - pitch];
    if (Math.hypot(turn * Math.cos(pitch), rise) < NEAR) return;
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    let done = 0;
    motion.start((_, sinceStartMs) => {
      const progress = isCalm ? 1 : Math.min(1, sinceStartMs / TURN_MS);
      const share = progress * progress * (3 - 2 * progress);
      camera.turnBy(turn * (share - done), rise * (share - done));
      done = share;
      return progress < 1;
    });
  }
}
