import type { Category, Subcategory } from '@oriel/contract';
export const SORTS = ['popular', 'items', 'new'] as const;
export type Sort = (typeof SORTS)[number];

export const SORT_LABELS: Record<Sort, string> = { popular: 'Popular', items: 'Most Items', new: 'New' };

/** What categories and subcategories have in common. */
export interface CategoryEntry {
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

export function fromCategory(category: Category): CategoryEntry {
  return {
    id: category.categoryid,
    name: category.categoryname,
    description: category.description,
    icon: category.iconurl,
    itemCount: category.itemCount,
    createdAt: category.createdAt,
  };
}

export function fromSubcategory(subcategory: Subcategory): CategoryEntry {
  return {
    id: subcategory.subcategoryid,
    name: subcategory.name,
    description: subcategory.description,
    icon: subcategory.iconurl,
    itemCount: subcategory.itemCount,
    createdAt: subcategory.createdAt,
  };
}

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
