import {
  parseTour,
  publicationProblems,
  TourDraft,
  type TourProblem,
  tourAssets,
  tourSpheres,
  uncheckedProblems,
} from '@oriel/contract';
import { AppError } from '../../errors.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Applies a JSON merge patch (RFC 7396). */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const merged = new Map(isObject(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name), value));
  }
  return Object.fromEntries(merged);
}

/** Reads a draft as it may be saved, unfinished. @throws {AppError} 422 `draft_invalid` */
export function parseDraft(input: unknown): TourDraft {
  const { document, ...rest } = isObject(input) ? input : {};
  const refuse = (detail: string) => new AppError(422, 'draft_invalid', detail);
  const tour = document === undefined || document === null ? undefined : parseTour(document);
  if (tour?.ok === false) throw refuse(tour.problems[0]?.message ?? 'The tour is not valid.');
  const parsed = TourDraft.safeParse({ ...rest, ...(tour?.ok && { document: tour.tour }) });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue?.path.join('.') || 'draft';
  throw refuse(`${place}: ${issue?.message ?? 'is not valid'}`.slice(0, 500));
}

/** The assets that a draft names. */
export const draftAssets = ({ document }: TourDraft): string[] =>
  document === null ? [] : tourAssets(document).map(({ asset }) => asset);

/** Those of them that are to be spheres. */
export const draftSpheres = ({ document }: TourDraft): string[] =>
  document === null ? [] : tourSpheres(document).map(({ asset }) => asset);

const SLUG = /^(?=.*[a-z])[a-z0-9]+(-[a-z0-9]+)*$/;

interface Publishing {
  readyAssets: ReadonlySet<string>;
  /** Spheres that somebody has still to check for people. */
  unchecked: ReadonlySet<string>;
  /** Whether another tour has the draft's slug, or had it. */
  isTaken: boolean;
}

/** What is missing before a draft can be published. */
export function draftProblems(
  draft: TourDraft,
  { readyAssets, unchecked, isTaken }: Publishing,
): TourProblem[] {
  const problems: TourProblem[] = [];
  const need = (isMet: boolean, field: string, message: string) => {
    if (!isMet) problems.push({ path: [field], message });
  };
  need(draft.title !== '', 'title', 'The tour needs a title.');
  need(draft.category !== null, 'category', 'The tour needs a category.');
  need(draft.price !== null, 'price', 'The tour needs a price; 0 is free.');
  need(SLUG.test(draft.slug), 'slug', 'The address needs small letters and digits, joined by hyphens.');
  need(!isTaken, 'slug', 'Another tour has this address.');
  need(draft.document !== null, 'document', 'The tour needs a scene.');
  const { document } = draft;
  const ofDocument =
    document === null
      ? []
      : [...publicationProblems(document, readyAssets), ...uncheckedProblems(document, unchecked)];
  return [
    ...problems,
    ...ofDocument.map(({ path, ...problem }) => ({ ...problem, path: ['document', ...path] })),
  ];
}
