import { describe, expect, it } from 'vitest';
import { layoutOf } from './file-layout.ts';
import { TourScene } from './schema.ts';
import { clampView, seenRange } from './seen-range.ts';

const photo = { kind: 'photo', stereo: 'mono' as const, pose: null, view: null, part: null };

describe('a scene that shows a file', () => {
  it('has no limits where all of the sphere is there', () => {
    expect(layoutOf(photo)).toEqual({
      kind: 'photo',
      stereo: 'mono',
      pose: { pitch: 0, roll: 0 },
      view: { yaw: 0, pitch: 0, fov: 75 },
    });
  });

  it.each(['photo', 'video'])('has the eyes of the file, a %s', (kind) => {
    for (const stereo of ['mono', 'top-bottom', 'left-right'] as const)
      expect(layoutOf({ ...photo, kind, stereo })).toMatchObject({
        kind: kind === 'video' ? 'film' : 'photo',
        stereo,
      });
  });

  it('begins with the view that its camera states', () => {
    const view = { yaw: 120, pitch: -5, fov: 60 };
    expect(layoutOf({ ...photo, view }).view).toEqual(view);
    const part = { minYaw: -90, maxYaw: 90, minPitch: -60, maxPitch: 60 };
    expect(layoutOf({ ...photo, part, view: { ...view, yaw: -20 } }).view.yaw).toBe(-20);
    // A view that is not on the part is moved to its nearest place.
    expect(layoutOf({ ...photo, part, view }).view.yaw).toBeLessThan(90);
  });

  it('of a strip around ends above and below', () => {
    const { limits } = layoutOf({
      ...photo,
      part: { minYaw: -180, maxYaw: 180, minPitch: -36, maxPitch: 36 },
    });
    expect(limits).toEqual({ minPitch: -35.5, maxPitch: 35.5 });
  });

  it('of a part that reaches the nadir ends on the other sides', () => {
    const part = { minYaw: -45.04, maxYaw: 80.04, minPitch: -90, maxPitch: 10 };
    expect(layoutOf({ ...photo, part }).limits).toEqual({ minYaw: -44.5, maxYaw: 79.5, maxPitch: 9.5 });
  });

  it.each([
    ['a strip around', { minYaw: -180, maxYaw: 180, minPitch: -20, maxPitch: 20 }],
    ['a part', { minYaw: -45, maxYaw: 45, minPitch: -45, maxPitch: 45 }],
    ['a part behind the camera', { minYaw: 100, maxYaw: 170, minPitch: -30, maxPitch: 60 }],
    ['a part far below', { minYaw: -90, maxYaw: 90, minPitch: -80, maxPitch: -30 }],
    ['a sliver', { minYaw: -2, maxYaw: 2, minPitch: -1, maxPitch: 1 }],
  ])('of %s is a scene whose first view shows nothing beside it', (_, part) => {
    const layout = layoutOf({ ...photo, part });
    const scene = TourScene.parse({ id: 'a', title: 'A', media: `a_${'A'.repeat(22)}`, ...layout });
    const { yaw, pitch, fov } = scene.view;
    expect(yaw).toBeGreaterThan(part.minYaw);
    expect(yaw).toBeLessThan(part.maxYaw);
    const range = seenRange(scene);
    expect(range.minPitch).toBeGreaterThan(part.minPitch);
    expect(range.maxPitch).toBeLessThan(part.maxPitch);
    const kept = clampView(scene.view, range, 16 / 9);
    expect(Math.abs(kept.pitch - pitch)).toBeLessThan(0.1);
    expect(kept.fov).toBeLessThanOrEqual(fov + 0.1);
  });
});
