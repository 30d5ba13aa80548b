import { describe, expect, it } from 'vitest';
import { matching, ordered, type Shelf } from './order.ts';

function shelf(name: string, itemCount: number, createdAt: string, description?: string): Shelf {
  return { id: 1, name, description, icon: '', itemCount, createdAt };
}

const homes = shelf('Homes', 4, '2025-01-01T00:00:00Z', 'Flats and houses');
const hotels = shelf('Hotels', 9, '2025-01-01T00:00:00Z');
const archives = shelf('Archives', 4, '2025-06-01T00:00:00Z');

describe('ordered', () => {
  it('puts the fullest first for Popular and Most Items, equals by name', () => {
    for (const sort of ['popular', 'items'] as const) {
      expect(ordered([homes, hotels, archives], sort)).toEqual([hotels, archives, homes]);
    }
  });

  it('puts the latest first for New, those of one date by name', () => {
    expect(ordered([hotels, homes, archives], 'new')).toEqual([archives, homes, hotels]);
  });

  it('keeps the order of the server without a sort', () => {
    expect(ordered([homes, hotels, archives], undefined)).toEqual([homes, hotels, archives]);
  });
});

describe('matching', () => {
  it('looks into names and descriptions in any case', () => {
    expect(matching([homes, hotels, archives], ' HO')).toEqual([homes, hotels]);
    expect(matching([homes, hotels, archives], 'flats')).toEqual([homes]);
  });

  it('finds everything for no words', () => {
    expect(matching([homes, hotels], '  ')).toEqual([homes, hotels]);
  });
});
