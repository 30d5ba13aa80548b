import type { PlaceSheet } from '@oriel/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CatalogueApp, createCatalogueApp, signedIn } from '../../../testing/apps/catalogue-app.ts';
import { changeCatalogue, updateExperience } from './service.ts';

const LISBON = { latitude: 38.722, longitude: -9.139 };
const STILL = {
  thumbnails: {
    pattern: '/s/{width}.{format}',
    widths: [320],
    formats: ['jpg' as const],
    aspectRatio: 1.5,
    colour: '#aabbcc',
  },
  label: 'The window',
  yaw: 20,
};

let site: CatalogueApp;
beforeAll(async () => {
  site = await createCatalogueApp(({ tourism, rooms, culture, quiet }) => [
    {
      slug: 'room',
      title: 'The room',
      categoryId: tourism,
      subcategoryId: rooms,
      sortOrder: 1,
      location: LISBON,
      place: {
        facts: ['Sleeps two', 'Open all year'],
        access: { steps: 2, doorWidthCm: 84 },
        website: 'https://room.example/book',
        stills: [STILL],
      },
    },
    {
      slug: 'other-room',
      title: 'Other',
      categoryId: tourism,
      subcategoryId: rooms,
      sortOrder: 2,
      location: LISBON,
    },
    {
      slug: 'same-cover',
      categoryId: tourism,
      subcategoryId: rooms,
      sortOrder: 3,
      thumbnail: '/a.jpg',
      likeCount: 9,
    },
    { slug: 'cover', categoryId: tourism, sortOrder: 4, thumbnail: '/a.jpg', likeCount: 8 },
    { slug: 'pool', categoryId: tourism, sortOrder: 5, thumbnail: '/b.jpg', tagIds: [quiet] },
    {
      slug: 'museum',
      title: 'Museum of Harbours',
      country: 'South Africa',
      mediaType: 'video',
      categoryId: culture,
      sortOrder: 6,
      tokensRequired: 100,
      location: { latitude: -33.9, longitude: 18.4246 },
      place: { stills: [STILL] },
      tagIds: [quiet],
    },
  ]);
});
afterAll(() => site.close());

const sheetOf = async (slug: string) => (await site.get(`/api/vr360/${slug}/place`)).json<PlaceSheet>();
const slugs = (cards: { slug: string }[]) => cards.map(({ slug }) => slug);

it('says what is known of a place, and names places like it', async () => {
  const sheet = await sheetOf('room');
  expect(sheet).toMatchObject({
    facts: ['Sleeps two', 'Open all year'],
    access: { steps: 2, doorWidthCm: 84 },
    website: 'https://room.example/book',
    stills: [{ label: 'The window', yaw: 20 }],
  });
  expect(sheet.location?.latitude).toBeCloseTo(LISBON.latitude, 3);
  expect(slugs(sheet.similar)).toEqual(['same-cover', 'other-room', 'pool', 'cover']);
  expect([sheet.previous?.slug, sheet.next?.slug]).toEqual(['museum', 'other-room']);
});

it('keeps the stills of places that cost tokens to itself, and begins again after the last place', async () => {
  const sheet = await sheetOf('museum');
  expect(sheet).toMatchObject({ facts: [], stills: [], similar: [] });
  expect(sheet.next?.slug).toBe('room');
  expect((await site.get('/api/vr360/no-such-place/place')).statusCode).toBe(404);
});

it('pins the places of a list, with the filters of lists', async () => {
  const pinsOf = async (query: string, headers = {}) =>
    (await site.get(`/api/map?${query}`, headers)).json<{ pins: number[] }>().pins;
  const all = await pinsOf('');
  expect(all).toHaveLength(9);
  expect(all.filter((_, index) => index % 3 !== 0)).toEqual([38722, -9139, 38722, -9139, -33900, 18425]);
  expect(await pinsOf('', signedIn('Free-anna'))).toEqual(all);
  expect(await pinsOf('category=Arts+%26+Culture')).toEqual(all.slice(6));
  expect(await pinsOf('tag=Quiet&q=harbors')).toEqual(all.slice(6));
  expect(await pinsOf(`subcategoryId=${site.ids.rooms}`)).toEqual(all.slice(0, 6));
  expect(await pinsOf('category=Nothing')).toEqual([]);
  expect(await pinsOf('price=locked')).toEqual(all.slice(6));
  expect(await pinsOf('price=free')).toEqual(all.slice(0, 6));
  expect(await pinsOf('mediaType=video')).toEqual(all.slice(6));
  expect(await pinsOf('mediaType=video&price=free')).toEqual([]);
  expect(await pinsOf('country=SOUTH+africa')).toEqual(all.slice(6));
  expect(await pinsOf('country=Atlantis')).toEqual([]);
  expect((await site.get('/api/map?price=cheap')).statusCode).toBe(400);
  const { headers } = await site.get('/api/map');
  expect(headers.etag).toBeDefined();
});

it('moves a place, and takes it off the map', async () => {
  const [first = 0] = (await site.get('/api/map')).json<{ pins: number[] }>().pins;
  const change = (location: { latitude: number; longitude: number } | null) =>
    changeCatalogue(site.db, site.app.responseCache, (tx) => updateExperience(tx, first, { location }));
  await change({ latitude: 1.5, longitude: 2 });
  expect((await site.get('/api/map')).json().pins.slice(0, 3)).toEqual([first, 1500, 2000]);
  await change(null);
  expect((await site.get('/api/map')).json().pins).toHaveLength(6);
  await expect(change({ latitude: 91, longitude: 0 })).rejects.toThrow(/latitude/);
});
