import type { Experience } from '@oriel/contract';
import type { Api } from '../api.ts';
import { outcomeOf } from '../features/catalogue/queries.ts';

/** How many tours of a shelf are looked at for a picture that no other shelf shows. */
const CANDIDATES = 6;

/** What a cover needs of a tour. */
export type Cover = Pick<Experience, 'thumbnail' | 'thumbnails'>;

/**
 * A picture for each shelf: that of its best rated tour whose picture no shelf before it shows.
 *
 * @param queries what selects the tours of each shelf
 * @returns in the order of the queries; undefined where a shelf is empty or cannot be read
 */
export async function findCovers(
  api: Api,
  queries: readonly ({ categoryId: number } | { subcategoryId: number })[],
): Promise<(Cover | undefined)[]> {
  const answers = await Promise.all(
    queries.map((query) =>
      outcomeOf(api('GET /api/vr360', { query: { ...query, sort: 'rating', limit: CANDIDATES } }), ''),
    ),
  );
  const shown = new Set<string>();
  return answers.map(({ value }) => {
    const tours = value?.data ?? [];
    const tour = tours.find(({ thumbnail }) => !shown.has(thumbnail)) ?? tours[0];
    if (tour === undefined) return undefined;
    shown.add(tour.thumbnail);
    return { thumbnail: tour.thumbnail, ...(tour.thumbnails && { thumbnails: tour.thumbnails }) };
  });
}
