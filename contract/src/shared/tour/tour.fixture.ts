import fc from 'fast-check';
import type { Tour, TourInput } from './schema.ts';

/** A hotel of three rooms, with one thing of every kind. */
export function hotelTour(): TourInput {
  return {
    version: 1,
    start: 'lobby',
    scenes: [
      {
        id: 'lobby',
        title: 'Lobby',
        description: 'Where guests arrive.\nThe desk is on the left.',
        media: 'asset-lobby',
        pose: { heading: 30, pitch: 2, roll: -1 },
        view: { yaw: -20, pitch: -4, fov: 75 },
        place: { plan: 'ground', x: 120, y: 340.5 },
        capturedAt: '2026-05-04',
        lights: [
          { id: 'noon', label: 'At noon' },
          { id: 'night', label: 'At night', media: 'asset-lobby-night' },
        ],
        hotspots: [
          {
            id: 'to-corridor',
            kind: 'door',
            at: { yaw: 40, pitch: -5 },
            label: 'Corridor',
            target: 'corridor',
          },
          {
            id: 'about-desk',
            kind: 'info',
            at: { yaw: -60, pitch: -10 },
            label: 'Desk',
            text: 'Open all night.',
          },
          {
            id: 'painting',
            kind: 'picture',
            outline: [
              { yaw: 90, pitch: 10 },
              { yaw: 110, pitch: 10 },
              { yaw: 100, pitch: 25 },
            ],
            label: 'Painting',
            alt: 'A harbour at dawn.',
            target: 'asset-painting',
          },
          {
            id: 'welcome',
            kind: 'film',
            at: { yaw: 0, pitch: 10 },
            label: 'A welcome',
            target: 'asset-welcome',
            captions: [
              { language: 'en', label: 'English', cues: [{ from: 0, to: 4, text: 'Good evening.' }] },
            ],
          },
          {
            id: 'book-room',
            kind: 'book',
            at: { yaw: -80, pitch: 0 },
            label: 'Book',
            target: 'https://hotel.example/',
          },
        ],
        looks: [{ id: 'the-desk', label: 'The desk', view: { yaw: -60, pitch: -10, fov: 50 } }],
      },
      {
        id: 'corridor',
        title: 'Corridor',
        media: 'asset-corridor',
        pose: { heading: 200 },
        hotspots: [
          { id: 'back-to-lobby', kind: 'door', at: { yaw: 170, pitch: 0 }, label: 'Lobby', target: 'lobby' },
          {
            id: 'to-room',
            kind: 'door',
            at: { yaw: 10, pitch: 0 },
            label: 'Room',
            target: 'room',
            arrive: 'through',
          },
        ],
        sounds: [{ id: 'hum', label: 'Air', media: 'asset-hum', volume: 0.2 }],
      },
      {
        id: 'room',
        title: 'Room',
        media: 'asset-room',
        kind: 'film',
        stereo: 'top-bottom',
        coverage: { left: 0.25, top: 0.1, right: 0.75, bottom: 0.9 },
        limits: { maxFov: 60 },
        adjust: { exposure: 0.5 },
        nadir: { radius: 12, colour: '#202020' },
        hotspots: [
          {
            id: 'to-the-corridor',
            kind: 'door',
            at: { yaw: -50, pitch: 0 },
            label: 'Corridor',
            target: 'corridor',
          },
        ],
        captions: [{ language: 'en', label: 'English', cues: [{ from: 0, to: 2.5, text: 'Welcome.' }] }],
      },
    ],
    plans: [
      {
        id: 'ground',
        title: 'Ground floor',
        image: 'asset-plan',
        width: 800,
        height: 600,
        north: 12,
        alt: 'Two rooms.',
      },
    ],
    guide: {
      steps: [
        { scene: 'lobby', view: { yaw: 0, pitch: 0, fov: 70 }, seconds: 8, text: 'This is the lobby.' },
      ],
    },
    previewScenes: ['lobby'],
  };
}

/** Every file that `hotelTour` names. */
export const HOTEL_ASSETS = new Set(
  ['lobby', 'lobby-night', 'painting', 'welcome', 'corridor', 'hum', 'room', 'plan'].map(
    (name) => `asset-${name}`,
  ),
);

/** A tour whose scenes `0` to `count - 1` are connected by these doors, from the first scene. */
export function tourOfDoors(count: number, doors: readonly (readonly [from: number, to: number])[]): Tour {
  const scene = (index: number): Tour['scenes'][number] => ({
    id: `s${index}`,
    title: `Scene ${index}`,
    media: `asset-${index}`,
    kind: 'photo',
    stereo: 'mono',
    pose: { pitch: 0, roll: 0 },
    view: { yaw: 0, pitch: 0, fov: 75 },
    hotspots: doors.flatMap(([from, to], number) =>
      from === index
        ? [
            {
              id: `d${number}`,
              kind: 'door' as const,
              at: { yaw: 0, pitch: 0 },
              label: 'Door',
              target: `s${to}`,
            },
          ]
        : [],
    ),
    looks: [],
    sounds: [],
    captions: [],
  });
  return {
    version: 1,
    start: 's0',
    scenes: Array.from({ length: count }, (_, index) => scene(index)),
    plans: [],
  };
}

const NONSENSE: unknown[] = [
  null,
  undefined,
  '',
  ' ',
  -1,
  Number.POSITIVE_INFINITY,
  Number.NaN,
  [],
  {},
  [[]],
  '\u0000',
  '\ud800',
  '<script>alert(1)</script>',
  'javascript:alert(1)',
  '__proto__',
  'x'.repeat(10_000),
  10n,
  Symbol('s'),
  () => 1,
  new Date(0),
];

/** A copy, since further changes may be made inside it. */
const fresh = (value: unknown) => (typeof value === 'object' ? structuredClone(value) : value);

interface Container {
  holder: Record<string | number, unknown>;
  key: string | number;
}

function containersOf(value: unknown): Container[] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Record<string | number, unknown>;
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...containersOf(holder[key])]);
}

/** Copies of a document in which some values are replaced by nonsense, removed, renamed, or made circular. */
export function mutated(document: () => unknown): fc.Arbitrary<unknown> {
  const change = fc.record({
    place: fc.nat(),
    kind: fc.constantFrom('replace', 'remove', 'rename', 'double', 'circle', 'deepen'),
    value: fc.oneof(fc.constantFrom(...NONSENSE).map(fresh), fc.anything()),
  });
  return fc.array(change, { minLength: 1, maxLength: 4 }).map((changes) => {
    const copy = document();
    for (const { place, kind, value } of changes) {
      const containers = containersOf(copy);
      const { holder, key } = containers[place % containers.length] ?? { holder: {}, key: '' };
      if (kind === 'replace') holder[key] = value;
      else if (kind === 'remove') delete holder[key];
      else if (kind === 'rename') {
        holder[`${key}x`] = holder[key];
        delete holder[key];
      } else if (kind === 'double') holder[key] = [holder[key], holder[key]];
      else if (kind === 'deepen') {
        let deep: unknown = holder[key];
        for (let level = 0; level < 20_000; level += 1) deep = [deep];
        holder[key] = deep;
        return copy;
      } else {
        holder[key] = copy;
        return copy;
      }
    }
    return copy;
  });
}
