// biome-ignore-all lint/suspicious/noAssignInExpressions: each row changes one thing
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TOUR_LIMITS } from './limits.ts';
import { parseTour } from './parse.ts';
import { publicationProblems, reachableScenes } from './publication.ts';
import type { Tour, TourInput } from './schema.ts';
import { HOTEL_ASSETS, hotelTour, mutated, tourOfDoors } from './tour.fixture.ts';

function parsed(input: TourInput = hotelTour()): Tour {
  const result = parseTour(input);
  if (!result.ok) throw new Error(result.problems.map(({ message }) => message).join('\n'));
  return result.tour;
}

/** New values by their path, such as `scenes.0.title`; undefined deletes what is there. */
type Changes = Readonly<Record<string, unknown>>;

function parentOf(root: object, keys: readonly string[]): object {
  return keys.reduce((parent, key) => {
    const child: unknown = Reflect.get(parent, key);
    if (typeof child !== 'object' || child === null) throw new Error(`the tour has no ${key}`);
    return child;
  }, root);
}

/** The hotel after changes that its types may forbid. */
function changed(changes: Changes): unknown {
  const tour = structuredClone(hotelTour());
  for (const [path, value] of Object.entries(changes)) {
    const keys = path.split('.');
    const parent = parentOf(tour, keys.slice(0, -1));
    const key = keys.at(-1) ?? '';
    if (value === undefined) Reflect.deleteProperty(parent, key);
    else Reflect.set(parent, key, value);
  }
  return tour;
}

function messages(input: unknown): string[] {
  const result = parseTour(input);
  return result.ok ? [] : result.problems.map(({ message }) => message);
}

describe('a tour document', () => {
  it('fills in what is absent, and then stays as it is', () => {
    const tour = parsed();
    expect(tour.scenes[1]).toMatchObject({
      kind: 'photo',
      stereo: 'mono',
      pose: { heading: 200, pitch: 0, roll: 0 },
      view: { yaw: 0, pitch: 0, fov: 75 },
      looks: [],
      captions: [],
    });
    expect(parsed(tour)).toEqual(tour);
  });

  it('names the lights of each scene by itself', () => {
    const lights = hotelTour().scenes[0]?.lights;
    expect(messages(changed({ 'scenes.1.lights': lights }))).toEqual([]);
  });

  it('keeps text as it was written, markup included', () => {
    const text = '<b>5 < 6</b> & "so" on';
    const input = changed({ 'scenes.0.title': text, 'scenes.0.description': ' one\r\ntwo ' });
    expect(parsed(input as TourInput).scenes[0]).toMatchObject({ title: text, description: 'one\ntwo' });
  });

  it.each<[string, Changes]>([
    ['Version must be 1, the only version that is known here.', { version: 2 }],
    [
      'Scene "lobby", hotspot "to-corridor", position, yaw must be at most 180.',
      { 'scenes.0.hotspots.0.at.yaw': 200 },
    ],
    [
      'Scene 2, id must be an id such as "living-room": small letters, digits and hyphens.',
      { 'scenes.1.id': '<b>' },
    ],
    [
      'Scene "lobby", hotspot "book-room", target must be a web address that begins with https:// or http://.',
      { 'scenes.0.hotspots.4.target': 'javascript:alert(1)' },
    ],
    [
      'Scene "lobby", hotspot "to-corridor" must have either the position "at" or an "outline".',
      { 'scenes.0.hotspots.0.at': undefined },
    ],
    [
      'Scene "lobby", hotspot "about-desk" must not have the field "target".',
      { 'scenes.0.hotspots.1.target': 'lobby' },
    ],
    [
      'Scene "lobby", hotspot "about-desk", kind must be one of door, info, picture, film, sound, link and book.',
      { 'scenes.0.hotspots.1.kind': 'portal' },
    ],
    [
      'Scene "room", hotspot "to-the-corridor", arrive must be "same-heading", "through" or a view with yaw, pitch and fov.',
      { 'scenes.2.hotspots.0.arrive': 'backwards' },
    ],
    [
      'Scene "lobby", hotspot "welcome", captions 1, language must be a language such as "en".',
      { 'scenes.0.hotspots.3.captions.0.language': 'English!' },
    ],
    [
      'Scene "lobby", hotspot "welcome", captions 1, cue 1, to must be at least 0.',
      { 'scenes.0.hotspots.3.captions.0.cues.0.to': -1 },
    ],
    [
      'Scene "lobby", hotspot "about-desk" must not have the field "captions".',
      { 'scenes.0.hotspots.1.captions': [] },
    ],
    ['Scene "room", coverage must have left < right and top < bottom.', { 'scenes.2.coverage.left': 0.8 }],
    ['Scene "lobby", title must not contain control characters.', { 'scenes.0.title': 'a\u0000b' }],
    ['Scene "lobby", title must not contain control characters.', { 'scenes.0.title': '\ud800' }],
    ['Scene "lobby", look "a", view is missing.', { 'scenes.0.looks': [{ id: 'a', label: 'A' }] }],
    [
      'Scene "lobby", light "noon" has the id of another light; each needs a different one.',
      { 'scenes.0.lights.1.id': 'noon' },
    ],
    [
      'Scene "lobby", light "night", photo or film must name a file of the media library.',
      { 'scenes.0.lights.1.media': '../x' },
    ],
    ['Guide, step 1, seconds must be at least 1.', { 'guide.steps.0.seconds': 0 }],
    ['The tour must not have the field "scripts".', { scripts: [] }],
    [
      'Scene "room" has the id of another scene; each needs a different one.',
      { [`scenes.${hotelTour().scenes.length}`]: hotelTour().scenes[2] },
    ],
    [
      'Scene "corridor", hotspot "to-corridor" has the id of another hotspot; each needs a different one.',
      { 'scenes.1.hotspots.0.id': 'to-corridor' },
    ],
  ])('is refused: %s', (message, changes) => {
    expect(messages(changed(changes))).toContain(message);
  });

  it('has at most 300 scenes, 200 hotspots in each and 1 MB', () => {
    const many = tourOfDoors(TOUR_LIMITS.scenes + 1, []);
    expect(messages(many)).toEqual(['Scenes must have at most 300 entries.']);
    expect(messages({ ...many, scenes: many.scenes.slice(1) })).toEqual([]);
    const doors = Array.from({ length: TOUR_LIMITS.hotspotsPerScene + 1 }, () => [0, 0] as const);
    expect(messages(tourOfDoors(1, doors))).toEqual(['Scene "s0", hotspots must have at most 200 entries.']);
    expect(messages(tourOfDoors(1, doors.slice(1)))).toEqual([]);
    const wordy = changed({ 'scenes.0.description': 'ä'.repeat(TOUR_LIMITS.bytes / 2) });
    expect(messages(wordy)).toEqual(['The tour must not be larger than 1 MB.']);
  });

  it.each([undefined, null, 1, 'tour', [], () => 1, 10n])('is refused where it is no object: %s', (input) => {
    expect(messages(input)).toHaveLength(1);
  });

  it('never throws, whatever was written', () => {
    fc.assert(
      fc.property(mutated(hotelTour), (document) => {
        const result = parseTour(document);
        if (result.ok) {
          expect(JSON.stringify(result.tour).length).toBeLessThanOrEqual(2 * TOUR_LIMITS.bytes);
          publicationProblems(result.tour, HOTEL_ASSETS);
        } else {
          expect(result.problems.length).toBeGreaterThan(0);
          for (const { message } of result.problems) expect(message).toMatch(/^[A-Z].{5,}\.$/s);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('publication', () => {
  const problems = (change: (tour: Tour) => void, assets: ReadonlySet<string> = HOTEL_ASSETS) => {
    const tour = parsed();
    change(tour);
    return publicationProblems(tour, assets).map(({ message }) => message);
  };

  it('accepts a complete tour', () => {
    expect(problems(() => undefined)).toEqual([]);
  });

  it.each<[string, (tour: Tour) => void]>([
    ['Start scene names the scene "cellar", which does not exist.', (tour) => void (tour.start = 'cellar')],
    ['The tour needs at least one scene.', (tour) => void (tour.scenes = [])],
    [
      'Scene "room" cannot be reached from the start scene.',
      (tour) => void tour.scenes[1]?.hotspots.splice(1, 1),
    ],
    [
      'Scene "room", title must not be empty.',
      (tour) => void Object.assign(tour.scenes[2] ?? {}, { title: '' }),
    ],
    [
      'Scene "lobby", lights need at least two entries, one of them without media: the scene’s own picture.',
      (tour) => void tour.scenes[0]?.lights?.shift(),
    ],
    [
      'Scene "room", lights need a photo.',
      (tour) => void Object.assign(tour.scenes[2] ?? {}, { lights: tour.scenes[0]?.lights }),
    ],
    [
      'Scene "lobby", light "night", label must not be empty.',
      (tour) => void Object.assign(tour.scenes[0]?.lights?.[1] ?? {}, { label: '' }),
    ],
    [
      'Scene "lobby", light "night", photo or film is not ready yet, or no longer there.',
      (tour) => void Object.assign(tour.scenes[0]?.lights?.[1] ?? {}, { media: 'asset-lost' }),
    ],
    [
      'Scene "lobby", hotspot "to-corridor", label must not be empty.',
      (tour) => void Object.assign(tour.scenes[0]?.hotspots[0] ?? {}, { label: '' }),
    ],
    [
      'Scene "corridor", hotspot "to-room" names the scene "suite", which does not exist.',
      (tour) => void Object.assign(tour.scenes[1]?.hotspots[1] ?? {}, { target: 'suite' }),
    ],
    [
      'Scene "lobby", hotspot "book-room" needs a web address.',
      (tour) => void Object.assign(tour.scenes[0]?.hotspots[4] ?? {}, { target: undefined }),
    ],
    ['Scene "lobby", place names the plan "ground", which does not exist.', (tour) => void (tour.plans = [])],
    [
      'Guide, step 1 names the scene "attic", which does not exist.',
      (tour) => void Object.assign(tour.guide?.steps[0] ?? {}, { scene: 'attic' }),
    ],
    [
      'Preview scene "garden" names the scene "garden", which does not exist.',
      (tour) => void (tour.previewScenes = ['garden']),
    ],
    [
      'Scene "room", photo or film is not ready yet, or no longer there.',
      (tour) => void Object.assign(tour.scenes[2] ?? {}, { media: 'asset-lost' }),
    ],
  ])('says: %s', (message, change) => {
    expect(problems(change)).toContain(message);
  });

  it('reaches what a breadth-first search reaches', () => {
    const graph = fc.integer({ min: 1, max: 25 }).chain((count) => {
      const scene = fc.nat(count - 1);
      return fc.tuple(fc.constant(count), fc.array(fc.tuple(scene, scene), { maxLength: 60 }));
    });
    fc.assert(
      fc.property(graph, ([count, doors]) => {
        const level = [0];
        for (const from of level)
          for (const [door, to] of doors) if (door === from && !level.includes(to)) level.push(to);
        const tour = tourOfDoors(count, doors);
        expect([...reachableScenes(tour)].sort()).toEqual(level.map((index) => `s${index}`).sort());
        const assets = new Set(tour.scenes.map(({ media }) => media));
        expect(publicationProblems(tour, assets)).toHaveLength(count - level.length);
      }),
    );
  });
});
