import type { PlaceSheet } from '@oriel/contract';
import type { Db } from '../../database/database.ts';
import { findNeighbour, findPlace, findPopular, type LocatedExperience } from './place-store.ts';
import { presentPlaceCard } from './presentation.ts';
import { experienceNotFound, findExperiences } from './store.ts';

const SIMILAR = 4;
/** More than are shown, since those with the same cover as another are passed over. */
const CANDIDATES = 16;

/** Of the same subcategory first, then of the same category; no two with the same cover while there are others. */
async function findSimilar(db: Db, { id, ...place }: LocatedExperience): Promise<number[]> {
  const options = { except: id, limit: CANDIDATES };
  const found = [
    ...(place.subcategoryId === null
      ? []
      : await findPopular(db, 'subcategory_id', place.subcategoryId, options)),
    ...(place.categoryId === null ? [] : await findPopular(db, 'category_id', place.categoryId, options)),
  ];
  const candidates = [...new Map(found.map((one) => [one.id, one])).values()];
  const covers = new Set<string | null>();
  const isNew = ({ thumbnail }: { thumbnail: string | null }) => {
    const isFirst = !covers.has(thumbnail);
    covers.add(thumbnail);
    return isFirst;
  };
  const distinct = candidates.filter(isNew);
  const others = candidates.filter((one) => !distinct.includes(one));
  return [...distinct, ...others].slice(0, SIMILAR).map((one) => one.id);
}

/**
 * What the place sheet of an experience says; the same for every caller.
 *
 * @param key the numeric id or the slug
 * @throws {AppError} 404 `experience_not_found`
 */
export async function readPlaceSheet(db: Db, key: string): Promise<PlaceSheet> {
  const found = await findPlace(db, key);
  if (found === undefined) throw experienceNotFound();
  const [similar, previous, next] = await Promise.all([
    findSimilar(db, found),
    findNeighbour(db, found, 'previous'),
    findNeighbour(db, found, 'next'),
  ]);
  const ids = [...new Set([...similar, previous, next].filter((id) => id !== undefined))];
  const cards = new Map(
    (await findExperiences(db, ids)).map((stored) => [stored.id, presentPlaceCard(stored)]),
  );
  const { latitude, longitude, place, tokensRequired } = found;
  return {
    facts: place?.facts ?? [],
    access: place?.access,
    website: place?.website,
    location: latitude === null || longitude === null ? undefined : { latitude, longitude },
    stills: tokensRequired > 0 ? [] : (place?.stills ?? []),
    similar: similar.flatMap((id) => cards.get(id) ?? []),
    previous: cards.get(previous ?? 0),
    next: cards.get(next ?? 0),
  };
}
