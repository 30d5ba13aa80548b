import { pictureToWorld, poseMatrix } from '@oriel/contract/shared/tour/pose';
import { horizontalFov } from '@oriel/contract/shared/tour/seen-range';
import type { Viewer } from '@oriel/viewer';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Camera } from '../../../../../viewer/src/controls/camera.ts';
import { DEGREE } from '../../../../../viewer/src/math/view.ts';
import { angleOnPlan, type Sight, watchSight } from './sight.ts';

const SIZE = { width: 1280, height: 720 };
let resize: (() => void) | undefined;

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        resize = callback;
      }
      observe = () => resize?.();
      disconnect = () => {
        resize = undefined;
      };
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

/** A viewer's camera, without what draws. */
function cameraOnly() {
  const listeners = new Set<() => void>();
  const camera = new Camera({}, () => {
    for (const listener of listeners) listener();
  });
  camera.resize(SIZE);
  const viewer = {
    parts: { camera, root: { clientWidth: SIZE.width, clientHeight: SIZE.height } },
    on: (_: string, listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return { camera, listeners, viewer: viewer as unknown as Viewer };
}

const turned = (degrees: number) => ((degrees % 360) + 360) % 360;

it.each([
  { heading: 0, north: 0 },
  { heading: 250, north: 110 },
  { heading: 30, north: -75 },
])('the cone points to where the visitor looks, at heading $heading and north $north', (place) => {
  const { camera, viewer } = cameraOnly();
  const drawn: Sight[] = [];
  watchSight(viewer, (sight) => drawn.push(sight));
  camera.begin({ pose: poseMatrix({ heading: place.heading, pitch: 0, roll: 0 }) });
  for (let yaw = -180; yaw < 180; yaw += 10) {
    camera.look({ yaw: yaw * DEGREE, pitch: -0.1, fov: 60 * DEGREE });
    const sight = drawn.at(-1);
    if (sight === undefined) throw new Error('nothing was drawn');
    const expected = turned(yaw + place.heading + place.north);
    expect(Math.abs(turned(angleOnPlan(sight, place.north) - expected + 180) - 180)).toBeLessThan(1);
    expect(sight.fov / DEGREE).toBeCloseTo(horizontalFov(60, SIZE.width / SIZE.height), 6);
  }
  expect(drawn.length).toBeGreaterThanOrEqual(36);
});

it('a tilted camera is drawn by its bearing in the world', () => {
  const { camera, viewer } = cameraOnly();
  const pose = { heading: 200, pitch: 12, roll: -9 };
  let sight: Sight | undefined;
  watchSight(viewer, (drawn) => {
    sight = drawn;
  });
  camera.begin({ pose: poseMatrix(pose) });
  camera.look({ yaw: 0.7, pitch: 0.1 });
  const { yaw } = pictureToWorld(pose, { yaw: 0.7 / DEGREE, pitch: 0.1 / DEGREE });
  expect(turned((sight?.bearing ?? Number.NaN) / DEGREE)).toBeCloseTo(turned(yaw), 6);
});

it('nothing is drawn while the view rests, nor after the end', () => {
  const { camera, viewer, listeners } = cameraOnly();
  const draw = vi.fn();
  const stop = watchSight(viewer, draw);
  expect(draw).toHaveBeenCalledTimes(1);
  camera.look({ yaw: 0 });
  expect(draw).toHaveBeenCalledTimes(1);
  camera.look({ yaw: 1 });
  expect(draw).toHaveBeenCalledTimes(2);
  stop();
  expect(listeners.size).toBe(0);
  expect(resize).toBeUndefined();
});
