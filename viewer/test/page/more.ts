import type { DataBudget } from '../../src/budget/index.ts';
import type { EditedScene } from '../../src/editing/index.ts';
import type { HotspotOptions } from '../../src/hotspots/index.ts';
import { type Scene, Viewer } from '../../src/index.ts';
import type { Retouch, SceneRetouch } from '../../src/retouch/index.ts';
import type { SnapshotOptions } from '../../src/snapshot/index.ts';
import type { SceneSound, Soundscape } from '../../src/sound/index.ts';

export { louderRight } from './ears.ts';

/** Shows hotspots, whose presses are noted as events. */
export async function showHotspots(options: HotspotOptions): Promise<void> {
  const { showHotspots: show } = await import('../../src/hotspots/index.ts');
  const { viewer, events } = window.harness;
  window.harness.hotspots = show(viewer, {
    ...options,
    onHotspot: (payload) => events.push({ type: 'hotspot', payload }),
  });
}

let retouch: SceneRetouch | undefined;
let wanted: Retouch | undefined;

/** Draws each scene's `adjust` and `nadir`; returns once that script is there. */
export async function showRetouch(): Promise<void> {
  const { showRetouch: show } = await import('../../src/retouch/index.ts');
  const { viewer } = window.harness;
  retouch = show(viewer, () => wanted ?? viewer.parts.camera.scene);
}

/** Draws this in place of what scenes have. */
export function setRetouch(given: Retouch | undefined): void {
  wanted = given;
  retouch?.update();
}

/** @returns a data: URL */
export async function snapshot(options: SnapshotOptions): Promise<string | undefined> {
  const { takeSnapshot } = await import('../../src/snapshot/index.ts');
  const image = await takeSnapshot(window.harness.viewer, options);
  if (!image) return undefined;
  const { promise, resolve } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.onload = () => resolve(String(reader.result));
  reader.readAsDataURL(image);
  return promise;
}

/** Notes what the viewer loads as events. */
export function limitData(bytes: number): Promise<DataBudget> {
  return import('../../src/budget/index.ts').then(({ limitData: limit }) =>
    limit(window.harness.viewer, bytes, (payload) => window.harness.events.push({ type: 'use', payload })),
  );
}

/** Adds a second viewer beside the first, and locks their cameras once it shows a scene. */
export async function compare(scene: Scene, renderer: 'main' | 'worker'): Promise<Viewer> {
  const { lockViews } = await import('../../src/compare/index.ts');
  const { viewer } = window.harness;
  const place = document.createElement('div');
  document.getElementById('viewer')?.style.setProperty('width', '50%');
  Object.assign(place.style, { position: 'fixed', inset: '0 0 0 50%' });
  document.body.append(place);
  const second = new Viewer(place, { renderer });
  const { promise, resolve } = Promise.withResolvers<void>();
  second.on('sharp', resolve);
  second.load(scene);
  await promise;
  const lock = lockViews(viewer, second);
  Object.assign(window, { second, lock });
  return second;
}

/** Puts handles over the scene in view; what is done with them is noted as events. */
export async function edit(scene: EditedScene): Promise<void> {
  const { editScene } = await import('../../src/editing/index.ts');
  const { viewer, events } = window.harness;
  const note = (type: string, payload: unknown) => events.push({ type, payload });
  let edited = scene;
  const editing = editScene(viewer, {
    onPick: (direction) => note('pick', direction),
    onSelect: (selected) => {
      edited = { ...edited, selected };
      editing.show(edited);
      note('select', selected);
    },
    onMove: (id, place, by) => {
      const spots = edited.spots.map((spot) => (spot.id === id ? { ...spot, place } : spot));
      edited = { ...edited, spots };
      editing.show(edited);
      note('move', { id, place, by });
    },
    onRemove: (id) => note('remove', id),
    onEdge: (edge, end, direction) => note('edge', { edge, end, direction }),
  });
  editing.show(edited);
}

let soundscape: Soundscape | undefined;
const elements: HTMLAudioElement[] = [];

/** Plays the sounds of the scene in view. */
export async function hear(sounds: SceneSound[]): Promise<void> {
  const { Soundscape } = await import('../../src/sound/index.ts');
  const { Audio } = window;
  window.Audio = class extends Audio {
    constructor() {
      super();
      elements.push(this);
    }
  };
  soundscape ??= new Soundscape(window.harness.viewer);
  soundscape.set(sounds);
  window.Audio = Audio;
}

/** Turns what is heard to a head in a headset; returns where the listener looks. */
export async function hearAs(head: readonly number[]): Promise<number[]> {
  const { AudioContext } = window;
  let listener: AudioListener | undefined;
  window.AudioContext = class extends AudioContext {
    constructor() {
      super();
      listener = this.listener;
    }
  };
  const { Soundscape } = await import('../../src/sound/index.ts');
  const other = new Soundscape(window.harness.viewer);
  window.AudioContext = AudioContext;
  other.turnTo(head);
  const { forwardX, forwardY, forwardZ } = listener as unknown as AudioListener;
  other.destroy();
  return [forwardX, forwardY, forwardZ].map(({ value }) => value);
}

/** The paths of what plays. */
export const heard = (): string[] =>
  elements
    .filter(({ paused }) => !paused)
    .map(({ src }) => new URL(src).pathname)
    .sort();
