/** How categories and subcategories may be ordered. */
export const SORTS = ['popular', 'items', 'new'] as const;
export type Sort = (typeof SORTS)[number];

export const SORT_LABELS: Record<Sort, string> = { popular: 'Popular', items: 'Most Items', new: 'New' };

/** What categories and subcategories have in common, under one set of names. */
export interface Shelf {
  id: number;
  name: string;
  description: string | undefined;
  icon: string;
  itemCount: number;
  createdAt: string;
}

export function isSort(text: string | null): text is Sort {
  return SORTS.some((sort) => sort === text);
}

const byName = (a: Shelf, b: Shelf) => a.name.localeCompare(b.name, 'en');

/**
 * "Popular" and "Most Items" put the fullest first, "New" the latest; equals go by name. Without a sort the order is
 * the server's.
 */
export function ordered<T extends Shelf>(shelves: readonly T[], sort: Sort | undefined): T[] {
  if (sort === undefined) return [...shelves];
  if (sort === 'new') {
    return shelves.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt) || byName(a, b));
  }
  return shelves.toSorted((a, b) => b.itemCount - a.itemCount || byName(a, b));
}

/** Those whose name or description holds the words, in any case. */
export function matching<T extends Shelf>(shelves: readonly T[], words: string): T[] {
  const wanted = words.trim().toLocaleLowerCase('en');
  return shelves.filter(({ name, description }) =>
    `${name}\n${description ?? ''}`.toLocaleLowerCase('en').includes(wanted),
  );
}
