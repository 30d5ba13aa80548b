import type { Experience } from '@oriel/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CatalogueApp, createCatalogueApp } from '../../../testing/apps/catalogue-app.ts';
import { changeCatalogue, createExperience, deleteExperience, updateExperience } from './service.ts';

let site: CatalogueApp;

beforeAll(async () => {
  site = await createCatalogueApp(({ tourism, culture, rooms, seaView, quiet }) => [
    {
      slug: 'restaurant',
      title: 'Sunday dinner',
      propertyName: 'Restaurant Świt',
      city: 'Kraków',
      country: 'Poland',
      description: 'Long tables under the museum of clocks.',
      categoryId: tourism,
      tagIds: [quiet],
      sortOrder: 1,
    },
    {
      slug: 'museum',
      title: 'The museum after hours',
      city: 'Tokyo',
      country: 'Japan',
      description: 'A hall of whales.',
      categoryId: culture,
      furtherCategoryIds: [tourism],
      sortOrder: 2,
    },
    {
      slug: 'harbour-suite',
      title: 'Harbour suite',
      propertyName: 'Hôtel de la Plage',
      city: 'Biarritz',
      country: 'France',
      description: 'Two beaches and one balcony.',
      categoryId: tourism,
      subcategoryId: rooms,
      tagIds: [seaView],
      sortOrder: 3,
    },
    {
      slug: 'library',
      title: "The inn's library",
      description: 'Study rooms.',
      categoryId: culture,
      sortOrder: 4,
    },
    { slug: 'tavern', title: 'ताज महल', propertyName: '서울 호텔', description: 'Far away.', sortOrder: 5 },
  ]);
});
afterAll(() => site.close());

async function search(q: string, more = ''): Promise<string[]> {
  const response = await site.get(`/api/vr360?q=${encodeURIComponent(q)}${more}`);
  expect(response.statusCode).toBe(200);
  return response.json<Experience[]>().map(({ slug }) => slug);
}

describe('search', () => {
  it.each([
    ['a title', 'sunday dinner', ['restaurant']],
    ['a name', 'plage', ['harbour-suite']],
    ['a description', 'whales', ['museum']],
    ['a city', 'tokyo', ['museum']],
    ['a country', 'FRANCE', ['harbour-suite']],
    ['a tag', 'sea view', ['harbour-suite']],
    ['a category', 'hospitality', ['restaurant', 'museum', 'harbour-suite']],
    ['a subcategory and a city', 'rooms biarritz', ['harbour-suite']],
    ['words of different fields, in any order', 'balcony harbour france', ['harbour-suite']],
    ['words without diacritics that no tour has together', 'hotel krakow', []],
    ['superfluous diacritics', 'bïarrîtz', ['harbour-suite']],
    ['missing diacritics', 'krakow swit', ['restaurant']],
    ['the singular', 'beach', ['harbour-suite']],
    ['the plural', 'harbours', ['harbour-suite']],
    ['a prefix of the last word', 'harbour sui', ['harbour-suite']],
    ['a missing apostrophe', 'inns', ['library']],
    ['another script', 'महल', ['tavern']],
    ['a prefix in another script', '호텔', ['tavern']],
  ])('finds by %s', async (_, q, slugs) => {
    expect((await search(q)).sort()).toEqual(slugs.toSorted());
  });

  it.each([
    ['restarant', 'restaurant'],
    ['resturant', 'restaurant'],
    ['restaraunt', 'restaurant'],
    ['Krakw', 'restaurant'],
    ['toyko', 'museum'],
    ['harbor', 'harbour-suite'],
    ['habrour', 'harbour-suite'],
    ['libary', 'library'],
    ['biaritz', 'harbour-suite'],
    ['balcny harbur', 'harbour-suite'],
    ['jpan', 'museum'],
  ])('corrects %s', async (q, slug) => expect(await search(q)).toContain(slug));

  it('lists matches in headlines first', async () => {
    expect(await search('museum')).toEqual(['museum', 'restaurant']);
    expect(await search('musuem')).toEqual(['museum', 'restaurant']);
    expect(await search('museum', '&limit=1')).toEqual(['museum']);
    expect(await search('museum', '&sort=new')).toEqual(['museum', 'restaurant']);
  });

  it('pages through matches in headlines and elsewhere, with the total', async () => {
    const first = await site.get('/api/vr360?q=museum&limit=1');
    expect(first.headers['x-total-count']).toBe('2');
    const next = /<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? '';
    const second = await site.get(next);
    expect(second.json<Experience[]>().map(({ slug }) => slug)).toEqual(['restaurant']);
    expect(second.headers.link).toBeUndefined();
  });

  it('corrects neither known words nor words beyond the edit distance', async () => {
    expect(await search('table')).toEqual(['restaurant']);
    expect(await search('zzzzzz')).toEqual([]);
    expect(await search('museum zzzzzz')).toEqual([]);
    expect(await search('xo')).toEqual([]);
  });

  it('includes changes at once', async () => {
    const id = await changeCatalogue(site.db, site.app.responseCache, (tx) =>
      createExperience(tx, { slug: 'glasshouse', title: 'Glasshouse', description: 'Orchids.' }),
    );
    expect(await search('orchid')).toEqual(['glasshouse']);
    await changeCatalogue(site.db, site.app.responseCache, (tx) =>
      updateExperience(tx, id, { description: 'Ferns.' }),
    );
    expect(await search('orchid')).toEqual([]);
    expect(await search('ferns glasshouse')).toEqual(['glasshouse']);
    await changeCatalogue(site.db, site.app.responseCache, (tx) => deleteExperience(tx, id));
    expect(await search('ferns')).toEqual([]);
  });

  it('is safe against injection', async () => {
    const texts = [
      "'",
      "''' | 'museum",
      "museum') OR 1=1 --",
      '\\',
      "\\'",
      'museum & !museum',
      ':*',
      'museum:*',
      '<-> | & ! ( )',
      '%%%%%%',
      '____',
      '"; DROP TABLE experiences; --',
      '\u202e\u200d\ufeff',
      `e${'\u0301'.repeat(99)}`,
      '👩‍👩‍👧‍👦🏳️‍🌈',
      '\ud800',
      'a'.repeat(100),
      'a '.repeat(50).trim(),
      Array.from({ length: 33 }, (_, index) => String.fromCodePoint(97 + (index % 26)) + index)
        .join(' ')
        .slice(0, 100),
      '(a+)+$'.repeat(16),
    ];
    for (const text of texts) {
      const startedAt = performance.now();
      const response = await site.get(`/api/vr360?q=${encodeURIComponent(text.toWellFormed())}`);
      expect(response.statusCode, text).toBe(200);
      expect(performance.now() - startedAt).toBeLessThan(1000);
    }
    expect(await search('museum')).toHaveLength(2);
  });

  it('answers concurrent searches, or responds 503 with Retry-After', async () => {
    const responses = await Promise.all(
      Array.from({ length: 700 }, (_, index) =>
        site.get(`/api/vr360?q=musuem${index % 7}%20hall&limit=${1 + (index % 100)}`),
      ),
    );
    const statuses = new Set(responses.map(({ statusCode }) => statusCode));
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    const refused = responses.find(({ statusCode }) => statusCode === 503);
    if (refused !== undefined) expect(refused.headers['retry-after']).toBe('1');
  });
});
