import type { Experience } from '@oriel/contract';
import type { Api } from '../../api.ts';
import { outcomeOf } from '../../features/catalogue/category-queries.ts';
import type { Shelf } from '../../features/catalogue/order.ts';

/** How many tours of a shelf are looked at for a picture that no other shelf shows. */
const CANDIDATES = 6;

/** What a cover needs of a tour. */
export type Cover = Pick<Experience, 'thumbnail' | 'thumbnails'>;

/** A category or subcategory with a picture; without one where it is empty or cannot be read. */
export interface CoveredShelf extends Shelf {
  cover: Cover | undefined;
}

/**
 * Gives each shelf a picture: that of its best rated tour whose picture no shelf before it shows.
 *
 * @param field the filter that selects the tours of a shelf by its id
 */
export async function withCovers(
  api: Api,
  shelves: readonly Shelf[],
  field: 'categoryId' | 'subcategoryId',
): Promise<CoveredShelf[]> {
  const answers = await Promise.all(
    shelves.map(({ id }) =>
      outcomeOf(api('GET /api/vr360', { query: { [field]: id, sort: 'rating', limit: CANDIDATES } }), ''),
    ),
  );
  const shown = new Set<string>();
  return shelves.map((shelf, index) => {
    const tours = answers[index]?.value?.data ?? [];
    const tour = tours.find(({ thumbnail }) => !shown.has(thumbnail)) ?? tours[0];
    if (tour === undefined) return { ...shelf, cover: undefined };
    shown.add(tour.thumbnail);
    const { thumbnail, thumbnails } = tour;
    return { ...shelf, cover: { thumbnail, ...(thumbnails && { thumbnails }) } };
  });
}
