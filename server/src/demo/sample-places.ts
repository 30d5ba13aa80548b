import type { Tx } from '../database/database.ts';
import { type NewExperience, updateExperience } from '../features/catalogue/service.ts';
import type { SamplePlaceTexts, SampleTour } from './sample-files.ts';
import type { SampleMedia } from './sample-media.ts';
import { findUnplaced } from './store.ts';

const MAX_STILLS = 6;

/** The still of the card first. */
function stillsOf({ media, thumbnail }: SampleTour, imported: Map<string, SampleMedia>) {
  if (media.kind === 'embed' || 'cover' in thumbnail) return [];
  const stills = imported.get(media.source)?.stills ?? [];
  const cover = imported.get(thumbnail.source)?.thumbnails.get(thumbnail.view)?.pattern;
  const isCover = (pattern: string) => (pattern === cover ? 0 : 1);
  return stills
    .toSorted((a, b) => isCover(a.thumbnails.pattern) - isCover(b.thumbnails.pattern))
    .slice(0, MAX_STILLS);
}

/** Where a sample tour is, and what its place sheet says. */
export function placeOf(
  tour: SampleTour,
  { towns, places }: SamplePlaceTexts,
  imported: Map<string, SampleMedia>,
): Pick<NewExperience, 'location' | 'place'> {
  return {
    location: towns[`${tour.city}, ${tour.country}`] ?? null,
    place: { ...places[tour.slug], stills: stillsOf(tour, imported) },
  };
}

/** Adds place sheets to tours that an earlier release added without them; a location that a tour has stays. */
export async function addMissingPlaces(
  tx: Tx,
  tours: readonly SampleTour[],
  ids: ReadonlyMap<string, number>,
  texts: SamplePlaceTexts,
  imported: Map<string, SampleMedia>,
): Promise<void> {
  const unplaced = await findUnplaced(tx, [...ids.values()]);
  for (const tour of tours) {
    const id = ids.get(tour.slug);
    const found = id === undefined ? undefined : unplaced.get(id);
    if (id === undefined || found === undefined) continue;
    const { location, place } = placeOf(tour, texts, imported);
    await updateExperience(tx, id, { place, ...(!found.hasLocation && { location }) });
  }
}
