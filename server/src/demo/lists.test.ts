import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/index.ts';
import { inTransaction } from '../database/database.ts';
import { createCategory, createSubcategory, createTag } from '../features/catalogue/service.ts';
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
