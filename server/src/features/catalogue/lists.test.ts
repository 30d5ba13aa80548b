import type { Category, Experience, Subcategory, Tag } from '@oriel/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CatalogueApp, createCatalogueApp } from '../../../testing/apps/catalogue-app.ts';
import { changeCatalogue, createExperience } from './service.ts';

const COUNT = 250;
let site: CatalogueApp;

beforeAll(async () => {
  site = await createCatalogueApp(({ tourism, culture, rooms, seaView, quiet }) =>
    Array.from({ length: COUNT }, (_, index) => ({
      slug: `tour-number-${index}`,
      legacyId: 1000 + index,
      title: `Tour ${index}`,
      description: index % 10 === 0 ? 'A harbour in the morning.' : 'A room with a window.',
      categoryId: index % 5 === 0 ? culture : tourism,
      subcategoryId: index % 5 === 0 ? null : rooms,
      tagIds: index % 3 === 0 ? [seaView, quiet] : [quiet],
      // Several share a sort order, so that pages also depend on the id.
      sortOrder: Math.floor(index / 7),
      rating: index % 4 === 0 ? null : (index % 50) / 10,
      viewCount: (index * 37) % 100,
      createdAt: new Date(Date.UTC(2025, 0, 1, 0, 0, index % 60)),
    })),
  );
});
afterAll(() => site.close());

function nextOf(link: unknown): string | undefined {
  return /^<([^>]+)>; rel="next"$/.exec(String(link ?? ''))?.[1];
}

/** Follows the Link headers to the last page. */
async function readAll(url: string, afterPage?: (page: number) => Promise<unknown>): Promise<Experience[]> {
  const all: Experience[] = [];
  let next: string | undefined = url;
  for (let page = 1; next !== undefined; page += 1) {
    const response = await site.get(next);
    expect(response.statusCode).toBe(200);
    all.push(...response.json<Experience[]>());
    await afterPage?.(page);
    next = nextOf(response.headers.link);
  }
  return all;
}

function expectDistinct(experiences: readonly Experience[], count: number): void {
  expect(experiences).toHaveLength(count);
  expect(new Set(experiences.map(({ id }) => id)).size).toBe(count);
}

const SORT_KEYS: Record<string, (experience: Experience) => number> = {
  featured: ({ sortOrder }) => sortOrder,
  popular: ({ viewCount }) => -viewCount,
  new: ({ createdAt }) => -Date.parse(createdAt),
  rating: ({ rating }) => -(rating ?? 0),
};

describe('categories, subcategories and tags', () => {
  it('counts the experiences of categories', async () => {
    const categories = (await site.get('/api/categories')).json<Category[]>();
    expect(categories).toMatchObject([
      { categoryid: 3006, categoryname: 'Tourism & Hospitality', iconurl: '🧳', itemCount: 200 },
      { categoryid: 3008, categoryname: 'Arts & Culture', iconurl: '📁', itemCount: 50 },
    ]);
    const one = (await site.get('/api/categories/3006')).json<Category>();
    expect(one).toEqual(categories[0]);
  });

  it('counts the experiences of subcategories', async () => {
    const response = await site.get('/api/categories/3006/subcategories');
    expect(response.json<Subcategory[]>()).toMatchObject([
      { categoryid: 3006, name: 'Rooms', iconurl: '🛏️', itemCount: 200 },
    ]);
    expect((await site.get('/api/categories/3008/subcategories')).json()).toEqual([]);
  });

  it('lists the tags of a category with the general ones', async () => {
    const names = async (query: string) =>
      (await site.get(`/api/tags${query}`)).json<{ tags: Tag[] }>().tags.map(({ name }) => name);
    expect(await names('')).toEqual(['Sea view', 'Quiet']);
    expect(await names('?categoryId=3006&isActiveOnly=true&excludeDeleted=1')).toEqual(['Sea view', 'Quiet']);
    expect(await names('?categoryId=3008')).toEqual(['Quiet']);
    expect(await names('?categoryId=77')).toEqual([]);
  });

  it('responds 404 for unknown categories', async () => {
    for (const url of ['/api/categories/77', '/api/categories/77/subcategories']) {
      const response = await site.get(url);
      expect(response.statusCode).toBe(404);
      expect(response.json()).toMatchObject({ code: 'category_not_found', status: 404 });
    }
  });
});

describe('pages', () => {
  it.each(Object.keys(SORT_KEYS))('in the order %s contain every row once', async (sort) => {
    const all = await readAll(`/api/vr360?sort=${sort}&limit=12`);
    expectDistinct(all, COUNT);
    const keys = all.map((experience) => SORT_KEYS[sort]?.(experience) ?? Number.NaN);
    expect(keys).toEqual(keys.toSorted((a, b) => a - b));
  });

  it.each([
    ['category=%20TOURISM%20%26%20hospitality%20', 200],
    ['categoryId=3008', 50],
    ['category=Arts%20%26%20Culture&categoryId=3008', 50],
    ['category=Arts%20%26%20Culture&categoryId=3006', 0],
    ['subcategoryId=1', 200],
    ['subcategoryId=1&categoryId=3006', 200],
    ['subcategoryId=1&categoryId=3008', 0],
    ['tag=%20SEA%20VIEW%20', 84],
    ['tag=sea%20view&categoryId=3008', 17],
    ['tag=sea%20view&sort=popular', 84],
    ['tag=quiet&category=arts%20%26%20culture&sort=rating&q=harbour', 25],
    ['category=&tag=', COUNT],
  ])('of %s contain %i rows and state that total', async (filter, count) => {
    const first = await site.get(`/api/vr360?${filter}&limit=7`);
    expect(first.headers['x-total-count']).toBe(String(count));
    expectDistinct(await readAll(`/api/vr360?${filter}&limit=7`), count);
  });

  it('have 100 rows by default', async () => {
    expect((await site.get('/api/vr360')).json()).toHaveLength(100);
    expect((await site.get('/api/vr360?limit=100')).json()).toHaveLength(100);
    expect((await site.get('/api/vr360?limit=1')).json()).toHaveLength(1);
  });

  it('link to the next page with all parameters of the query', async () => {
    const { headers } = await site.get('/api/vr360?sort=new&tag=Sea%20view&limit=5');
    const next = new URL(nextOf(headers.link) ?? '', 'http://localhost');
    expect(next.pathname).toBe('/api/vr360');
    expect(Object.fromEntries(next.searchParams)).toMatchObject({ sort: 'new', tag: 'Sea view', limit: '5' });
    const last = await site.get('/api/vr360?categoryId=3008&limit=50');
    expect(last.json()).toHaveLength(50);
    expect(last.headers.link).toBeUndefined();
  });

  it('contain every row once while others are inserted before and after it', async () => {
    const before = await readAll('/api/vr360?limit=20');
    const all = await readAll('/api/vr360?limit=20', (page) =>
      changeCatalogue(site.db, site.app.responseCache, async (tx) => {
        await createExperience(tx, { slug: `before-${page}`, sortOrder: -1, title: 'Inserted' });
        await createExperience(tx, { slug: `amid-${page}`, sortOrder: page * 2, title: 'Inserted' });
      }),
    );
    const original = all.filter(({ title }) => title !== 'Inserted');
    expect(original.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  });
});

describe('bad input', () => {
  const HUGE = 'x'.repeat(12_000);

  it.each([
    'category=nowhere',
    'category=%F0%9F%92%A9',
    'category=%27%3B%20DROP%20TABLE%20experiences%3B--',
    'tag=unheard-of',
    'tag=%25',
    'categoryId=2147483647',
    'subcategoryId=99999',
    'q=%E2%80%AE',
    'q=%21%40%23%24%25%5E%26*()',
  ])('a list without matches is empty: %s', async (query) => {
    const response = await site.get(`/api/vr360?${query}`);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual([]);
    expect(response.headers['x-total-count']).toBe('0');
  });

  it.each([
    'categoryId=0',
    'categoryId=-1',
    'categoryId=1.5',
    'categoryId=1e309',
    'categoryId=9223372036854775808',
    'categoryId=abc',
    'categoryId=1&categoryId=2',
    'tag=a&tag=b',
    'category=a&category=b',
    'q=a&q=b',
    'sort=cheapest',
    'sort=constructor',
    'limit=0',
    'limit=101',
    'limit=-5',
    'limit=NaN',
    'limit=',
    'q=a%00b',
    'category=%00',
  ])('a malformed query is refused: %j', async (query) => {
    const response = await site.get(`/api/vr360?${query}`);
    expect(response.statusCode).toBe(400);
    expect(response.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(response.json()).toMatchObject({ code: 'invalid_request', status: 400 });
  });

  it('refuses text that is too long', async () => {
    for (const query of [`q=${'x'.repeat(101)}`, `tag=${HUGE}`, `category=${HUGE}`, `cursor=${HUGE}`]) {
      expect((await site.get(`/api/vr360?${query}`)).statusCode).toBe(400);
    }
    expect((await site.get(`/api/vr360/${HUGE}`)).statusCode).toBeLessThan(500);
  });

  it.each([
    'x',
    '%FF%FE',
    'bnVsbA',
    'e30',
    'W10',
    Buffer.from('["",0,1,1]').toString('base64url'),
    Buffer.from('[[[[[[').toString('base64url'),
    'AAAAAAAAAAAAAAAAAAAAAAAAAA',
  ])('a forged cursor is refused: %j', async (cursor) => {
    const response = await site.get(`/api/vr360?cursor=${cursor}`);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: 'invalid_cursor' });
  });

  it('accepts a cursor for its own query alone, with any page size', async () => {
    const cursorOf = async (query: string) => {
      const next = nextOf((await site.get(`/api/vr360?${query}`)).headers.link);
      return new URL(next ?? '', 'http://localhost').searchParams.get('cursor');
    };
    const cursor = await cursorOf('limit=5');
    expect((await site.get(`/api/vr360?limit=9&cursor=${cursor}`)).statusCode).toBe(200);
    for (const query of ['sort=popular', 'categoryId=3006', 'tag=quiet', 'q=tour', 'subcategoryId=1']) {
      const response = await site.get(`/api/vr360?${query}&cursor=${cursor}`);
      expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([400, 'invalid_cursor']);
    }
    const altered = JSON.parse(Buffer.from(cursor ?? '', 'base64url').toString());
    for (const part of [2 ** 53, 1.5, '1; DROP TABLE', null, [1], { a: 1 }, true]) {
      for (const index of [1, 2, 3]) {
        const parts = altered.with(index, part);
        const response = await site.get(
          `/api/vr360?cursor=${Buffer.from(JSON.stringify(parts)).toString('base64url')}`,
        );
        expect(response.statusCode).toBe(400);
      }
    }
  });

  it.each([
    '0',
    '-1',
    '1e309',
    '9223372036854775808',
    '99999',
    'no-such-tour',
    '%2e%2e',
    'a%00b',
    '%F0%9F%92%A9',
  ])('responds 400 or 404 for a missing experience: %j', async (key) => {
    for (const response of [
      await site.get(`/api/vr360/${key}`),
      await site.post(`/api/vr360/${key}/view`),
      await site.post(`/api/vr360/${key}/like`),
      await site.post(`/api/vr360/${key}/access`, { authorization: 'Bearer Free-anna' }),
    ]) {
      expect([400, 404]).toContain(response.statusCode);
      expect(response.headers['content-type']).toMatch(/^application\/problem\+json/);
    }
  });

  it.each(['0', '-1', 'abc', '1e309', '9223372036854775808', '1.5'])(
    'refuses a malformed legacy id: %s',
    async (id) => {
      expect((await site.get(`/api/vr360/legacy/${id}`)).statusCode).toBe(400);
    },
  );

  it('responds 404 for an unknown legacy id', async () => {
    const response = await site.get('/api/vr360/legacy/5');
    expect(response.json()).toMatchObject({
      code: 'experience_not_found',
      detail: 'VR experience not found',
    });
  });
});

describe('one experience', () => {
  it('is found by id, slug and legacy id', async () => {
    const bySlug = (await site.get('/api/vr360/tour-number-3')).json<Experience>();
    expect(bySlug).toMatchObject({
      slug: 'tour-number-3',
      legacyId: 1003,
      title: 'Tour 3',
      category: 'Tourism & Hospitality',
      categoryName: 'Tourism & Hospitality',
      categoryId: 3006,
      tags: ['Sea view', 'Quiet'],
      buttonTitle: 'Watch Now',
      viewCount: 11,
      likeCount: 0,
      isPermission: true,
      isLiked: false,
    });
    expect((await site.get(`/api/vr360/${bySlug.id}`)).json()).toEqual(bySlug);
    expect((await site.get('/api/vr360/legacy/1003')).json()).toEqual(bySlug);
  });
});
