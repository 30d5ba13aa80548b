import type { Direction, Hotspot, Tour, TourDraft, TourScene } from '@oriel/contract';
import {
  HOTSPOT_KINDS,
  inReadingOrder,
  relativeDirection,
} from '@oriel/contract/shared/tour/direction-words';
import { hotspotDirection } from '@oriel/contract/shared/tour/pose';
import { wayBackDirection } from '@oriel/contract/shared/tour/way-back';
import { moved } from '../moved.ts';
import { freshId, updateScene } from '../tours/draft/document.ts';

export type SpotKind = Hotspot['kind'];

/** The kinds in the order of the tools: what each is called, and its drawing of 24 by 24. */
export const SPOT_KINDS: Record<SpotKind, { name: string; drawing: string }> = {
  door: { name: 'Door', drawing: 'M7 20.500V9.500a5 5 0 0 1 10 0v11M4.500 20.500h15M14 14.500v.1' },
  info: {
    name: 'Information',
    drawing: 'M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17zM12 11.500v5M12 7.800v.1',
  },
  picture: {
    name: 'Picture',
    drawing: 'M4.500 5.500h15v13h-15zM4.500 15.500l4.500-4.500 4 4 2-2 4.500 4.500M15 9v.1',
  },
  film: { name: 'Film', drawing: 'M4 6.500h11v11H4zM15 10.500l5-3v9l-5-3' },
  sound: {
    name: 'Sound',
    drawing: 'M5 9.500v5h3.500l4.500 4v-13l-4.500 4zM16 9.500a3.500 3.500 0 0 1 0 5M18.500 7a7 7 0 0 1 0 10',
  },
  link: {
    name: 'Link',
    drawing:
      'M10.500 13.500a3.500 3.500 0 0 0 5 0l3-3a3.500 3.500 0 0 0-5-5l-1 1M13.500 10.500a3.500 3.500 0 0 0-5 0l-3 3a3.500 3.500 0 0 0 5 5l1-1',
  },
  book: {
    name: 'Booking',
    drawing: 'M4.500 6h15v14h-15zM4.500 10.500h15M8.500 3.500V8M15.500 3.500V8M9 15.500l2 2 4-4',
  },
};

export const KINDS = Object.keys(SPOT_KINDS) as SpotKind[];

/** What a list calls a hotspot: its label, or what it is. */
export const titleOfSpot = ({ kind, label }: Pick<Hotspot, 'kind' | 'label'>): string =>
  label || `${SPOT_KINDS[kind].name} without a label`;

/** The accessible name of a hotspot's handle: "Bathroom, way to another room". */
export const handleName = (spot: Hotspot): string => `${titleOfSpot(spot)}, ${HOTSPOT_KINDS[spot.kind]}`;

/** Where a hotspot is for a visitor who looks along the scene's first view. */
export const whereIs = (spot: Hotspot, view: Direction): string =>
  relativeDirection(view, hotspotDirection(spot));

const idsIn = ({ scenes }: Tour) => scenes.flatMap(({ hotspots }) => hotspots.map(({ id }) => id));

/** An id for a new hotspot. */
export const freshSpotId = (tour: Tour, kind: SpotKind): string => freshId(kind, idsIn(tour), kind);

/** A hotspot without a name yet. */
export const newSpot = (id: string, kind: SpotKind, at: Direction): Hotspot => ({ id, kind, at, label: '' });

export const addSpot = (draft: TourDraft, sceneId: string, spot: Hotspot): TourDraft =>
  updateScene(draft, sceneId, (scene) => ({ ...scene, hotspots: [...scene.hotspots, spot] }));

export const updateSpot = (
  draft: TourDraft,
  sceneId: string,
  id: string,
  recipe: (spot: Hotspot) => Hotspot,
): TourDraft =>
  updateScene(draft, sceneId, (scene) => ({
    ...scene,
    hotspots: scene.hotspots.map((spot) => (spot.id === id ? recipe(spot) : spot)),
  }));

export const removeSpot = (draft: TourDraft, sceneId: string, id: string): TourDraft =>
  updateScene(draft, sceneId, (scene) => ({
    ...scene,
    hotspots: scene.hotspots.filter((spot) => spot.id !== id),
  }));

/** Moves a hotspot in the reading order, which every hotspot of the scene has its place in from then on. */
export const reorderSpot = (draft: TourDraft, sceneId: string, id: string, step: -1 | 1): TourDraft =>
  updateScene(draft, sceneId, (scene) => {
    const order = inReadingOrder(scene.hotspots, scene.view).map((spot) => spot.id);
    const from = order.indexOf(id);
    const changed = moved(order, from, from + step);
    if (changed === order) return scene;
    return {
      ...scene,
      hotspots: scene.hotspots.map((spot) => ({ ...spot, order: changed.indexOf(spot.id) + 1 })),
    };
  });

/** A number that documents can hold without a tail of digits. */
export const rounded = (degrees: number): number => Math.round(degrees * 100) / 100 || 0;

/** The door that leads back through another; undefined while that leads nowhere. */
export function wayBack(
  tour: Tour,
  from: TourScene,
  door: Hotspot,
): { sceneId: string; spot: Hotspot } | undefined {
  const to = tour.scenes.find(({ id }) => door.kind === 'door' && id === door.target);
  if (to === undefined || door.kind !== 'door') return undefined;
  const { yaw, pitch } = wayBackDirection(from, door, to);
  const at = { yaw: rounded(yaw), pitch: rounded(pitch) };
  const id = freshSpotId(tour, 'door');
  return { sceneId: to.id, spot: { id, kind: 'door', at, label: from.title, target: from.id } };
}

/** An area of about 20 degrees around a point. */
export function outlineAround({ yaw, pitch }: Direction): Direction[] {
  const high = Math.min(80, Math.max(-80, pitch));
  const aside = 10 / Math.cos((high * Math.PI) / 180);
  const wrap = (degrees: number) => rounded(((((degrees + 180) % 360) + 360) % 360) - 180);
  return [
    [-1, 1],
    [1, 1],
    [1, -1],
    [-1, -1],
  ].map(([right = 0, up = 0]) => ({ yaw: wrap(yaw + right * aside), pitch: rounded(high + up * 8) }));
}
