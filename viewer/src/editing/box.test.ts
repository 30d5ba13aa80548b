import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Box, cornersOf, edgeOf } from './box.ts';
import { type Degrees, degreesOf, vectorOf } from './geometry.ts';
import { handlesOf, linesOf } from './handles.ts';
import { type EditedScene, moved } from './scene.ts';

const PLATE: Box = { yaw: 170, pitch: -20, width: 30, height: 10, shape: 'rectangle' };
const sceneOf = (box: Box): EditedScene => ({
  spots: [{ id: 'plate', kind: 'picture', label: 'Plate', name: 'Plate', drawing: '', place: { box } }],
  selected: 'plate',
});

function boxAfter(part: Parameters<typeof moved>[1], to: Degrees, box = PLATE): Box {
  const place = moved(sceneOf(box), part, vectorOf(to)).spots[0]?.place;
  if (!place || !('box' in place)) throw new Error('it is no box any more');
  return place.box;
}

describe('a box', () => {
  it('has a handle below and at each corner, and none to add corners', () => {
    expect(handlesOf(sceneOf(PLATE)).map(({ key }) => key)).toEqual([
      'spot:plate',
      ...[0, 1, 2, 3].map((index) => `corner:plate:${index}`),
    ]);
    expect(degreesOf(handlesOf(sceneOf(PLATE))[0]?.vector ?? [0, 0, 0])).toEqual({ yaw: 170, pitch: -25 });
    expect(degreesOf(cornersOf(PLATE)[1] ?? [0, 0, 0])).toEqual({ yaw: -175, pitch: -15 });
    expect(linesOf(sceneOf(PLATE))[0]?.vectors).toHaveLength(edgeOf(PLATE).length);
  });

  it('keeps the opposite corner when one is moved, across the seam too', () => {
    const box = boxAfter({ of: 'corner', id: 'plate', index: 1 }, { yaw: -165, pitch: -5 });
    expect(box).toEqual({ ...PLATE, yaw: 175, pitch: -15, width: 40, height: 20 });
  });

  it('is never turned inside out', () => {
    fc.assert(
      fc.property(
        fc.record({ yaw: fc.integer({ min: -180, max: 180 }), pitch: fc.integer({ min: -90, max: 90 }) }),
        fc.integer({ min: 0, max: 3 }),
        (to, index) => {
          const { width, height, yaw, pitch } = boxAfter({ of: 'corner', id: 'plate', index }, to);
          expect(Math.min(width, height)).toBeGreaterThanOrEqual(0.5);
          expect(Math.max(width / 2, height)).toBeLessThanOrEqual(180);
          expect(Math.abs(yaw)).toBeLessThanOrEqual(180);
          expect(Math.abs(pitch)).toBeLessThanOrEqual(90);
        },
      ),
    );
  });

  it('looks as large wherever it is moved', () => {
    const box = boxAfter({ of: 'spot', id: 'plate' }, { yaw: 0, pitch: 55 }, { ...PLATE, pitch: 0 });
    expect(box).toEqual({ ...PLATE, yaw: 0, pitch: 60, width: 60 });
  });
});
