import type { Vector3 } from '../math/view.ts';
import type { Marks } from '../render/protocol.ts';
import type { Hotspot } from '../types.ts';
import { cellSize, drawAtlas, KINDS } from './atlas.ts';
import { vectorOf } from './directions.ts';
import { triangulate } from './polygon.ts';

/** Hotspots as the stage draws them. */
export async function createMarks(
  hotspots: readonly Hotspot[],
  middles: readonly Vector3[],
  pixelRatio: number,
): Promise<Marks> {
  const points: number[] = [];
  const edges: number[] = [];
  const areas: number[] = [];
  hotspots.forEach(({ kind, outline }, index) => {
    const middle = middles[index] ?? [0, 0, -1];
    points.push(...middle, KINDS.indexOf(kind));
    const corners = outline?.map(vectorOf) ?? [];
    corners.forEach((corner, place) => {
      edges.push(...corner, index, ...(corners[(place + 1) % corners.length] ?? corner));
    });
    for (const corner of triangulate(corners, middle)) areas.push(...corner, index);
  });
  return {
    atlas: await drawAtlas(pixelRatio),
    columns: KINDS.length,
    cellSize: cellSize(pixelRatio),
    pixelRatio,
    points: new Float32Array(points),
    edges: new Float32Array(edges),
    areas: new Float32Array(areas),
  };
}
