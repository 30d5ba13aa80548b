import type { Vector3 } from '../math/view.ts';
import type { Marks } from '../render/protocol.ts';
import type { Hotspot } from '../types.ts';
import { drawAtlas, KINDS } from './atlas.ts';

/** Loaded with the first area. */
let areas: typeof import('./area-layers.ts') | undefined;

/** What is drawn of hotspots whose middles have these directions. */
export async function createMarks(
  hotspots: readonly Hotspot[],
  middles: readonly Vector3[],
  pixelRatio: number,
): Promise<Marks> {
  if (hotspots.some(({ outline }) => outline)) areas ??= await import('./area-layers.ts');
  const points = hotspots.flatMap(({ kind }, index) => [...(middles[index] ?? []), KINDS.indexOf(kind)]);
  return {
    atlas: await drawAtlas(pixelRatio),
    points: new Float32Array(points),
    areas: areas?.areaLayers(hotspots, middles, pixelRatio) ?? [],
  };
}

/** The index of the area that a direction is in; -1 for none, and until marks were made of areas. */
export const areaAt = (
  hotspots: readonly Hotspot[],
  middles: readonly Vector3[],
  direction: Vector3,
): number => areas?.areaAt(hotspots, middles, direction) ?? -1;
