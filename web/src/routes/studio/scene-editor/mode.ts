import type { Direction, Pose } from '@oriel/contract';
import { levelledPose, type VerticalEdge } from '@oriel/contract/shared/tour/levelling';
import type { SpotKind } from './spots.ts';

/** Points of edges that are vertical in the world: two of each of two edges, in the order in which they are marked. */
export type MarkedEdges = readonly (readonly Direction[])[];

/** What a press on the picture means. */
export type Mode =
  | { is: 'selecting' }
  | { is: 'placing'; kind: SpotKind }
  | { is: 'levelling'; edges: MarkedEdges }
  | { is: 'previewing' };

export const SELECTING: Mode = { is: 'selecting' };

export const POINTS_TO_LEVEL = 4;

export const countPoints = (edges: MarkedEdges): number => edges.reduce((sum, edge) => sum + edge.length, 0);

/** With one more point: of the edge that has one, or of the next edge. What is complete stays. */
export function withPoint(edges: MarkedEdges, point: Direction): MarkedEdges {
  if (countPoints(edges) >= POINTS_TO_LEVEL) return edges;
  const last = edges.at(-1);
  return last?.length === 1 ? [...edges.slice(0, -1), [...last, point]] : [...edges, [point]];
}

export const withMovedPoint = (
  edges: MarkedEdges,
  edge: number,
  end: number,
  point: Direction,
): MarkedEdges =>
  edges.map((points, index) =>
    index === edge ? points.map((before, place) => (place === end ? point : before)) : points,
  );

/** The level pose that the marked edges tell; undefined while they are not complete, or tell nothing. */
export function poseByEdges(pose: Pose, edges: MarkedEdges): Pose | undefined {
  const [first, second] = edges.flatMap((edge): VerticalEdge[] => {
    const [one, other] = edge;
    return one && other ? [[one, other]] : [];
  });
  return first && second && levelledPose(pose, [first, second]);
}
