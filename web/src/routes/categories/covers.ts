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

/** Gives each the image of its best rated tour that no category before it shows. @param field the filter by its id */
export async function withCovers(
  api: Api,
  entries: readonly CategoryEntry[],
  field: 'categoryId' | 'subcategoryId',
): Promise<CoveredCategory[]> {
  const answers = await Promise.all(
    entries.map(({ id }) =>
      outcomeOf(api('GET /api/vr360', { query: { [field]: id, sort: 'rating', limit: CANDIDATES } }), ''),
    ),
  );
  const usedImages = new Set<string>();
  return entries.map((entry, index) => {
    const tours = answers[index]?.value?.data ?? [];
    const tour = tours.find(({ thumbnail }) => !usedImages.has(thumbnail)) ?? tours[0];
    if (tour === undefined) return { ...entry, cover: undefined };
    usedImages.add(tour.thumbnail);
    const { thumbnail, thumbnails } = tour;
    return { ...entry, cover: { thumbnail, ...(thumbnails && { thumbnails }) } };
  });
}
