import { describe, expect, it } from 'vitest';
import { libraryPath, readLibraryUrl, sectionOfCategory, sectionOfSubcategory } from './library-url.ts';

const createdAt = '2025-01-01T00:00:00Z';
const tourism = {
  categoryid: 1,
  categoryname: 'Tourism & Hospitality',
  iconurl: '',
  itemCount: 2,
  createdAt,
};
const rooms = {
  subcategoryid: 7,
  categoryid: 1,
  name: 'Hotel Rooms',
  iconurl: '',
  itemCount: 1,
  createdAt,
};

describe('readLibraryUrl', () => {
  it('reads known parameters, trimmed', () => {
    const search = new URLSearchParams('category= Arts &tag=Sea+view&q=+lake+&sort=new&page=4');
    expect(readLibraryUrl(search)).toEqual({ category: 'Arts', tag: 'Sea view', q: 'lake', sort: 'new' });
  });

  it('reads the filters of the sheet, and ignores those that do not exist', () => {
    const search = new URLSearchParams('price=free&mediaType=video&country=Portugal');
    expect(readLibraryUrl(search)).toEqual({ price: 'free', mediaType: 'video', country: 'Portugal' });
    expect(readLibraryUrl(new URLSearchParams('price=cheap&mediaType=toString&country=+'))).toEqual({});
  });

  it('ignores empty and invalid parameters', () => {
    expect(readLibraryUrl(new URLSearchParams('category=&tag=%20&sort=constructor'))).toEqual({});
    expect(readLibraryUrl(new URLSearchParams('sort=featured'))).toEqual({});
  });

  it('truncates text that the server would refuse', () => {
    expect(readLibraryUrl(new URLSearchParams({ q: 'a'.repeat(500) })).q).toHaveLength(100);
  });
});

describe('libraryPath', () => {
  it('is the inverse of readLibraryUrl', () => {
    const query = {
      category: 'Tourism & Hospitality',
      tag: 'Stone & water',
      q: 'a/b?c#d',
      sort: 'rating',
    } as const;
    expect(readLibraryUrl(new URL(libraryPath(query), 'http://localhost').searchParams)).toEqual(query);
  });

  it('has no query string without filters', () => {
    expect(libraryPath({ tag: undefined, q: '' })).toBe('/experiences');
  });
});

describe('sections', () => {
  it('finds categories and subcategories by name, ignoring case', () => {
    expect(sectionOfCategory([tourism], ' tourism & HOSPITALITY ')).toMatchObject({ categoryId: 1 });
    expect(sectionOfSubcategory([tourism], [rooms], 'hotel rooms')).toMatchObject({
      name: 'Hotel Rooms',
      part: { subcategoryId: 7, categoryName: 'Tourism & Hospitality' },
    });
  });

  it('finds nothing for unknown names', () => {
    expect(sectionOfCategory([tourism], 'Hotel Rooms')).toBeUndefined();
    expect(sectionOfSubcategory([], [rooms], 'Hotel Rooms')).toBeUndefined();
  });
});
