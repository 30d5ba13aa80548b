import { randomUUID } from 'node:crypto';
import type { Category, Experience, Subcategory } from '@oriel/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CatalogueApp, createCatalogueApp } from '../../../testing/apps/catalogue-app.ts';
import { AppError } from '../../errors.ts';
import type { NewExperience } from './inputs.ts';
import {
  attachMedia,
  changeCatalogue,
  createCategory,
  createExperience,
  createSubcategory,
  createTag,
  deleteExperience,
  updateExperience,
} from './service.ts';

let site: CatalogueApp;
beforeAll(async () => {
  site = await createCatalogueApp(({ tourism, rooms, quiet }) => [
    {
      slug: 'first',
      legacyId: 1,
      title: 'First',
      categoryId: tourism,
      subcategoryId: rooms,
      tagIds: [quiet],
      sortOrder: 5,
    },
  ]);
});
afterAll(() => site.close());

const change: <T>(work: Parameters<typeof changeCatalogue<T>>[2]) => Promise<T> = (work) =>
  changeCatalogue(site.db, site.app.responseCache, work);

async function errorOf(work: Promise<unknown>): Promise<[number, string]> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof AppError)) throw new Error(`expected an AppError, got ${String(error)}`);
  return [error.status, error.code];
}

async function counts() {
  const categories = (await site.get('/api/categories')).json<Category[]>();
  const subcategories = (await site.get('/api/categories/3006/subcategories')).json<Subcategory[]>();
  const total = async (query: string) =>
    Number((await site.get(`/api/vr360${query}`)).headers['x-total-count']);
  return {
    tourism: categories.find(({ categoryid }) => categoryid === 3006)?.itemCount,
    culture: categories.find(({ categoryid }) => categoryid === 3008)?.itemCount,
    rooms: subcategories[0]?.itemCount,
    all: await total(''),
    quiet: await total('?tag=quiet'),
    seaView: await total('?tag=sea%20view'),
  };
}

describe('changes', () => {
  it('are visible at once, with updated counts', async () => {
    const { tourism, culture, rooms, quiet, seaView } = site.ids;
    expect(await counts()).toEqual({ tourism: 1, culture: 0, rooms: 1, all: 1, quiet: 1, seaView: 0 });
    const id = await change((tx) =>
      createExperience(tx, {
        slug: 'second',
        title: 'Second',
        categoryId: culture,
        tagIds: [quiet, seaView, quiet],
      }),
    );
    expect(await counts()).toEqual({ tourism: 1, culture: 1, rooms: 1, all: 2, quiet: 2, seaView: 1 });
    await change((tx) =>
      updateExperience(tx, id, { categoryId: tourism, subcategoryId: rooms, tagIds: [seaView] }),
    );
    expect(await counts()).toEqual({ tourism: 2, culture: 0, rooms: 2, all: 2, quiet: 1, seaView: 1 });
    await change((tx) => updateExperience(tx, id, { categoryId: null, subcategoryId: null, sortOrder: -7 }));
    expect(await counts()).toEqual({ tourism: 1, culture: 0, rooms: 1, all: 2, quiet: 1, seaView: 1 });
    expect((await site.get('/api/vr360?tag=sea%20view')).json()).toMatchObject([
      {
        sortOrder: -7,
        category: 'Uncategorized',
        categoryName: 'Uncategorized',
        categoryId: null,
        title: 'Second',
      },
    ]);
    await site.post('/api/vr360/second/like');
    await change((tx) => deleteExperience(tx, id));
    expect(await counts()).toEqual({ tourism: 1, culture: 0, rooms: 1, all: 1, quiet: 1, seaView: 0 });
    expect((await site.get('/api/vr360/second')).statusCode).toBe(404);
    const likes = await site.db
      .selectFrom('experience_likes')
      .where('experience_id', '=', id)
      .selectAll()
      .execute();
    expect(likes).toEqual([]);
  });

  it('leave omitted fields unchanged', async () => {
    const before = (await site.get('/api/vr360/first')).json<Experience>();
    await change((tx) => updateExperience(tx, before.id, { rating: 4.5 }));
    expect((await site.get('/api/vr360/first')).json()).toEqual({ ...before, rating: 4.5 });
    await change((tx) => updateExperience(tx, before.id, { rating: null }));
    expect((await site.get('/api/vr360/first')).json()).toEqual(before);
  });

  it('are rolled back together', async () => {
    await errorOf(
      change(async (tx) => {
        await createExperience(tx, { slug: 'third', title: 'Third', categoryId: site.ids.culture });
        await createExperience(tx, { slug: 'first', title: 'Taken' });
      }),
    );
    expect((await site.get('/api/vr360/third')).statusCode).toBe(404);
    expect((await counts()).culture).toBe(0);
  });

  it('list further categories after the primary category', async () => {
    const { tourism, culture } = site.ids;
    const id = await change((tx) =>
      createExperience(tx, {
        slug: 'two-homes',
        title: 'Two',
        categoryId: culture,
        furtherCategoryIds: [tourism],
      }),
    );
    expect((await site.get('/api/vr360/two-homes')).json()).toMatchObject({
      category: 'Arts & Culture|Tourism & Hospitality',
      categoryName: 'Arts & Culture',
    });
    expect((await counts()).tourism).toBe(1);
    await change((tx) => deleteExperience(tx, id));
  });

  it('assign ids above explicit ones', async () => {
    await change((tx) => createExperience(tx, { id: 5000, slug: 'given', title: 'Given' }));
    const next = await change((tx) => createExperience(tx, { slug: 'chosen', title: 'Chosen' }));
    expect(next).toBeGreaterThan(5000);
    const category = await change((tx) => createCategory(tx, { name: 'Behind' }));
    expect(category).toBeGreaterThan(3008);
  });

  it('keep the counts exact when they run concurrently', async () => {
    const { tourism, culture, quiet, seaView } = site.ids;
    const before = await counts();
    await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        change(async (tx) => {
          const categoryId = index % 2 === 0 ? tourism : culture;
          const id = await createExperience(tx, {
            slug: `race-${index}`,
            title: 'Race',
            categoryId,
            tagIds: [quiet, seaView],
          });
          if (index % 3 === 0) await deleteExperience(tx, id);
        }),
      ),
    );
    expect(await counts()).toEqual({
      ...before,
      tourism: (before.tourism ?? 0) + 8,
      culture: (before.culture ?? 0) + 8,
      all: before.all + 16,
      quiet: before.quiet + 16,
      seaView: before.seaView + 16,
    });
  });
});

describe('refuses', () => {
  const tour: NewExperience = { slug: 'tour', title: 'Tour' };
  it.each<[string, object, number, string]>([
    ['a price below zero', { tokensRequired: -1 }, 400, 'invalid_request'],
    ['half a token', { tokensRequired: 1.5 }, 400, 'invalid_request'],
    ['a price of 2^63', { tokensRequired: 2 ** 63 }, 400, 'invalid_request'],
    ['a slug with spaces', { slug: 'a tour' }, 400, 'invalid_request'],
    ['a slug with capitals', { slug: 'Tour' }, 400, 'invalid_request'],
    ['a slug of digits', { slug: '12-34' }, 400, 'invalid_request'],
    ['a slug that contains a path', { slug: '../tour' }, 400, 'invalid_request'],
    ['an empty slug', { slug: '' }, 400, 'invalid_request'],
    ['a taken slug', { slug: 'first' }, 409, 'already_exists'],
    ['a taken legacy id', { legacyId: 1 }, 409, 'already_exists'],
    ['an unknown category', { categoryId: 77 }, 400, 'invalid_request'],
    ['an unknown tag', { tagIds: [77] }, 400, 'invalid_request'],
    ['a subcategory of another category', { categoryId: 3008, subcategoryId: 1 }, 400, 'invalid_request'],
    ['a subcategory without a category', { subcategoryId: 1 }, 400, 'invalid_request'],
    ['a rating of six', { rating: 6 }, 400, 'invalid_request'],
    ['an unknown field', { isAdmin: true }, 400, 'invalid_request'],
    ['a sort order beyond the range', { sortOrder: 2 ** 31 }, 400, 'invalid_request'],
  ])('%s', async (_, fields, status, code) => {
    expect(await errorOf(change((tx) => createExperience(tx, { ...tour, ...fields })))).toEqual([
      status,
      code,
    ]);
    expect((await site.get('/api/vr360/tour')).statusCode).toBe(404);
  });

  it('names that are taken, ignoring case', async () => {
    expect(await errorOf(change((tx) => createCategory(tx, { name: ' arts &  CULTURE' })))).toEqual([
      409,
      'already_exists',
    ]);
    expect(await errorOf(change((tx) => createTag(tx, { name: 'QUIET' })))).toEqual([409, 'already_exists']);
    const subcategory = { categoryId: site.ids.tourism, name: 'rooms' };
    expect(await errorOf(change((tx) => createSubcategory(tx, subcategory)))).toEqual([
      409,
      'already_exists',
    ]);
  });

  it('changes of missing experiences', async () => {
    const media = {
      mediaType: 'photo' as const,
      assetId: randomUUID(),
      gated: false,
      file: 'a.jpg',
      panorama: {},
    };
    const notFound = [404, 'experience_not_found'];
    expect(await errorOf(change((tx) => updateExperience(tx, 99_999, { title: 'x' })))).toEqual(notFound);
    expect(await errorOf(change((tx) => deleteExperience(tx, 99_999)))).toEqual(notFound);
    expect(await errorOf(change((tx) => attachMedia(tx, 99_999, media)))).toEqual(notFound);
  });

  it('media files outside the asset', async () => {
    const { id } = (await site.get('/api/vr360/first')).json<Experience>();
    for (const file of ['../secret', '/etc/passwd', 'a/../../b', 'https://example.com/a.jpg', '']) {
      const media = { mediaType: 'photo' as const, assetId: randomUUID(), gated: false, file, panorama: {} };
      expect(await errorOf(change((tx) => attachMedia(tx, id, media)))).toEqual([400, 'invalid_request']);
    }
  });

  it.each([
    'UPDATE experiences SET tokens_required = -1',
    'UPDATE experiences SET tokens_required = 9223372036854775808',
    "UPDATE experiences SET slug = '12'",
    "UPDATE experiences SET slug = 'a/b'",
    'UPDATE experiences SET subcategory_id = 1, category_id = 3008',
    "UPDATE experiences SET media_type = 'script'",
    'UPDATE experience_counters SET views = -1',
    'DELETE FROM categories WHERE id = 3006',
  ])('in the database itself: %s', async (statement) => {
    await site.post('/api/vr360/first/view');
    await expect(sql.raw(statement).execute(site.db)).rejects.toThrow();
  });
});
