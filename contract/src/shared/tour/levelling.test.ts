import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Direction } from './fields.ts';
import { headedPose, levelledPose, tiltOf, type VerticalEdge } from './levelling.ts';
import { pictureToWorld, worldToPicture } from './pose.ts';
import type { Pose } from './schema.ts';

const real = (min: number, max: number) => fc.double({ min, max, noNaN: true });
/** How a hand may have held the camera. */
const heldPose: fc.Arbitrary<Pose> = fc.record({
  heading: real(-180, 179),
  pitch: real(-40, 40),
  roll: real(-40, 40),
});

/** How far from the zenith a pose turns what is above the camera, when the picture was taken with another. */
function tiltBetween(found: Pose, taken: Pose): number {
  const { pitch } = pictureToWorld(found, worldToPicture(taken, { yaw: 0, pitch: 90 }));
  return 90 - pitch;
}

/** A vertical edge of the world, as the picture shows it, marked beside its place by so many degrees. */
function edgeAt(
  pose: Pose,
  yaw: number,
  [low, high]: readonly [number, number],
  misses: readonly number[],
): VerticalEdge {
  const marked = (pitch: number, miss = 0): Direction =>
    worldToPicture(pose, { yaw: yaw + miss / Math.cos((pitch * Math.PI) / 180), pitch });
  return [marked(low, misses[0]), marked(high, misses[1])];
}

describe('levelling by two vertical edges', () => {
  it('A10: levels a picture that was tilted, within half a degree', () => {
    const edges = fc.record({ yaw: real(-180, 180), apart: real(50, 130), turned: fc.boolean() });
    // A pixel of a screen that shows 75 degrees on 900 pixels is 0.08 degrees.
    const misses = fc.tuple(real(-0.08, 0.08), real(-0.08, 0.08), real(-0.08, 0.08), real(-0.08, 0.08));
    const heights = fc.record({ low: real(-50, -20), high: real(20, 50) });
    fc.assert(
      fc.property(heldPose, edges, heights, misses, (taken, { yaw, apart, turned }, { low, high }, miss) => {
        const height = turned ? ([high, low] as const) : ([low, high] as const);
        const first = edgeAt(taken, yaw, height, miss.slice(0, 2));
        const second = edgeAt(taken, yaw + apart, height, miss.slice(2));
        const found = levelledPose({ heading: 12, pitch: 0, roll: 0 }, [first, second]);
        expect(found?.heading).toBe(12);
        expect(tiltBetween(found ?? taken, taken)).toBeLessThan(0.5);
      }),
    );
  });

  it('is exact for exact marks, and tells nothing of marks that are too close', () => {
    const taken = { pitch: -7, roll: 11 };
    const edge = (yaw: number) => edgeAt(taken, yaw, [-30, 30], []);
    const found = levelledPose({ pitch: 0, roll: 0 }, [edge(20), edge(110)]);
    expect(found?.pitch).toBeCloseTo(-7, 9);
    expect(found?.roll).toBeCloseTo(11, 9);
    expect(tiltOf(found ?? taken)).toBeCloseTo(tiltOf(taken), 9);
    expect(levelledPose(taken, [edge(20), edge(20.5)])).toBeUndefined();
    const [point] = edge(20);
    expect(levelledPose(taken, [[point, point], edge(110)])).toBeUndefined();
  });
});

it('gives a direction of the picture its bearing, whatever the tilt', () => {
  fc.assert(
    fc.property(heldPose, real(-180, 179), real(-60, 60), real(0, 359), (pose, yaw, pitch, bearing) => {
      const direction = worldToPicture(pose, { yaw, pitch });
      const { heading: _, ...without } = pose;
      const headed = headedPose(without, direction, bearing);
      const turned = pictureToWorld(headed, direction).yaw - bearing;
      expect(Math.cos((turned * Math.PI) / 180)).toBeCloseTo(1, 9);
      expect(headed).toMatchObject({ pitch: pose.pitch, roll: pose.roll });
    }),
  );
});
