import type { Category, MediaType, PriceFilter, SortOrder, Subcategory } from '@oriel/contract';

export const SORT_LABELS: Record<SortOrder, string> = {
  featured: 'Recommended',
  popular: 'Most viewed',
  rating: 'Best rated',
  new: 'Newest',
};

/** The longest search and tag that the server accepts; longer ones are cut, as the input field does. */
export const MAX_QUERY_LENGTH = 100;

/** In the order of the URL. */
export const FIELDS = ['category', 'tag', 'q', 'price', 'mediaType', 'country', 'sort', 'view'] as const;

export interface LibraryQuery {
  /** The name of a category or of a subcategory. */
  category?: string;
  tag?: string;
  q?: string;
  price?: PriceFilter;
  mediaType?: MediaType;
  country?: string;
  sort?: SortOrder;
  /** The list alone where it is not set. */
  view?: 'map';
}

export const PRICE_LABELS: Record<PriceFilter, string> = { free: 'Free', locked: 'Locked' };

export const MEDIA_LABELS: Record<MediaType, string> = {
  photo: '360° photos',
  video: 'Films',
  embed: 'Plans and links',
};

function isKeyOf<Key extends string>(labels: Record<Key, string>, text: string | null): text is Key {
  return text !== null && Object.hasOwn(labels, text);
}

/** Invalid parts are ignored, so that an old or mistyped link still shows the library. */
export function readLibraryUrl(search: URLSearchParams): LibraryQuery {
  const read = (name: string) => search.get(name)?.trim().slice(0, MAX_QUERY_LENGTH).trim() || undefined;
  const [category, tag, q, country] = ['category', 'tag', 'q', 'country'].map(read);
  const price = search.get('price');
  const mediaType = search.get('mediaType');
  const sort = search.get('sort');
  return {
    ...(category && { category }),
    ...(tag && { tag }),
    ...(q && { q }),
    ...(isKeyOf(PRICE_LABELS, price) && { price }),
    ...(isKeyOf(MEDIA_LABELS, mediaType) && { mediaType }),
    ...(country && { country }),
    ...(isKeyOf(SORT_LABELS, sort) && sort !== 'featured' && { sort }),
    ...(search.get('view') === 'map' && { view: 'map' as const }),
  };
}

/** The library's URL, with `/experiences` as its path. Undefined fields are left out. */
export function libraryPath(
  query: { [Field in keyof LibraryQuery]: LibraryQuery[Field] | undefined },
): string {
  const search = new URLSearchParams();
  for (const field of FIELDS) {
    const value = query[field];
    if (value) search.set(field, value);
  }
  return search.size > 0 ? `/experiences?${search}` : '/experiences';
}

/** The category or subcategory that the library shows. */
export interface Section {
  name: string;
  description: string | undefined;
  icon: string;
  categoryId: number;
  /** Set for a subcategory. */
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
  const match = subcategories.find((subcategory) => isSameName(subcategory.name, name));
  const category = categories.find(({ categoryid }) => categoryid === match?.categoryid);
  return (
    match &&
    category && {
      name: match.name,
      description: match.description,
      icon: match.iconurl,
      categoryId: category.categoryid,
      part: { subcategoryId: match.subcategoryid, categoryName: category.categoryname },
    }
  );
}
