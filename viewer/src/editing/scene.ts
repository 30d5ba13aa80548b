import type { Vector3 } from '../math/view.ts';
import type { HotspotKind } from '../types.ts';
import { type Box, boxAt, boxWithCorner } from './box.ts';
import { type Degrees, degreesOf, middleOf, turnedAlong, vectorOf } from './geometry.ts';

/** Where a hotspot is: a point, the corners of an area, or a box, in degrees in the picture's own frame. */
export type SpotPlace = { at: Degrees } | { outline: readonly Degrees[] } | { box: Box };

/** A hotspot to be moved. */
export interface EditedSpot {
  id: string;
  kind: HotspotKind;
  label: string;
  /** The accessible name of its handle. */
  name: string;
  /** An SVG path in a square of 24. */
  drawing: string;
  place: SpotPlace;
}

/** What is edited of the scene in view. */
export interface EditedScene {
  spots: readonly EditedSpot[];
  selected?: string | undefined;
  /** Lines whose ends can be moved, such as edges that should be vertical. */
  edges?: readonly (readonly Degrees[])[] | undefined;
  /** Whether a press on the picture says where something is to be. */
  isPlacing?: boolean | undefined;
}

/** What a handle moves. */
export type Part =
  | { of: 'spot'; id: string }
  | { of: 'corner' | 'between'; id: string; index: number }
  | { of: 'edge'; edge: number; end: number };

/** The corners of an area; none of a point. */
export function outlineOf({ spots }: EditedScene, id: string): readonly Degrees[] {
  const place = spots.find((spot) => spot.id === id)?.place;
  return place && 'outline' in place ? place.outline : [];
}

/** The scene with a part of it in another place. An area that is moved by its middle keeps its shape. */
export function moved(scene: EditedScene, part: Part, vector: Vector3): EditedScene {
  if (part.of === 'edge') {
    const edges = scene.edges?.map((edge, index) =>
      index === part.edge ? edge.map((end, place) => (place === part.end ? degreesOf(vector) : end)) : edge,
    );
    return { ...scene, edges };
  }
  const spots = scene.spots.map((spot) =>
    spot.id === part.id ? { ...spot, place: movedPlace(spot.place, part, vector) } : spot,
  );
  return { ...scene, spots };
}

function movedPlace(place: SpotPlace, part: Exclude<Part, { of: 'edge' }>, vector: Vector3): SpotPlace {
  if ('at' in place) return { at: degreesOf(vector) };
  if ('box' in place) {
    const { box } = place;
    return { box: part.of === 'corner' ? boxWithCorner(box, part.index, vector) : boxAt(box, vector) };
  }
  const corners = place.outline.map(vectorOf);
  if (part.of === 'corner') corners[part.index] = vector;
  else if (part.of === 'between') corners.splice(part.index + 1, 0, vector);
  else return { outline: turnedAlong(corners, middleOf(corners), vector).map(degreesOf) };
  return { outline: corners.map(degreesOf) };
}
