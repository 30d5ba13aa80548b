import { MAX_FOV, parseTour, type Tour, type TourInput, vectorOf } from '@oriel/contract';
import { hotelTour } from '@oriel/contract/shared/tour/tour.fixture';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildDocument } from '../import/document.ts';
import { emptyReport } from '../import/draft.ts';
import { readPannellum } from '../import/pannellum.ts';
import { exportPannellum } from './pannellum.ts';

function parsed(input: TourInput): Tour {
  const result = parseTour(input);
  if (!result.ok) throw new Error(result.problems.map(({ message }) => message).join('\n'));
  return result.tour;
}

/** The document that an export becomes when it is imported again. */
function importAgain(config: object): Tour {
  const imported = readPannellum(JSON.stringify(config), emptyReport());
  const media = (id: string) => ({
    assetId: `asset-${id}`,
    content: { kind: 'photo' as const, manifest: { file: 'panorama.jpg', preview: '' } },
  });
  const { tour } = buildDocument(
    imported,
    new Map(imported.scenes.map(({ id }) => [id, media(id)])),
    emptyReport(),
  );
  return parsed(tour);
}

const real = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const direction = fc.record({ yaw: real(-179, 179), pitch: real(-80, 80) });
const view = fc.record({ yaw: real(-179, 179), pitch: real(-80, 80), fov: real(10, MAX_FOV - 30) });
const words = fc
  .stringMatching(/^[A-Za-z][A-Za-z0-9 ,.]{0,30}[a-z]$/)
  .map((text) => text.replace(/ +/g, ' '));

/** Tours of what Pannellum can say too. */
const sayable = fc.integer({ min: 1, max: 4 }).chain((count) => {
  const sceneIds = Array.from({ length: count }, (_, index) => `scene-${index}`);
  const hotspot = fc.oneof(
    fc.record({
      kind: fc.constant('door' as const),
      at: direction,
      label: words,
      target: fc.constantFrom(...sceneIds),
      arrive: fc.option(fc.oneof(fc.constant('same-heading' as const), view), { nil: undefined }),
    }),
    fc.record({ kind: fc.constant('info' as const), at: direction, label: words }),
    fc.record({ kind: fc.constant('link' as const), at: direction, label: words, target: fc.webUrl() }),
  );
  const scene = fc.record({
    title: words,
    pose: fc.record({
      heading: fc.option(real(-179, 179), { nil: undefined }),
      pitch: real(-60, 60),
      roll: real(-60, 60),
    }),
    view,
    limits: fc.constantFrom(
      undefined,
      { minYaw: -90, maxYaw: 90 },
      { minPitch: -40, minFov: 20, maxFov: 80 },
    ),
    hotspots: fc.array(hotspot, { maxLength: 4 }),
  });
  return fc.array(scene, { minLength: count, maxLength: count }).map((scenes): Tour => {
    const input = {
      version: 1,
      start: 'scene-0',
      scenes: scenes.map((one, index) => ({
        ...one,
        id: `scene-${index}`,
        media: `asset-scene-${index}`,
        hotspots: one.hotspots.map((spot, place) => ({ ...spot, id: `h${index}-${place}` })),
      })),
    };
    return parsed(JSON.parse(JSON.stringify(input)));
  });
});

/** Numbers may differ in their last digits, and yaw means nothing near the poles. */
function expectSame(again: unknown, original: unknown, path = ''): void {
  if (typeof original === 'number') {
    expect(again, path).toBeCloseTo(original, 5);
    return;
  }
  if (typeof original !== 'object' || original === null) {
    expect(again, path).toBe(original);
    return;
  }
  if ('yaw' in original && 'pitch' in original) {
    const [a, b] = [vectorOf(again as never), vectorOf(original as never)];
    expect(Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]), path).toBeLessThan(1e-6);
    return;
  }
  expect(Object.keys(again ?? {}).sort(), path).toEqual(Object.keys(original).sort());
  for (const [key, value] of Object.entries(original))
    expectSame((again as Record<string, unknown>)[key], value, `${path}.${key}`);
}

describe('an export to Pannellum', () => {
  it('is imported again as the same tour, where both can say it', () => {
    fc.assert(
      fc.property(sayable, (tour) => {
        const { config, losses } = exportPannellum(tour, (asset) => `${asset}.jpg`);
        expect(losses).toEqual([]);
        expectSame(importAgain(config), tour);
      }),
      { numRuns: 60 },
    );
  });

  it('names what it cannot say', () => {
    const { losses } = exportPannellum(parsed(hotelTour()), (asset) => asset);
    expect(losses).toEqual([
      'Scene "lobby": 2 pictures, films and sounds.',
      'Scene "lobby": 1 outlines of areas, which became points.',
      'Scene "lobby": 1 bookings, which became links.',
      'Scene "lobby": 1 labels of information, of which the text remains.',
      'Scene "lobby": 1 looks.',
      'Scene "lobby": 1 pictures in other lights.',
      'Scene "lobby": 1 tracks of captions.',
      'Scene "lobby": description, adjustments, nadir and place.',
      'Scene "corridor": 1 pictures, films and sounds.',
      'Scene "corridor": 1 doors that look away from the way back.',
      'Scene "room": 1 tracks of captions.',
      'Scene "room": it is a film.',
      'Scene "room": its second eye.',
      'Scene "room": description, adjustments, nadir and place.',
      'The plans.',
      'The guided tour.',
      'Which scenes everybody may see.',
    ]);
  });
});
