import type { Vector3 } from '../math/view.ts';
import type { Hotspot } from '../types.ts';
import { vectorOf } from './directions.ts';

const dot = (a: Vector3, b: Vector3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector3, b: Vector3): Vector3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const combine = (a: Vector3, factor: number, b: Vector3, other: number): Vector3 => [
  a[0] * factor + b[0] * other,
  a[1] * factor + b[1] * other,
  a[2] * factor + b[2] * other,
];
const unit = (a: Vector3): Vector3 => combine(a, 1 / (Math.hypot(...a) || 1), a, 0);

/**
 * Whether a direction is inside of corners that great circles join. The area is the side that does not reach the point opposite to
 * its middle, however wide it is: it is what the triangles between the middle and each edge make up, those that run the other way
 * taking away what others cover.
 */
export function contains(corners: readonly Vector3[], middle: Vector3, direction: Vector3): boolean {
  let covered = 0;
  corners.forEach((a, index) => {
    const b = corners[(index + 1) % corners.length] ?? a;
    const edge = cross(a, b);
    const turn = Math.sign(dot(middle, edge));
    // The sides between triangles are computed alike for both, so that each direction is in one of them.
    const [isPastA, isPastB] = [dot(direction, cross(middle, a)) >= 0, dot(direction, cross(middle, b)) >= 0];
    const isBetween = turn > 0 ? isPastA && !isPastB : !isPastA && isPastB;
    if (isBetween && dot(direction, edge) * turn >= 0) covered += turn;
  });
  return covered !== 0;
}

const TURN = 2 * Math.PI;

/** An edge as seen from the middle: it begins at an angle around it, and goes on for another one, in the sense of the clock or against it. */
interface Edge {
  from: Vector3;
  to: Vector3;
  start: number;
  span: number;
  sense: number;
}

/**
 * The corners of triangles that fill an area, three by three. It is cut by the half circles from its middle through its corners to the
 * point opposite. Between two of them no edge begins or ends, so that what lies between two edges, or between the middle and the
 * first edge, is a quadrilateral or triangle, wherever on the sphere it is.
 */
export function triangulate(corners: readonly Vector3[], middle: Vector3): Vector3[] {
  const right = unit(cross(middle, Math.abs(middle[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0]));
  const up = cross(right, middle);
  const angles = corners.map((corner) => Math.atan2(dot(corner, up), dot(corner, right)));
  const edges = corners.map((corner, index): Edge => {
    const next = (index + 1) % corners.length;
    const [here, there, other] = [angles[index] ?? 0, angles[next] ?? 0, corners[next] ?? corner];
    const turned = Math.atan2(Math.sin(there - here), Math.cos(there - here));
    return turned < 0
      ? { from: other, to: corner, start: there, span: -turned, sense: -1 }
      : { from: corner, to: other, start: here, span: turned, sense: 1 };
  });
  /** Where an edge crosses the half circle at an angle. */
  const crossing = ({ from, to }: Edge, angle: number): Vector3 => {
    const aside = combine(up, Math.cos(angle), right, -Math.sin(angle));
    return unit(combine(from, dot(to, aside), to, -dot(from, aside)));
  };
  const cuts = angles.toSorted((a, b) => a - b);
  return cuts.flatMap((begin, index) => {
    const end = cuts[index + 1] ?? (cuts[0] ?? 0) + TURN;
    const half = (begin + end) / 2;
    const crossed = edges
      .filter(({ start, span }) => (((half - start) % TURN) + TURN) % TURN < span)
      .map((edge) => ({ edge, distance: -dot(crossing(edge, half), middle) }))
      .sort((a, b) => b.distance - a.distance);
    let covered = 0;
    return crossed.flatMap(({ edge }, place) => {
      covered += edge.sense;
      if (covered === 0) return [];
      const [a, b] = [crossing(edge, begin), crossing(edge, end)];
      const nearer = crossed[place + 1]?.edge;
      if (nearer === undefined) return [a, b, middle];
      const [c, d] = [crossing(nearer, end), crossing(nearer, begin)];
      return [a, b, c, a, c, d];
    });
  });
}

/** The index of the area that a direction is in; -1 for none. */
export const areaAt = (
  hotspots: readonly Hotspot[],
  middles: readonly Vector3[],
  direction: Vector3,
): number =>
  hotspots.findIndex(({ outline }, index) =>
    contains(outline?.map(vectorOf) ?? [], middles[index] ?? direction, direction),
  );
