import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/index.ts';
import { inTransaction } from '../database/database.ts';
import {
  createCategory,
  createSubcategory,
  createTag,
  listRedirects,
} from '../features/catalogue/service.ts';
import { createLists } from './lists.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const text = { description: '', icon: '', coverTour: 'a-tour' };
const SAMPLE: Parameters<typeof createLists>[1] = {
  categories: [
    { id: 31, name: 'Hotels', ...text },
    { id: 32, name: 'Museums', ...text },
  ],
  subcategories: [
    { id: 3101, categoryId: 31, slug: 'rooms', name: 'Rooms', ...text },
    { id: 3102, categoryId: 31, slug: 'lobbies', name: 'Lobbies', ...text },
    { id: 3201, categoryId: 32, slug: 'halls', name: 'Halls', ...text },
  ],
  tags: [
    { id: 51, name: 'Sea view', categoryId: 31 },
    { id: 52, name: 'Quiet', categoryId: null },
  ],
};

it('takes the lists of an operator that have the names of the demo, and keeps renamed ones', async () => {
  await inTransaction(test.db, async (tx) => {
    const own = await createCategory(tx, { name: 'hotels' });
    const other = await createCategory(tx, { name: 'Other' });
    const rooms = await createSubcategory(tx, { categoryId: own, name: ' ROOMS' });
    // Of another category, with a number that the demo has too.
    await createSubcategory(tx, { id: 3102, categoryId: other, name: 'Lobbies' });
    const view = await createTag(tx, { name: 'sea  VIEW' });
    await createTag(tx, { id: 52, name: 'Silent' });

    const ids = await createLists(tx, SAMPLE);
    expect(ids.categories).toEqual(
      new Map([
        [31, own],
        [32, 32],
      ]),
    );
    expect(ids.tags).toEqual(
      new Map([
        ['Sea view', view],
        ['Quiet', 52],
      ]),
    );
    expect([ids.subcategories.get('rooms'), ids.subcategories.get('halls')]).toEqual([rooms, 3201]);
    expect(ids.subcategories.get('lobbies')).not.toBe(3102);
    expect(await createLists(tx, SAMPLE)).toEqual(ids);
  });
});

it('gives lists of an earlier release their covers and drawings, and leaves those of an operator', async () => {
  const [kept] = await inTransaction(test.db, async (tx) => {
    await createCategory(tx, { id: 41, name: 'Clinics', icon: '🏥' });
    await createCategory(tx, { id: 42, name: 'Shops', icon: '/our-shops.png' });
    const own = await createCategory(tx, { name: 'Schools', icon: '🎓' });
    await createSubcategory(tx, { id: 4101, categoryId: 41, name: 'Wards', icon: '🛏️' });
    const dressed = { ...text, icon: '/images/drawing.svg' };
    await createLists(tx, {
      categories: [
        { id: 41, name: 'Clinics', ...dressed },
        { id: 42, name: 'Shops', ...dressed },
        { id: 49, name: 'Schools', ...dressed },
      ],
      subcategories: [{ id: 4101, categoryId: 41, slug: 'wards', name: 'Wards', ...dressed }],
      tags: [],
    });
    return [own];
  });
  const rows = async (table: 'categories' | 'subcategories', ids: number[]) =>
    test.db.selectFrom(table).select(['icon', 'cover_tour']).where('id', 'in', ids).orderBy('id').execute();
  expect(await rows('categories', [41, 42])).toEqual([
    { icon: '/images/drawing.svg', cover_tour: 'a-tour' },
    { icon: '/our-shops.png', cover_tour: 'a-tour' },
  ]);
  expect(await rows('categories', [kept])).toEqual([{ icon: '🎓', cover_tour: null }]);
  expect(await rows('subcategories', [4101])).toEqual([
    { icon: '/images/drawing.svg', cover_tour: 'a-tour' },
  ]);
});

it('does not bring back what an operator has merged', async () => {
  await inTransaction(test.db, async (tx) => {
    const into = await createCategory(tx, { name: 'Places to learn' });
    const sample = {
      categories: [{ id: 77, name: 'Academies', ...text }],
      subcategories: [{ id: 7701, categoryId: 77, slug: 'classes', name: 'Classes', ...text }],
      tags: [],
    };
    await listRedirects.redirectList(tx, 'category', { id: 77, name: 'Academies' }, into);
    const ids = await createLists(tx, sample);
    expect(ids.categories.get(77)).toBe(into);
    expect(ids.subcategories.get('classes')).toBe(7701);
  });
});
