import type { Country, Experience, Suggestions } from '@oriel/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type CatalogueApp, createCatalogueApp } from '../../../testing/apps/catalogue-app.ts';

let site: CatalogueApp;

beforeAll(async () => {
  site = await createCatalogueApp(({ tourism, culture, seaView, quiet }) => [
    {
      slug: 'suite',
      title: 'Harbour suite',
      propertyName: 'Hôtel Péniche',
      city: 'Évora',
      country: 'Portugal',
      categoryId: tourism,
      tagIds: [seaView],
      sortOrder: 1,
      viewCount: 500,
    },
    {
      slug: 'bath',
      title: 'The stone bath',
      city: 'Évora',
      country: 'portugal',
      categoryId: tourism,
      tokensRequired: 100,
      tagIds: [seaView, quiet],
      sortOrder: 2,
      viewCount: 900,
    },
    {
      slug: 'hall',
      title: 'The hall of whales',
      city: 'Santa Eulalia',
      country: 'Spain',
      categoryId: culture,
      mediaType: 'video',
      sortOrder: 3,
    },
  ]);
});
afterAll(() => site.close());

async function suggest(q?: string): Promise<Suggestions> {
  const response = await site.get(`/api/suggestions${q === undefined ? '' : `?q=${encodeURIComponent(q)}`}`);
  expect(response.statusCode).toBe(200);
  return response.json();
}

describe('suggestions', () => {
  it('are places, towns and tags with a word that begins with the text, without accents and in any case', async () => {
    const { places, towns, tags } = await suggest('EVO');
    expect(places.map(({ slug }) => slug)).toEqual(['suite', 'bath']);
    expect(towns).toEqual([{ name: 'Évora', country: 'Portugal', itemCount: 2 }]);
    expect(tags).toEqual([]);
    expect((await suggest('eul')).towns.map(({ name }) => name)).toEqual(['Santa Eulalia']);
    expect((await suggest('sea')).tags.map(({ name }) => name)).toEqual(['Sea view']);
  });

  it('forgive a typo', async () => {
    expect((await suggest('harbuor')).places.map(({ slug }) => slug)).toEqual(['suite']);
  });

  it('are similar words where nothing matches', async () => {
    const { places, spellings } = await suggest('harbourmaster');
    expect(places).toEqual([]);
    expect(spellings).toEqual(['harbour']);
    expect(await suggest('zzzzzz')).toEqual({ places: [], towns: [], tags: [], spellings: [] });
  });

  it('are what is popular without a text, and only what is free', async () => {
    const { places, towns, tags } = await suggest();
    expect(places.map(({ slug }) => slug)).toEqual(['suite', 'hall']);
    expect(towns.length).toBeGreaterThan(1);
    expect(tags[0]).toEqual({ name: 'Sea view', itemCount: 2 });
  });

  it('say what kind of tour a place is, and nothing more of its media', async () => {
    const [place] = (await suggest('bath')).places;
    expect(place).toMatchObject({ mediaType: 'embed', tokensRequired: 100 });
    expect(Object.keys(place ?? {}).sort()).toEqual([
      'city',
      'country',
      'mediaType',
      'slug',
      'thumbnail',
      'title',
      'tokensRequired',
    ]);
  });

  it('take hostile texts as words', async () => {
    for (const q of ["'; DROP TABLE", '%_\\', ' ', '🙂'])
      expect((await suggest(q)).places.length).toBeLessThan(5);
    expect((await site.get('/api/suggestions?q=%00')).statusCode).toBe(400);
    expect((await site.get(`/api/suggestions?q=${'a'.repeat(101)}`)).statusCode).toBe(400);
  });
});

describe('lists by price, kind and country', () => {
  const list = async (query: string) => {
    const response = await site.get(`/api/vr360?${query}`);
    expect(response.statusCode).toBe(200);
    const slugs = response.json<Experience[]>().map(({ slug }) => slug);
    return { slugs, total: Number(response.headers['x-total-count']), link: response.headers.link };
  };

  it('hold what fits, alone and together, with their totals', async () => {
    expect(await list('price=free')).toMatchObject({ slugs: ['suite', 'hall'], total: 2 });
    expect(await list('price=locked')).toMatchObject({ slugs: ['bath'], total: 1 });
    expect(await list('mediaType=video')).toMatchObject({ slugs: ['hall'], total: 1 });
    expect(await list('country=PORTUGAL')).toMatchObject({ slugs: ['suite', 'bath'], total: 2 });
    expect(await list('country=Portugal&price=locked&tag=quiet')).toMatchObject({
      slugs: ['bath'],
      total: 1,
    });
    expect(await list('country=Portugal&q=harbour')).toMatchObject({ slugs: ['suite'], total: 1 });
    expect(await list('country=Atlantis')).toMatchObject({ slugs: [], total: 0 });
  });

  it('continue where their page ended, and a cursor fits only its own list', async () => {
    const { slugs, link } = await list('country=Portugal&limit=1');
    expect(slugs).toEqual(['suite']);
    const next = /<([^>]+)>/.exec(String(link))?.[1] ?? '';
    expect((await site.get(next)).json<Experience[]>().map(({ slug }) => slug)).toEqual(['bath']);
    const other = await site.get(next.replace('Portugal', 'Spain'));
    expect(other.statusCode).toBe(400);
  });

  it('are refused for prices and kinds that do not exist', async () => {
    expect((await site.get('/api/vr360?price=cheap')).statusCode).toBe(400);
    expect((await site.get('/api/vr360?mediaType=hologram')).statusCode).toBe(400);
  });

  it('of countries are offered with their numbers', async () => {
    const countries = (await site.get('/api/countries')).json<Country[]>();
    expect(countries).toEqual([
      { name: 'Portugal', itemCount: 2 },
      { name: 'Spain', itemCount: 1 },
    ]);
  });
});

describe('names', () => {
  it('that are older than five minutes are read again before they are used', async () => {
    const now = performance.now();
    const clock = vi.spyOn(performance, 'now');
    const townsOf = async () => (await suggest('tro')).towns.map(({ name }) => name);
    expect(await townsOf()).toEqual([]);
    // As another process does it.
    await sql`UPDATE experiences SET city = 'Tromsø' WHERE slug = 'hall'`.execute(site.db);
    clock.mockReturnValue(now + 4 * 60_000);
    expect(await townsOf()).toEqual([]);
    clock.mockReturnValue(now + 10 * 60_000);
    expect(await townsOf()).toEqual(['Tromsø']);
    await sql`UPDATE experiences SET city = 'Santa Eulalia' WHERE slug = 'hall'`.execute(site.db);
    clock.mockReturnValue(now + 20 * 60_000);
    expect(await townsOf()).toEqual([]);
  });
});
