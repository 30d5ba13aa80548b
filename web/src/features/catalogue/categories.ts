import type { Category, Subcategory } from '@oriel/contract';
export const SORTS = ['popular', 'items', 'new'] as const;
export type Sort = (typeof SORTS)[number];

export const SORT_LABELS: Record<Sort, string> = { popular: 'Popular', items: 'Most Items', new: 'New' };

export interface CategoryEntry {
  id: number;
  name: string;
  description: string | undefined;
  icon: string;
  /** The slug of the tour whose picture stands for it. */
  coverTour: string | undefined;
  itemCount: number;
  createdAt: string;
}

export function isSort(text: string | null): text is Sort {
  return SORTS.some((sort) => sort === text);
}

const byName = (a: CategoryEntry, b: CategoryEntry) => a.name.localeCompare(b.name, 'en');

/** "Popular" and "Most Items" put the fullest first, "New" the latest, ties by name. Without a sort the order stays. */
export function sortCategories<T extends CategoryEntry>(entries: readonly T[], sort: Sort | undefined): T[] {
  if (sort === undefined) return [...entries];
  if (sort === 'new') {
    return entries.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt) || byName(a, b));
  }
  return entries.toSorted((a, b) => b.itemCount - a.itemCount || byName(a, b));
}

/** The entries whose name or description contains the query, ignoring case. */
export function filterCategories<T extends CategoryEntry>(entries: readonly T[], query: string): T[] {
  const needle = query.trim().toLocaleLowerCase('en');
  return entries.filter(({ name, description }) =>
    `${name}\n${description ?? ''}`.toLocaleLowerCase('en').includes(needle),
  );
}

function entryOf(id: number, name: string, of: Category | Subcategory): CategoryEntry {
  const { description, iconurl: icon, coverTour, itemCount, createdAt } = of;
  return { id, name, description, icon, coverTour, itemCount, createdAt };
}

export const fromCategory = (category: Category) =>
  entryOf(category.categoryid, category.categoryname, category);

export const fromSubcategory = (subcategory: Subcategory) =>
  entryOf(subcategory.subcategoryid, subcategory.name, subcategory);

/** Shown where the server's categories could not be loaded. */
export const DEFAULT_CATEGORIES = [
  'Entertainment & Media',
  'Education & Training',
  'Healthcare & Wellness',
  'Real Estate & Architecture',
  'Retail & E-commerce',
  'Tourism & Hospitality',
  'Manufacturing & Industrial',
  'Arts & Culture',
  'Marketing & Advertising',
  'Lifestyle & Personal',
  'Science & Exploration',
] as const;
