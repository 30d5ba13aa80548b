import type { PrivacyBasis, PrivacyCheck, PrivacyRegion } from '@oriel/contract';
import { describe, expect, it } from 'vitest';
import { addScene } from '../tours/draft/document.ts';
import { aFile, aStudioTour } from '../tours/draft/draft.fixture.ts';
import { sentenceAbout, stateOf } from './check-words.ts';
import { closeUpOf } from './close-up.ts';
import { decisionsOf, drawnAt, namesOf } from './regions.ts';
import { spheresOf } from './spheres.ts';

const FACE: PrivacyRegion = {
  yaw: 0,
  pitch: 0,
  width: 10,
  height: 10,
  shape: 'ellipse',
  origin: 'found',
  isBlurred: true,
};

const CHECK: PrivacyCheck = {
  asset: 'hall',
  fileName: 'hall.jpg',
  kind: 'photo',
  state: 'none',
  url: '/hall.jpg',
  panorama: {
    tiles: {
      tileSize: 512,
      url: '/{level}/{row}-{column}',
      levels: [
        { width: 1024, height: 512, columns: 2, rows: 1 },
        { width: 2048, height: 1024, columns: 4, rows: 2 },
      ],
    },
  },
  width: 2048,
  height: 1024,
  stereo: 'mono',
  regions: [],
  failure: null,
  statement: null,
};

it('has each picture once, with all scenes that show it, also in another light', () => {
  const twice = ['hall', 'kitchen', 'hall'].reduce(
    (draft, asset) => addScene(draft, aFile(asset)),
    aStudioTour().draft,
  );
  const { document } = twice;
  const [first] = document?.scenes ?? [];
  if (first) first.lights = [{ id: 'night', label: 'Night', media: 'hall-at-night' }];
  expect(spheresOf(document).map(({ asset, title }) => [asset, title])).toEqual([
    ['hall', 'Hall'],
    ['hall-at-night', 'Hall, Night'],
    ['kitchen', 'Kitchen'],
  ]);
  expect(spheresOf(null)).toEqual([]);
});

describe('decisions', () => {
  const VIEW = { yaw: 0 };

  it('are in the order in which a visitor meets the regions', () => {
    const yaws = [170, -20, 10, -170].map((yaw) => ({ ...FACE, yaw }));
    expect(decisionsOf(yaws, VIEW).map(({ region }) => region.yaw)).toEqual([-20, 10, 170, -170]);
  });

  it('keep what was drawn when a search has found others', () => {
    const drawn = drawnAt({ yaw: 40, pitch: 60 }, decisionsOf([FACE], VIEW));
    expect(drawn).toMatchObject({ id: 'r1', region: { width: 20, height: 5, shape: 'rectangle' } });
    const found = [FACE, { ...FACE, yaw: 90 }];
    const after = decisionsOf(found, VIEW, [...decisionsOf([FACE], VIEW), drawn]);
    expect(after.map(({ region }) => region)).toEqual([...found, drawn.region]);
    expect([...namesOf(after).values()]).toEqual(['Face 1', 'Face 2', 'Region 1']);
  });

  it('have what the server has signed once', () => {
    const drawn = drawnAt({ yaw: 0, pitch: 0 }, []);
    expect(decisionsOf([drawn.region], VIEW, [drawn])).toHaveLength(1);
  });
});

describe('a close-up', () => {
  const size = { width: 200, height: 100 };

  it('is made of the coarsest tiles that are sharp enough', () => {
    expect(closeUpOf(CHECK, { ...FACE, width: 100, height: 50 }, size).pieces[0]?.url).toMatch('/0/');
    const { pieces, region } = closeUpOf(CHECK, FACE, size);
    expect(pieces.map(({ url }) => url)).toEqual(['/1/0-1', '/1/0-2', '/1/1-1', '/1/1-2']);
    expect(region.left + region.width / 2).toBeCloseTo(100);
    expect(region.top + region.height / 2).toBeCloseTo(50);
    expect(region.height).toBeCloseTo(100 / 1.7);
  });

  it('goes on across the seam', () => {
    const { pieces } = closeUpOf(CHECK, { ...FACE, yaw: 179, pitch: 20 }, size);
    expect(pieces.map(({ url }) => url)).toEqual(['/1/0-3', '/1/0-0']);
    const [left, right] = pieces;
    expect((left?.left ?? 0) + (left?.width ?? 0)).toBeCloseTo(right?.left ?? 0);
  });

  it('shows the left eye, and the whole file where there are no tiles', () => {
    const stereo = closeUpOf({ ...CHECK, stereo: 'top-bottom', panorama: {} }, FACE, size);
    expect(stereo.pieces).toHaveLength(1);
    expect(stereo.pieces[0]).toMatchObject({ url: '/hall.jpg' });
    // The middle of the left eye is a quarter of the file from its top.
    const [piece] = stereo.pieces;
    expect((piece?.top ?? 0) + (piece?.height ?? 0) / 4).toBeCloseTo(50);
  });
});

describe('what is said of a check', () => {
  it.each<[Partial<PrivacyCheck>, string, string]>([
    [{}, 'open', 'Not searched for faces yet'],
    [{ kind: 'video' }, 'open', 'A film: look at all of it, it is not searched'],
    [{ state: 'searching' }, 'busy', 'Searching for faces, which takes a minute or two'],
    [{ state: 'searched', regions: [FACE] }, 'review', '1 face found'],
    [{ state: 'searched' }, 'review', 'No faces found'],
    [{ state: 'failed', failure: 'It is gone.' }, 'failed', 'It is gone.'],
    [{ state: 'blurring' }, 'busy', 'Making a new picture with the blur'],
  ])('%#', (fields, state, sentence) => {
    const check = { ...CHECK, ...fields };
    expect([stateOf(check), sentenceAbout(check)]).toEqual([state, sentence]);
  });

  it('names who signed, and what was decided', () => {
    const by = { id: 'u', name: 'Ada' };
    const signed = (basis: PrivacyBasis, regions: PrivacyRegion[]): PrivacyCheck => ({
      ...CHECK,
      state: 'signed',
      regions,
      statement: { basis, by, at: '2026-01-01T12:00:00Z' },
    });
    const looked = signed('looked', [FACE, { ...FACE, isBlurred: false }]);
    expect(sentenceAbout(looked)).toMatch(/^Signed by Ada on .*2026.*: 1 region blurred, 1 kept$/);
    expect(sentenceAbout(signed('no-people', []))).toMatch(/: it shows no people$/);
  });
});
