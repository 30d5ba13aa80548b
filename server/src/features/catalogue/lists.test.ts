import type { Experience } from '@oriel/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CatalogueApp } from '../../../testing/apps/catalogue-app.ts';
import { COUNT, createListsApp } from './lists.fixture.ts';
import { changeCatalogue, createExperience } from './service.ts';

let site: CatalogueApp;

beforeAll(async () => {
  site = await createListsApp();
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

  it.each(['0000-01-01', '2025-02-30', '2025-06-31'])('a forged time is refused: %s', async (day) => {
    const cursor = Buffer.from(`["x",0,"${day}T00:00:00.000Z",1]`).toString('base64url');
    const response = await site.get(`/api/vr360?sort=new&cursor=${cursor}`);
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
