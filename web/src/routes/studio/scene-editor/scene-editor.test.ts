import { parseTour, publicationProblems, type StudioTour, type Tour, type TourDraft } from '@oriel/contract';
import { pictureToWorld } from '@oriel/contract/shared/tour/pose';
import { expect, it } from 'vitest';
import { gapsOf } from './gaps.ts';
import { countPoints, poseByEdges, withMovedPoint, withPoint } from './mode.ts';
import { isPlausibleDay } from './plausible-day.ts';
import {
  addSpot,
  freshSpotId,
  newSpot,
  outlineAround,
  removeSpot,
  reorderSpot,
  updateSpot,
  wayBack,
} from './spots.ts';
import { ASPECT, backgroundOf } from './thumbnail.ts';

const scene = (id: string, yaws: Record<string, number> = {}) => ({
  id,
  title: id.toUpperCase(),
  media: `asset-${id}`,
  hotspots: Object.entries(yaws).map(([spot, yaw]) => ({
    id: spot,
    kind: 'door' as const,
    label: spot,
    at: { yaw, pitch: -5 },
    target: 'room',
  })),
});

function house(): Tour {
  const scenes = [scene('lobby', { a: 10, b: 100, c: -30 }), scene('room')];
  const parsed = parseTour({ version: 1, start: 'lobby', scenes });
  if (!parsed.ok) throw new Error('the house is no tour');
  return parsed.tour;
}
const draft = (): TourDraft => ({ document: house() }) as TourDraft;
const idsIn = ({ document }: TourDraft, at = 0) => document?.scenes[at]?.hotspots.map(({ id }) => id);
const orderIn = ({ document }: TourDraft) =>
  document?.scenes[0]?.hotspots
    .toSorted((one, other) => (one.order ?? 0) - (other.order ?? 0))
    .map(({ id }) => id);

it('adds, changes and removes hotspots in one scene, each with an id of its own', () => {
  const tour = house();
  expect(freshSpotId(tour, 'door')).toBe('door');
  const added = addSpot(draft(), 'lobby', newSpot('door', 'door', { yaw: 1, pitch: 2 }));
  expect(idsIn(added)).toEqual(['a', 'b', 'c', 'door']);
  expect(freshSpotId(added.document ?? tour, 'door')).toBe('door-2');
  const named = updateSpot(added, 'lobby', 'door', (spot) => ({ ...spot, label: 'Way out' }));
  expect(named.document?.scenes[0]?.hotspots[3]).toMatchObject({
    label: 'Way out',
    at: { yaw: 1, pitch: 2 },
  });
  expect(idsIn(removeSpot(named, 'lobby', 'b'))).toEqual(['a', 'c', 'door']);
  expect(idsIn(named, 1)).toEqual([]);
  expect(parseTour(named.document).ok).toBe(true);
});

it('reorders hotspots as visitors meet them: clockwise until somebody says otherwise', () => {
  const once = reorderSpot(draft(), 'lobby', 'c', -1);
  expect(orderIn(once)).toEqual(['a', 'c', 'b']);
  expect(orderIn(reorderSpot(once, 'lobby', 'c', -1))).toEqual(['c', 'a', 'b']);
  const first = draft();
  expect(reorderSpot(first, 'lobby', 'a', -1)).toBe(first);
});

it('makes the way back behind the arriving visitor, named after where it leads', () => {
  const tour = house();
  const [lobby] = tour.scenes;
  const door = lobby?.hotspots[0];
  if (!lobby || !door) throw new Error('the lobby has no door');
  expect(wayBack(tour, lobby, door)).toEqual({
    sceneId: 'room',
    spot: { id: 'door', kind: 'door', label: 'LOBBY', target: 'lobby', at: { yaw: 180, pitch: -5 } },
  });
  expect(wayBack(tour, lobby, { ...door, target: 'cellar' } as typeof door)).toBeUndefined();
});

it('outlines what is at the seam and at the poles within what documents allow', () => {
  for (const yaw of [-180, -175, 0, 178, 180])
    for (const pitch of [-90, -60, 0, 90])
      for (const corner of outlineAround({ yaw, pitch })) {
        expect(Math.abs(corner.yaw)).toBeLessThanOrEqual(180);
        expect(Math.abs(corner.pitch)).toBeLessThanOrEqual(90);
      }
});

it('takes four points for two edges, and levels by them', () => {
  const pose = { heading: 20, pitch: 0, roll: 0 };
  const points = [-30, 30].flatMap((yaw) => [-20, 20].map((pitch) => ({ yaw, pitch })));
  const edges = points.reduce(withPoint, [] as ReturnType<typeof withPoint>);
  expect(edges.map((edge) => edge.length)).toEqual([2, 2]);
  expect(countPoints(withPoint(edges, { yaw: 0, pitch: 0 }))).toBe(4);
  expect(poseByEdges(pose, edges.slice(0, 1))).toBeUndefined();
  expect(poseByEdges(pose, edges)?.roll).toBeCloseTo(0, 9);
  // The upper end of one edge is further right: its great circle leans.
  const leaning = withMovedPoint(edges, 1, 1, { yaw: 33, pitch: 20 });
  const found = poseByEdges(pose, leaning);
  expect(found?.heading).toBe(20);
  const [low, high] = leaning[1] ?? [];
  if (!found || !low || !high) throw new Error('nothing was found');
  expect(pictureToWorld(found, low).yaw).toBeCloseTo(pictureToWorld(found, high).yaw, 6);
});

it('shows the first view of a scene in its thumbnail', () => {
  const place = (view: { yaw: number; pitch: number; fov: number }) => {
    const { backgroundSize, backgroundPosition } = backgroundOf(view);
    const height = Number.parseFloat(backgroundSize.replace('auto ', '')) / 100;
    const [x = 0, y = 0] = backgroundPosition.split(' ').map((part) => Number.parseFloat(part) / 100);
    // Where the middle of the frame lies in the picture, as shares of it.
    const width = 2 * height;
    return { u: (ASPECT / 2 - x * (ASPECT - width)) / width, v: (0.5 - y * (1 - height)) / height };
  };
  expect(place({ yaw: 90, pitch: 0, fov: 75 }).u).toBeCloseTo(0.75, 3);
  expect(place({ yaw: -90, pitch: 18, fov: 75 })).toEqual({
    u: expect.closeTo(0.25, 3),
    v: expect.closeTo(0.4, 3),
  });
  // Beyond the zenith there is nothing to show.
  expect(place({ yaw: 0, pitch: 85, fov: 75 }).v).toBeCloseTo(75 / 180 / 2, 3);
});

it('says beside a hotspot what keeps it from being published, and nothing of other scenes', () => {
  const named = updateSpot(draft(), 'lobby', 'b', (spot) => ({ ...spot, label: '' }));
  const { document } = updateSpot(
    named,
    'lobby',
    'c',
    (spot) => ({ ...spot, target: 'cellar' }) as typeof spot,
  );
  const problems = publicationProblems(document ?? house(), new Set()).map(({ path, message }) => ({
    path: ['document', ...path],
    message,
  }));
  const tour = { draft: { document }, problems } as StudioTour;
  expect([...gapsOf(tour, 'lobby')]).toEqual([
    ['b', 'Label must not be empty.'],
    ['c', 'Names the scene "cellar", which does not exist.'],
  ]);
  expect(gapsOf(tour, 'room').size).toBe(0);
});

it('a day is none that a half-typed year makes, and none to come', () => {
  const now = Date.parse('2026-11-28T12:00:00Z');
  for (const day of ['', '1999-12-31', '2026-11-28', '2026-11-29'])
    expect(isPlausibleDay(day, now), day).toBe(true);
  for (const day of ['0002-05-14', '0202-05-14', '2026-11-30', '20265-05-14', '9999-01-01'])
    expect(isPlausibleDay(day, now), day).toBe(false);
});
