import type { Vector3 } from '../math/view.ts';
import type { Viewer, ViewerParts } from '../viewer.ts';
import { attachDrag } from './drag.ts';
import { type Degrees, degreesOf, directionAt, nudged, placeOf, vectorOf } from './geometry.ts';
import { handlesOf, linesOf, partOf } from './handles.ts';
import { attachKeys } from './keys.ts';
import { HandleLayer } from './layer.ts';
import { type EditedScene, moved, outlineOf, type Part, type SpotPlace } from './scene.ts';

export interface EditingOptions {
  /** The picture was pressed where no handle is. */
  onPick(direction: Degrees): void;
  onSelect(id: string): void;
  /** A hotspot was moved: once after a drag, and at each key. */
  onMove(id: string, place: SpotPlace, by: 'pointer' | 'keys'): void;
  /** Delete was pressed on a hotspot's handle. */
  onRemove(id: string): void;
  onEdge?: ((edge: number, end: number, direction: Degrees) => void) | undefined;
  /** Escape was pressed on a handle; the view has the focus then. */
  onLeave?: (() => void) | undefined;
  /** Accessible name of the handles; default "In this picture". */
  label?: string | undefined;
}

/** Puts handles over the scene that a viewer shows. */
export const editScene = (viewer: Viewer, options: EditingOptions): Editing => new Editing(viewer, options);

/** The handles of a scene. All directions are in degrees in the picture's own frame, whatever its pose. */
export class Editing {
  readonly #viewer: Viewer;
  readonly #parts: ViewerParts;
  readonly #options: EditingOptions;
  readonly #layer: HandleLayer;
  readonly #abort = new AbortController();
  #size = { width: 0, height: 0 };
  #scene: EditedScene = { spots: [] };
  /** While something is dragged. */
  #before: EditedScene | undefined;
  #request = 0;

  constructor(viewer: Viewer, options: EditingOptions) {
    this.#viewer = viewer;
    this.#parts = viewer.parts;
    this.#options = options;
    this.#layer = new HandleLayer(options.label ?? 'In this picture');
    const { root, signal: viewerSignal } = this.#parts;
    const { signal } = this.#abort;
    root.after(this.#layer.element);
    const resizes = new ResizeObserver(() => {
      this.#size = root.getBoundingClientRect();
      this.#place();
    });
    resizes.observe(root);
    const off = [
      viewer.on('viewchange', () => {
        this.#request ||= requestAnimationFrame(() => this.#place());
      }),
      // A scene that is loaded in place of another may lie differently.
      viewer.on('ready', () => this.#place()),
      viewer.on('tap', ({ x, y }) => options.onPick(degreesOf(this.#directionAt(x, y)))),
    ];
    signal.addEventListener('abort', () => {
      for (const remove of off) remove();
      resizes.disconnect();
      cancelAnimationFrame(this.#request);
      this.#layer.element.remove();
      root.removeAttribute('data-o360-placing');
    });
    viewerSignal.addEventListener('abort', () => this.destroy(), { signal });
    attachDrag(root, this.#layer, {
      move: (key, x, y) => this.#drag(key, this.#directionAt(x, y)),
      drop: (key) => this.#drop(key),
      cancel: () => this.#show(this.#before ?? this.#scene),
      press: (key) => this.#press(key),
      signal,
    });
    attachKeys(this.#layer, {
      nudge: (key, right, up) => this.#nudge(key, right, up),
      remove: (key) => this.#remove(key),
      leave: () => {
        root.focus({ preventScroll: true });
        options.onLeave?.();
      },
      signal,
    });
  }

  /** What is being dragged stays in hand. */
  show(scene: EditedScene): void {
    if (this.#before) this.#before = scene;
    else this.#show(scene);
  }

  /** Moves the focus to a hotspot's handle, where arrow keys move it. */
  focus(id: string): void {
    this.#layer.elementOf(`spot:${id}`)?.focus({ preventScroll: true });
  }

  /** The direction at a point of the window, such as where something was dropped. */
  directionAt(clientX: number, clientY: number): Degrees {
    const { x, y } = this.#parts.root.getBoundingClientRect();
    return degreesOf(this.#directionAt(clientX - x, clientY - y));
  }

  /** Whether a direction is on screen, and not at its very edge. */
  isInView(direction: Degrees): boolean {
    return this.#isInView(vectorOf(direction), 0.06);
  }

  destroy(): void {
    this.#abort.abort();
  }

  #show(scene: EditedScene): void {
    this.#before = undefined;
    this.#render(scene);
  }

  #render(scene: EditedScene): void {
    this.#scene = scene;
    this.#parts.root.toggleAttribute('data-o360-placing', scene.isPlacing === true);
    this.#layer.show(handlesOf(scene), linesOf(scene));
    this.#place();
  }

  #place(): void {
    cancelAnimationFrame(this.#request);
    this.#request = 0;
    this.#layer.place(this.#parts.camera.sight, this.#size);
  }

  #directionAt(x: number, y: number): Vector3 {
    return directionAt(x, y, this.#parts.camera.sight, this.#size);
  }

  #isInView(vector: Vector3, margin: number): boolean {
    const { width, height } = this.#size;
    const place = placeOf(vector, this.#parts.camera.sight, this.#size);
    const isWithin = (value: number, size: number) => value >= size * margin && value <= size * (1 - margin);
    return place !== undefined && isWithin(place.x, width) && isWithin(place.y, height);
  }

  #press(key: string): void {
    const part = partOf(key);
    if (part.of === 'edge') return;
    this.#options.onSelect(part.id);
    if (part.of !== 'between') return;
    const vector = this.#layer.vectorOf(key);
    if (vector) this.#send(part, vector, 'keys');
  }

  #drag(key: string, vector: Vector3): void {
    const part = partOf(key);
    const before = this.#before ?? this.#scene;
    this.#render(moved(before, part, vector));
    this.#before = before;
  }

  #drop(key: string): void {
    const after = this.#scene;
    const part = partOf(key);
    this.#before = undefined;
    this.#report(after, part, 'pointer');
    if (part.of !== 'edge') this.#options.onSelect(part.id);
  }

  #nudge(key: string, right: number, up: number): void {
    const vector = this.#layer.vectorOf(key);
    const part = partOf(key);
    if (!vector || part.of === 'between') return;
    const { sight } = this.#parts.camera;
    const to = nudged(vector, sight, right, up);
    this.#send(part, to, 'keys');
    if (!this.#isInView(to, 0.03)) this.#viewer.look(radiansOf(to));
  }

  #remove(key: string): void {
    const part = partOf(key);
    if (part.of === 'spot') this.#options.onRemove(part.id);
    if (part.of !== 'corner') return;
    const outline = outlineOf(this.#scene, part.id);
    if (outline.length <= 3) return;
    const left = outline.filter((_, index) => index !== part.index);
    this.#options.onMove(part.id, { outline: left }, 'keys');
    this.#layer.elementOf(`corner:${part.id}:${Math.max(0, part.index - 1)}`)?.focus();
  }

  #send(part: Part, vector: Vector3, by: 'pointer' | 'keys'): void {
    const after = moved(this.#scene, part, vector);
    this.#render(after);
    this.#report(after, part, by);
  }

  #report({ spots, edges }: EditedScene, part: Part, by: 'pointer' | 'keys'): void {
    if (part.of === 'edge') {
      const direction = edges?.[part.edge]?.[part.end];
      if (direction) this.#options.onEdge?.(part.edge, part.end, direction);
      return;
    }
    const spot = spots.find(({ id }) => id === part.id);
    if (spot) this.#options.onMove(spot.id, spot.place, by);
  }
}

const radiansOf = ([x, y, z]: Vector3) => ({
  yaw: Math.atan2(x, -z),
  pitch: Math.atan2(y, Math.hypot(x, z)),
});
