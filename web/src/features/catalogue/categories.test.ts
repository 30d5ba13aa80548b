import { describe, expect, it } from 'vitest';
import { type CategoryEntry, filterCategories, sortCategories } from './categories.ts';

function entry(name: string, itemCount: number, createdAt: string, description?: string): CategoryEntry {
  return { id: 1, name, description, icon: '', coverTour: undefined, itemCount, createdAt };
}

const homes = entry('Homes', 4, '2025-01-01T00:00:00Z', 'Flats and houses');
const hotels = entry('Hotels', 9, '2025-01-01T00:00:00Z');
const archives = entry('Archives', 4, '2025-06-01T00:00:00Z');

describe('sortCategories', () => {
  it('sorts by item count for Popular and Most Items, then by name', () => {
    for (const sort of ['popular', 'items'] as const) {
      expect(sortCategories([homes, hotels, archives], sort)).toEqual([hotels, archives, homes]);
    }
  });

  it('sorts by date for New, then by name', () => {
    expect(sortCategories([hotels, homes, archives], 'new')).toEqual([archives, homes, hotels]);
  });

  it('keeps the order of the server without a sort', () => {
    expect(sortCategories([homes, hotels, archives], undefined)).toEqual([homes, hotels, archives]);
  });
});

describe('filterCategories', () => {
  it('searches names and descriptions, ignoring case', () => {
    expect(filterCategories([homes, hotels, archives], ' HO')).toEqual([homes, hotels]);
    expect(filterCategories([homes, hotels, archives], 'flats')).toEqual([homes]);
  });

  it('returns all entries for an empty query', () => {
    expect(filterCategories([homes, hotels], '  ')).toEqual([homes, hotels]);
  });
});
