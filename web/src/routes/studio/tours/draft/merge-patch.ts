import type { TourDraft } from '@oriel/contract';

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const plain = (value: unknown) => (typeof value === 'string' ? value.trim() : value);

/** Whether two values are the same once they are stored: in any order of members, and without blanks around texts. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((value, index) => isSame(value, other[index]));
  if (!isObject(one) || !isObject(other)) return plain(one) === plain(other);
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => isSame(one[name], other[name]));
}

/** The JSON merge patch (RFC 7396) that makes `after` of `before`; undefined where nothing changes. */
function patchOf(before: unknown, after: unknown): unknown {
  if (isSame(before, after)) return undefined;
  if (!isObject(after)) return after;
  const old = isObject(before) ? before : {};
  const patch: Fields = {};
  for (const name of new Set([...Object.keys(old), ...Object.keys(after)])) {
    if (after[name] === undefined) {
      if (old[name] !== undefined) patch[name] = null;
    } else {
      const value = patchOf(old[name], after[name]);
      if (value !== undefined) patch[name] = value;
    }
  }
  return patch;
}

/** A merge patch of the members of a draft that have changed; undefined where none has. */
export function draftPatch(before: TourDraft, after: TourDraft): Fields | undefined {
  const patch = patchOf(before, after);
  return isObject(patch) && Object.keys(patch).length > 0 ? patch : undefined;
}

/** The members in which `after` differs from `before`, as they are in `after`. */
export function changedMembers(before: TourDraft, after: TourDraft): Partial<TourDraft> {
  const names = Object.keys(after) as (keyof TourDraft)[];
  return Object.fromEntries(
    names.filter((name) => !isSame(before[name], after[name])).map((name) => [name, after[name]]),
  );
}
