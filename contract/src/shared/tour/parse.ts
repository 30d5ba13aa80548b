import type { z } from 'zod';
import { TOUR_LIMITS } from './limits.ts';
import { problemAt, type TourProblem } from './problems.ts';
import { Tour } from './schema.ts';

export type ParsedTour = { ok: true; tour: Tour } | { ok: false; problems: TourProblem[] };

/** The most problems that are reported at once. */
const MAX_PROBLEMS = 50;

function refused(document: unknown, path: (string | number)[], message: string): ParsedTour {
  return { ok: false, problems: [problemAt(document, path, message)] };
}

/** The bytes of the document as JSON; undefined for what is no JSON at all. */
function sizeOf(document: unknown): number | undefined {
  try {
    const json = JSON.stringify(document);
    return json === undefined ? undefined : new TextEncoder().encode(json).length;
  } catch {
    return undefined;
  }
}

interface Entry {
  kind: string;
  id: string;
  path: (string | number)[];
  /** Its id is unique in this alone, instead of in the tour. */
  within?: string;
}

function* entries(tour: Tour): Generator<Entry> {
  for (const [index, scene] of tour.scenes.entries()) {
    const path = ['scenes', index];
    yield { kind: 'scene', id: scene.id, path };
    for (const list of ['hotspots', 'looks', 'sounds'] as const) {
      const kind = list.slice(0, -1);
      for (const [place, { id }] of scene[list].entries()) yield { kind, id, path: [...path, list, place] };
    }
    for (const [place, { id }] of (scene.lights ?? []).entries())
      yield { kind: 'light', id, path: [...path, 'lights', place], within: scene.id };
  }
  for (const [index, { id }] of tour.plans.entries()) yield { kind: 'plan', id, path: ['plans', index] };
}

/** Ids that occur twice among things of the same kind. */
function repeatedIds(tour: Tour): TourProblem[] {
  const seen = new Set<string>();
  return [...entries(tour)].flatMap(({ kind, id, path, within = '' }) => {
    const key = `${kind} ${id} ${within}`;
    if (!seen.has(key)) {
      seen.add(key);
      return [];
    }
    return [problemAt(tour, path, `has the id of another ${kind}; each needs a different one`)];
  });
}

function problemOf(document: unknown, issue: z.core.$ZodIssue): TourProblem {
  const path = issue.path.map((key) => (typeof key === 'number' ? key : String(key)));
  return problemAt(document, path, issue.message);
}

/**
 * Reads a tour document as it may be saved: a draft may have empty labels and doors that lead nowhere yet; `publicationProblems`
 * says what a published one needs. Never throws.
 *
 * @param document JSON that was parsed already
 */
export function parseTour(document: unknown): ParsedTour {
  const size = sizeOf(document);
  if (size === undefined) return refused(undefined, [], 'must be a JSON object');
  if (size > TOUR_LIMITS.bytes) return refused(undefined, [], 'must not be larger than 1 MB');
  const parsed = Tour.safeParse(document);
  if (!parsed.success) {
    const problems = parsed.error.issues.slice(0, MAX_PROBLEMS).map((issue) => problemOf(document, issue));
    return { ok: false, problems };
  }
  const repeated = repeatedIds(parsed.data);
  if (repeated.length > 0) return { ok: false, problems: repeated.slice(0, MAX_PROBLEMS) };
  return { ok: true, tour: parsed.data };
}
