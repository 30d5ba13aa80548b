import type { ListedExperience } from '@oriel/contract';

/** As the server limits members. */
export const MAX_SAVED = 200;
export const MAX_RECENT = 24;

/** What a guest has saved and viewed, the newest first. */
export interface Places {
  saved: readonly ListedExperience[];
  recent: readonly ListedExperience[];
  /** Whether the guest has asked to have `recent` remembered in this browser. */
  remembers: boolean;
}

export const NO_PLACES: Places = { saved: [], recent: [], remembers: false };

function listOf(value: unknown, max: number): ListedExperience[] {
  if (!Array.isArray(value)) return [];
  return value
    .filter(
      (one): one is ListedExperience =>
        Number.isInteger(one?.id) && one.id > 0 && Number.isFinite(Date.parse(one?.at)),
    )
    .map(({ id, at }) => ({ id, at: new Date(at).toISOString() }))
    .slice(0, max);
}

/** Parses what is stored; invalid parts are left out. */
export function parsePlaces(text: string | null): Places {
  try {
    const value: Record<string, unknown> | null = JSON.parse(text ?? 'null');
    if (!value) return NO_PLACES;
    const remembers = value.remembers === true;
    return {
      saved: listOf(value.saved, MAX_SAVED),
      recent: remembers ? listOf(value.recent, MAX_RECENT) : [],
      remembers,
    };
  } catch {
    return NO_PLACES;
  }
}

/** What is to be stored: only what the guest has asked for; undefined where that is nothing. */
export function textOfPlaces({ saved, recent, remembers }: Places): string | undefined {
  if (saved.length === 0 && !remembers) return undefined;
  return JSON.stringify({ saved, ...(remembers && { recent, remembers }) });
}

type Saved = Pick<Places, 'saved'>;

const without = (list: readonly ListedExperience[], id: number) => list.filter((one) => one.id !== id);

/** @returns undefined where the list is full */
export function withSaved<P extends Saved>(places: P, id: number, now = new Date()): P | undefined {
  const others = without(places.saved, id);
  if (others.length >= MAX_SAVED) return undefined;
  return { ...places, saved: [{ id, at: now.toISOString() }, ...others] };
}

export const withoutSaved = <P extends Saved>(places: P, id: number): P => ({
  ...places,
  saved: without(places.saved, id),
});

export const withRecent = (places: Places, id: number, now = new Date()): Places => ({
  ...places,
  recent: [{ id, at: now.toISOString() }, ...without(places.recent, id)].slice(0, MAX_RECENT),
});
