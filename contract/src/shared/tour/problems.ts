/** What is wrong with a tour document: a sentence to show, and the place that it speaks of. */
export interface TourProblem {
  message: string;
  path: (string | number)[];
  /** For those that something else than an edit of the document mends. */
  code?: TourProblemCode | undefined;
}

/** `people_unchecked`: nobody has signed that the sphere at the path was checked for people. */
export const TOUR_PROBLEM_CODES = ['people_unchecked'] as const;
export type TourProblemCode = (typeof TOUR_PROBLEM_CODES)[number];

/** One entry of a list. */
const ENTRIES: Partial<Record<string, string>> = {
  scenes: 'scene',
  hotspots: 'hotspot',
  looks: 'look',
  lights: 'light',
  plans: 'plan',
  sounds: 'sound',
  captions: 'captions',
  cues: 'cue',
  steps: 'step',
  outline: 'corner',
  previewScenes: 'preview scene',
};

const FIELDS: Partial<Record<string, string>> = {
  at: 'position',
  fov: 'field of view',
  media: 'photo or film',
  start: 'start scene',
  previewScenes: 'preview scenes',
};

const own = (value: unknown, key: string | number): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string | number, unknown>)[key]
    : undefined;

/** The id of an entry, or its number where it has none that could be shown. */
function nameOf(entry: unknown, index: number): string {
  const id = typeof entry === 'string' ? entry : own(entry, 'id');
  return typeof id === 'string' && /^[\w .-]{1,64}$/.test(id) ? `"${id}"` : String(index + 1);
}

/** The place in a document as its author would call it: `Scene "kitchen", hotspot 2, position, yaw`. */
export function placeInWords(document: unknown, path: readonly (string | number)[]): string {
  const words: string[] = [];
  let value = document;
  path.forEach((key, index) => {
    value = own(value, key);
    if (typeof key === 'number') {
      const list = String(path[index - 1]);
      words.splice(-1, 1, `${ENTRIES[list] ?? 'entry'} ${nameOf(value, key)}`);
    } else words.push(FIELDS[key] ?? key);
  });
  const place = words.join(', ');
  return place === '' ? 'The tour' : place.charAt(0).toUpperCase() + place.slice(1);
}

/** @param message continues the place: "must be at most 90" */
export function problemAt(document: unknown, path: (string | number)[], message: string): TourProblem {
  return { path, message: `${placeInWords(document, path)} ${message}.` };
}
