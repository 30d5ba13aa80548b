import type { Experience } from '@oriel/contract';
import type { Api } from '../../api.ts';
import type { CategoryEntry } from '../../features/catalogue/categories.ts';
import { outcomeOf } from '../../features/catalogue/category-queries.ts';

/** How many tours of a category are considered for an image that no other category shows. */
const CANDIDATES = 6;

export type Cover = Pick<Experience, 'thumbnail' | 'thumbnails'>;

/** A category or subcategory with its cover; without one where it is empty or cannot be loaded. */
export interface CoveredCategory extends CategoryEntry {
  cover: Cover | undefined;
}

/** The chosen tour, else the best rated ones. */
async function candidatesFor(
  api: Api,
  { id, coverTour }: CategoryEntry,
  field: 'categoryId' | 'subcategoryId',
): Promise<Cover[]> {
  if (coverTour !== undefined) {
    const chosen = await outcomeOf(api('GET /api/vr360/:id', { params: { id: coverTour } }), '');
    if (chosen.value) return [chosen.value.data];
  }
  const rated = await outcomeOf(
    api('GET /api/vr360', { query: { [field]: id, sort: 'rating', limit: CANDIDATES } }),
    '',
  );
  return rated.value?.data ?? [];
}

/**
 * Gives each the image of the tour that was chosen for it, else that of its best rated tour that no category before it
 * shows.
 *
 * @param field the filter by its id
 */
export async function withCovers(
  api: Api,
  entries: readonly CategoryEntry[],
  field: 'categoryId' | 'subcategoryId',
): Promise<CoveredCategory[]> {
  const candidates = await Promise.all(entries.map((entry) => candidatesFor(api, entry, field)));
  const usedImages = new Set<string>();
  return entries.map((entry, index) => {
    const tours = candidates[index] ?? [];
    const tour = tours.find(({ thumbnail }) => !usedImages.has(thumbnail)) ?? tours[0];
    if (tour === undefined) return { ...entry, cover: undefined };
    usedImages.add(tour.thumbnail);
    const { thumbnail, thumbnails } = tour;
    return { ...entry, cover: { thumbnail, ...(thumbnails && { thumbnails }) } };
  });
}
