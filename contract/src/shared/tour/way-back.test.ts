import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Direction } from './fields.ts';
import { pictureToWorld } from './pose.ts';
import type { Pose } from './schema.ts';
import { arrivalView } from './views.ts';
import { type EntryScene, hasDoorTo, wayBackDirection } from './way-back.ts';

const real = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const tilted = fc.record({ pitch: real(-20, 20), roll: real(-20, 20) });
const headed = fc.record({ heading: real(-180, 179), pitch: real(-20, 20), roll: real(-20, 20) });
const doorAt = fc.record({ yaw: real(-180, 179), pitch: real(-30, 10) });

const scene = (id: string, pose: Pose, view: Direction = { yaw: 0, pitch: 0 }): EntryScene => ({
  id,
  pose,
  view: { ...view, fov: 75 },
  hotspots: [],
});
const cosine = (degrees: number) => Math.cos((degrees * Math.PI) / 180);

it('the way back is opposite the door where both scenes know their headings', () => {
  fc.assert(
    fc.property(headed, headed, doorAt, (from, to, at) => {
      const back = pictureToWorld(to, wayBackDirection(scene('a', from), { at }, scene('b', to)));
      const door = pictureToWorld(from, at);
      expect(cosine(back.yaw - door.yaw)).toBeCloseTo(-1, 9);
      expect(back.pitch).toBeCloseTo(door.pitch, 6);
    }),
  );
});

it('without headings it is behind the arriving visitor, who still looks the same way once it is there', () => {
  fc.assert(
    fc.property(tilted, tilted, doorAt, real(-180, 179), real(-20, 20), (from, to, at, yaw, pitch) => {
      const [a, b] = [scene('a', from), scene('b', to, { yaw, pitch })];
      const before = arrivalView(a, at, {}, b);
      const back = wayBackDirection(a, { at }, b);
      const [looked, behind] = [pictureToWorld(to, before), pictureToWorld(to, back)];
      expect(cosine(behind.yaw - looked.yaw)).toBeCloseTo(-1, 6);
      const door = { kind: 'door' as const, target: 'a', at: back };
      const after = pictureToWorld(to, arrivalView(a, at, {}, { ...b, hotspots: [door] }));
      expect(cosine(after.yaw - looked.yaw)).toBeCloseTo(1, 6);
      expect(hasDoorTo({ hotspots: [door] }, 'a')).toBe(true);
      expect(hasDoorTo(b, 'a')).toBe(false);
    }),
  );
});

it('follows the view that the author chose, and stays within what may be seen', () => {
  const from = scene('a', { pitch: 0, roll: 0 });
  const to = scene('b', { pitch: 0, roll: 0 });
  const door = { at: { yaw: 40, pitch: -5 }, arrive: { yaw: 100, pitch: 10, fov: 60 } };
  const back = wayBackDirection(from, door, to);
  expect(back.yaw).toBeCloseTo(-80, 9);
  expect(back.pitch).toBeCloseTo(-5, 9);
  const part = { ...to, coverage: { left: 0.25, top: 0, right: 0.75, bottom: 0.52 } };
  const within = wayBackDirection(
    from,
    { at: { yaw: 0, pitch: -30 }, arrive: { yaw: -60, pitch: 0, fov: 60 } },
    part,
  );
  expect(within.yaw).toBe(90);
  expect(within.pitch).toBeCloseTo(-3.6, 9);
});
