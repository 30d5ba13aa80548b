import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatTourLink, parseTourLink } from './deep-link.ts';
import { hotspotName, relativeDirection } from './direction-words.ts';
import type { Direction } from './fields.ts';
import { MAX_FOV, MIN_FOV } from './limits.ts';
import {
  hotspotDirection,
  pictureToWorld,
  poseMatrix,
  poseOf,
  turn,
  turnBack,
  vectorOf,
  worldToPicture,
  wrapDegrees,
} from './pose.ts';
import type { Hotspot, Pose } from './schema.ts';
import { clampView, horizontalFov, seenRange } from './seen-range.ts';
import { tourOfDoors } from './tour.fixture.ts';
import { arrivalView } from './views.ts';

const real = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const anyPose: fc.Arbitrary<Pose> = fc.record({
  heading: real(-360, 360),
  pitch: real(-90, 90),
  roll: real(-180, 180),
});
/** Not so near the poles that yaw means nothing. */
const anyDirection = fc.record({ yaw: real(-180, 179.9), pitch: real(-80, 80) });

/** The angle between two directions, in degrees. */
function between(one: Direction, other: Direction): number {
  const [a, b] = [vectorOf(one), vectorOf(other)];
  const chord = Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
  return (2 * Math.asin(Math.min(1, chord / 2)) * 180) / Math.PI;
}

describe('a pose', () => {
  const centre: Direction = { yaw: 0, pitch: 0 };
  const pose = (heading: number, pitch: number, roll: number): Pose => ({ heading, pitch, roll });

  it('turns clockwise from north, raises the middle, and tips the camera to its left', () => {
    expect(between(pictureToWorld(pose(90, 0, 0), centre), { yaw: 90, pitch: 0 })).toBeLessThan(1e-9);
    expect(between(pictureToWorld(pose(0, 30, 0), centre), { yaw: 0, pitch: 30 })).toBeLessThan(1e-9);
    // What was on the right of the picture was, with the camera tipped to its left, higher in the world.
    expect(
      between(pictureToWorld(pose(0, 0, 20), { yaw: 90, pitch: 0 }), { yaw: 90, pitch: 20 }),
    ).toBeLessThan(1e-9);
  });

  it('rolls first, then pitches, then turns', () => {
    const step = (matrix: Pose, from: Direction) => pictureToWorld(matrix, from);
    fc.assert(
      fc.property(anyPose, anyDirection, ({ heading = 0, pitch, roll }, direction) => {
        const rolled = step(pose(0, 0, roll), direction);
        const pitched = step(pose(0, pitch, 0), rolled);
        const turned = step(pose(heading, 0, 0), pitched);
        expect(between(step(pose(heading, pitch, roll), direction), turned)).toBeLessThan(1e-6);
      }),
    );
  });

  it('is a rotation, and its transpose turns back', () => {
    fc.assert(
      fc.property(anyPose, anyDirection, (anyPose, direction) => {
        const matrix = poseMatrix(anyPose);
        const column = (index: number) => matrix.slice(index * 3, index * 3 + 3);
        const dot = (a: number[], b: number[]) =>
          a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
        for (const i of [0, 1, 2])
          for (const j of [0, 1, 2]) expect(dot(column(i), column(j))).toBeCloseTo(i === j ? 1 : 0, 12);
        const [right = [], up = [], back = []] = [column(0), column(1), column(2)];
        const cross = [0, 1, 2].map((index) => {
          const [next, last] = [(index + 1) % 3, (index + 2) % 3];
          return (right[next] ?? 0) * (up[last] ?? 0) - (right[last] ?? 0) * (up[next] ?? 0);
        });
        expect(dot(cross, back)).toBeCloseTo(1, 12);
        const vector = vectorOf(direction);
        turnBack(matrix, turn(matrix, vector)).forEach((value, index) => {
          expect(value).toBeCloseTo(vector[index] ?? 0, 12);
        });
        expect(between(worldToPicture(anyPose, pictureToWorld(anyPose, direction)), direction)).toBeLessThan(
          1e-6,
        );
      }),
    );
  });

  it('is known from its matrix', () => {
    const upright = fc.record({ heading: real(-180, 180), pitch: real(-89, 89), roll: real(-180, 180) });
    fc.assert(
      fc.property(upright, (pose) => {
        const matrix = poseMatrix(pose);
        poseMatrix(poseOf(matrix)).forEach((value, index) => {
          expect(value).toBeCloseTo(matrix[index] ?? Number.NaN, 9);
        });
      }),
    );
  });

  it('wraps degrees', () => {
    expect([0, 180, -180, 190, -190, 720].map(wrapDegrees)).toEqual([0, -180, -180, -170, 170, 0]);
  });

  it('knows the middle of an area, across the seam too', () => {
    const outline = [
      { yaw: 170, pitch: -10 },
      { yaw: -170, pitch: -10 },
      { yaw: -170, pitch: 10 },
      { yaw: 170, pitch: 10 },
    ];
    expect(between(hotspotDirection({ outline }), { yaw: 180, pitch: 0 })).toBeLessThan(1e-6);
  });
});

describe('arrival', () => {
  type Door = Extract<Hotspot, { kind: 'door' }>;
  const rooms = (fromPose: Pose, toPose: Pose, backAt?: Direction) => {
    const [from, to] = tourOfDoors(2, [[0, 1]]).scenes;
    if (from === undefined || to === undefined) throw new Error('there are two scenes');
    from.pose = fromPose;
    to.pose = toPose;
    to.view = { yaw: 33, pitch: 4, fov: 60 };
    if (backAt !== undefined)
      to.hotspots.push({ id: 'back', kind: 'door', at: backAt, label: 'Back', target: from.id });
    return { from, to, door: from.hotspots[0] as Door };
  };

  it('keeps the heading where both scenes know theirs', () => {
    fc.assert(
      fc.property(anyPose, anyPose, anyDirection, (fromPose, toPose, view) => {
        const { from, to, door } = rooms(fromPose, toPose, { yaw: 0, pitch: 0 });
        const seen = pictureToWorld(from.pose, view);
        const arrived = arrivalView(from, view, door, to);
        expect(between(pictureToWorld(to.pose, arrived), seen)).toBeLessThan(1e-6);
        expect(arrived.fov).toBe(60);
      }),
    );
  });

  it('looks away from the door that leads back, level with the horizon', () => {
    const slanted = fc.record({ pitch: real(-40, 40), roll: real(-40, 40) });
    fc.assert(
      fc.property(slanted, fc.record({ yaw: real(-180, 179), pitch: real(-20, 20) }), (toPose, backAt) => {
        const { from, to, door } = rooms({ pitch: 0, roll: 0 }, toPose, backAt);
        const arrived = pictureToWorld(to.pose, arrivalView(from, { yaw: 5, pitch: 0 }, door, to));
        const back = pictureToWorld(to.pose, backAt);
        expect(Math.abs(Math.abs(wrapDegrees(arrived.yaw - back.yaw)) - 180)).toBeLessThan(1e-6);
        expect(Math.abs(arrived.pitch)).toBeLessThan(1e-6);
      }),
    );
  });

  it('does what the author says, and otherwise begins at the first view', () => {
    const north: Pose = { heading: 0, pitch: 0, roll: 0 };
    const arrive = { yaw: 1, pitch: 2, fov: 30 };
    const view = { yaw: 70, pitch: 10 };
    const { from, to, door } = rooms(north, { heading: 40, pitch: 0, roll: 0 }, { yaw: 10, pitch: 0 });
    expect(arrivalView(from, view, { ...door, arrive }, to)).toEqual(arrive);
    expect(arrivalView(from, view, { ...door, arrive: 'through' }, to).yaw).toBeCloseTo(-170, 9);
    expect(arrivalView(from, view, { ...door, arrive: 'same-heading' }, to).yaw).toBeCloseTo(30, 9);
    const unknown = rooms({ pitch: 0, roll: 0 }, north);
    expect(arrivalView(unknown.from, view, unknown.door, unknown.to)).toEqual(unknown.to.view);
    expect(arrivalView(unknown.from, view, { ...unknown.door, arrive: 'same-heading' }, unknown.to)).toEqual(
      unknown.to.view,
    );
  });
});

describe('what may be seen', () => {
  it('follows from coverage and limits', () => {
    expect(seenRange({})).toMatchObject({ minYaw: -180, maxYaw: 180, minFov: MIN_FOV, maxFov: MAX_FOV });
    const coverage = { left: 0.25, top: 0.25, right: 0.75, bottom: 0.75 };
    expect(seenRange({ coverage, limits: { maxYaw: 30, minFov: 20 } })).toEqual({
      minYaw: -90,
      maxYaw: 30,
      minPitch: -45,
      maxPitch: 45,
      minFov: 20,
      maxFov: 90,
    });
  });

  it('keeps the middle lines of every view inside', () => {
    const part = fc.record({
      left: real(0, 0.4),
      right: real(0.6, 1),
      top: real(0, 0.4),
      bottom: real(0.6, 1),
    });
    const view = fc.record({ yaw: real(-1000, 1000), pitch: real(-90, 90), fov: real(MIN_FOV, MAX_FOV) });
    fc.assert(
      fc.property(part, view, real(0.4, 2.5), (coverage, view, aspect) => {
        const range = seenRange({ coverage });
        const { yaw, pitch, fov } = clampView(view, range, aspect);
        const wide = horizontalFov(fov, aspect);
        expect(yaw - wide / 2).toBeGreaterThanOrEqual(range.minYaw - 1e-6);
        expect(yaw + wide / 2).toBeLessThanOrEqual(range.maxYaw + 1e-6);
        if (range.maxPitch < 90) expect(pitch + fov / 2).toBeLessThanOrEqual(range.maxPitch + 1e-6);
        if (range.minPitch > -90) expect(pitch - fov / 2).toBeGreaterThanOrEqual(range.minPitch - 1e-6);
      }),
    );
  });

  it('leaves a whole sphere alone', () => {
    expect(clampView({ yaw: 190, pitch: -88, fov: 75 }, seenRange({}), 1.6)).toEqual({
      yaw: -170,
      pitch: -88,
      fov: 75,
    });
  });
});

describe('a deep link', () => {
  it('says the same view again, to a twentieth of a degree', () => {
    const view = fc.record({ yaw: real(-180, 179.9), pitch: real(-90, 90), fov: real(MIN_FOV, MAX_FOV) });
    fc.assert(
      fc.property(view, fc.constantFrom('kitchen', 'room-2'), (view, scene) => {
        expect(formatTourLink({ scene, light: 'at-9', view })).toBe(
          formatTourLink({ scene, view }).replace('&', '&light=at-9&'),
        );
        const link = formatTourLink({ scene, view });
        expect(link).not.toMatch(/e[+-]|-0[,&]|%/);
        const read = parseTourLink(`?${link}`);
        expect(read.scene).toBe(scene);
        expect(Math.abs(wrapDegrees((read.view?.yaw ?? 999) - view.yaw))).toBeLessThanOrEqual(0.0501);
        expect(Math.abs((read.view?.pitch ?? 999) - view.pitch)).toBeLessThanOrEqual(0.0501);
        expect(Math.abs((read.view?.fov ?? 999) - view.fov)).toBeLessThanOrEqual(0.0501);
        expect(formatTourLink(read)).toBe(formatTourLink(parseTourLink(formatTourLink(read))));
      }),
    );
  });

  it.each([
    ['scene=kitchen&view=123.4,-5.2,70', { scene: 'kitchen', view: { yaw: 123.4, pitch: -5.2, fov: 70 } }],
    ['light=night&scene=kitchen', { scene: 'kitchen', light: 'night' }],
    ['light=<b>&view=370,-95,1', { view: { yaw: 10, pitch: -90, fov: 5 } }],
    ['view=10,20', { view: { yaw: 10, pitch: 20, fov: 75 } }],
    ['scene=../etc&view=1,2,3,4', {}],
    ['scene=&view=NaN,Infinity,70', {}],
    ['scene=Kitchen&view=1e3,0,0x10', {}],
    ['view=,,', {}],
    ['', {}],
  ])('reads %s', (query, link) => {
    expect(parseTourLink(query)).toEqual(link);
  });

  it('ignores nonsense of every kind', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ unit: 'binary' }), (scene, view) => {
        const read = parseTourLink(new URLSearchParams({ scene, view }));
        expect(parseTourLink(formatTourLink(read)).scene).toBe(read.scene);
        parseTourLink(`scene=${scene}&view=${view}`);
      }),
      { numRuns: 200 },
    );
  });
});

describe('directions in words', () => {
  it.each([
    [0, 0, 'ahead'],
    [45, 0, 'ahead to the right'],
    [-90, 0, 'to the left'],
    [-130, -5, 'behind you to the left'],
    [175, 0, 'behind you'],
    [90, 40, 'to the right, high up'],
    [10, -40, 'ahead, low down'],
    [120, 85, 'above you'],
    [0, -75, 'below you'],
  ])('yaw %d and pitch %d are "%s"', (yaw, pitch, words) => {
    expect(relativeDirection({ yaw: 0, pitch: 0 }, { yaw, pitch })).toBe(words);
    expect(relativeDirection({ yaw: 170, pitch: 0 }, { yaw: wrapDegrees(yaw + 170), pitch })).toBe(words);
  });

  it('name a hotspot', () => {
    const spot: Hotspot = {
      id: 'd',
      kind: 'door',
      at: { yaw: -130, pitch: 0 },
      label: 'Bathroom',
      target: 'bath',
    };
    expect(hotspotName(spot, { yaw: 0, pitch: 0 })).toBe(
      'Bathroom, way to another room, behind you to the left',
    );
  });
});
