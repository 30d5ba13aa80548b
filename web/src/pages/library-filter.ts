import type { Category, SortOrder } from '@oriel/contract';
import type { ExperienceFilter } from '../features/experiences/queries.ts';

export const SORT_LABELS: Record<SortOrder, string> = {
  featured: 'Recommended',
  popular: 'Most viewed',
  rating: 'Best rated',
  new: 'Newest',
};

function isSortOrder(text: string | null): text is SortOrder {
  return text !== null && Object.hasOwn(SORT_LABELS, text);
}

/** The longest search the server takes; longer ones are cut as the input field would. */
const MAX_SEARCH_LENGTH = 100;

/**
 * The filter that an address asks for. What it cannot mean is left out rather than refused, so that an old or mistyped
 * link still shows the library.
 *
 * @param category the category that the address names, if there is one of that name
 */
export function readFilter(search: URLSearchParams, category: Category | undefined): ExperienceFilter {
  const tag = search.get('tag')?.trim();
  const q = search.get('q')?.trim().slice(0, MAX_SEARCH_LENGTH);
  const sort = search.get('sort');
  return {
    ...(category && { category: category.categoryname }),
    ...(tag && { tag: tag.slice(0, 100) }),
    ...(q && { q }),
    ...(isSortOrder(sort) && sort !== 'featured' && { sort }),
  };
}

/** The address of the library for a filter, with `/experiences` as its path. */
export function libraryPath(filter: ExperienceFilter): string {
  const search = new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== undefined));
  return search.size > 0 ? `/experiences?${search}` : '/experiences';
}
