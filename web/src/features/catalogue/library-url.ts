import type { Category, SortOrder, Subcategory } from '@oriel/contract';

export const SORT_LABELS: Record<SortOrder, string> = {
  featured: 'Recommended',
  popular: 'Most viewed',
  rating: 'Best rated',
  new: 'Newest',
};

/** The longest search and tag the server takes; longer ones are cut as the input field would. */
export const MAX_QUERY_LENGTH = 100;

/** What the address of the library asks for, in words. */
export interface LibraryQuery {
  /** The name of a category or of a subcategory. */
  category?: string;
  tag?: string;
  q?: string;
  sort?: SortOrder;
}

function isSortOrder(text: string | null): text is SortOrder {
  return text !== null && Object.hasOwn(SORT_LABELS, text);
}

/** What it cannot mean is left out rather than refused, so that an old or mistyped link still shows the library. */
export function readLibraryUrl(search: URLSearchParams): LibraryQuery {
  const words = (name: string) => search.get(name)?.trim().slice(0, MAX_QUERY_LENGTH).trim() || undefined;
  const [category, tag, q, sort] = [words('category'), words('tag'), words('q'), search.get('sort')];
  return {
    ...(category && { category }),
    ...(tag && { tag }),
    ...(q && { q }),
    ...(isSortOrder(sort) && sort !== 'featured' && { sort }),
  };
}

/** The address of the library, with `/experiences` as its path. Fields given as undefined are left out. */
export function libraryPath(
  address: { [Field in keyof LibraryQuery]: LibraryQuery[Field] | undefined },
): string {
  const search = new URLSearchParams();
  for (const field of ['category', 'tag', 'q', 'sort'] as const) {
    const value = address[field];
    if (value) search.set(field, value);
  }
  return search.size > 0 ? `/experiences?${search}` : '/experiences';
}

/** Where in the catalogue the library stands: in a category, or in a part of one. */
export interface Section {
  name: string;
  description: string | undefined;
  icon: string;
  categoryId: number;
  /** Set where it is a part of a category. */
  part?: { subcategoryId: number; categoryName: string };
}

const isSameName = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();

export function sectionOfCategory(categories: readonly Category[], name: string): Section | undefined {
  const category = categories.find(({ categoryname }) => isSameName(categoryname, name));
  return (
    category && {
      name: category.categoryname,
      description: category.description,
      icon: category.iconurl,
      categoryId: category.categoryid,
    }
  );
}

export function sectionOfSubcategory(
  categories: readonly Category[],
  subcategories: readonly Subcategory[],
  name: string,
): Section | undefined {
  const found = subcategories.find((subcategory) => isSameName(subcategory.name, name));
  const category = categories.find(({ categoryid }) => categoryid === found?.categoryid);
  return (
    found &&
    category && {
      name: found.name,
      description: found.description,
      icon: found.iconurl,
      categoryId: category.categoryid,
      part: { subcategoryId: found.subcategoryid, categoryName: category.categoryname },
    }
  );
}
