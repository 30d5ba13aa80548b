import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/index.ts';
import { changeCatalogue, createCategory, createExperience } from '../features/catalogue/service.ts';
import { readSite } from '../site/site.ts';
import { SITE_PATHS } from './sitemap.ts';

/** Would end the script element of the data if it were not escaped. */
const HOSTILE = '</script><b onclick="x">Inn & "Co"</b>';
const TOUR = '/experiences/vr/the-lobby';
/** With only a title. */
const BARE_TOUR = '/experiences/vr/a-room';

/** The required properties of each type. */
const REQUIRED: Record<string, readonly string[]> = {
  Answer: ['text'],
  CollectionPage: ['name', 'url', 'mainEntity'],
  ContactPoint: ['contactType', 'email', 'url'],
  Course: ['name', 'description', 'url', 'provider'],
  CreativeWork: ['name', 'url', 'thumbnailUrl'],
  FAQPage: ['url', 'mainEntity'],
  InteractionCounter: ['interactionType', 'userInteractionCount'],
  ItemList: ['itemListElement'],
  ListItem: ['position', 'url', 'name'],
  Offer: ['name', 'price', 'priceCurrency'],
  OfferCatalog: ['name', 'itemListElement'],
  Organization: ['name'],
  Place: ['name', 'address'],
  PostalAddress: [],
  Question: ['name', 'acceptedAnswer'],
  Service: ['name', 'description', 'url', 'provider'],
  Syllabus: ['name', 'description'],
  UnitPriceSpecification: ['price', 'priceCurrency'],
  VideoObject: ['name', 'description', 'thumbnailUrl', 'uploadDate'],
  WatchAction: [],
  WebPage: ['name', 'description', 'url'],
};
const URL_PROPERTIES = new Set(['url', 'logo', 'image', 'thumbnailUrl', 'sameAs']);

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp({ site: { ...readSite(), name: HOSTILE.slice(0, 40), slogan: HOSTILE } });
  await changeCatalogue(site.db, site.app.responseCache, async (tx) => {
    await createCategory(tx, { id: 7, name: 'Hotels', description: HOSTILE, icon: 'H' });
    await createExperience(tx, {
      slug: 'the-lobby',
      title: HOSTILE,
      description: `${HOSTILE} A lobby.`,
      categoryId: 7,
      city: HOSTILE,
      country: 'Portugal',
    });
    await createExperience(tx, { slug: 'a-room', title: 'A room' });
  });
});
afterAll(() => site.close());

/** All faults of a part of the data and its descendants. */
function faults(part: unknown, place: string): string[] {
  if (Array.isArray(part)) return part.flatMap((item, index) => faults(item, `${place}.${index}`));
  if (typeof part !== 'object' || part === null)
    return part === null || part === '' ? [`${place} is empty`] : [];
  const entries = Object.entries(part);
  const type = (part as Record<string, unknown>)['@type'];
  const result: string[] = [];
  if (!('@graph' in part)) {
    const required = REQUIRED[String(type)];
    if (required === undefined) result.push(`${place} is of no known type: ${String(type)}`);
    for (const name of required ?? [])
      if (!(name in part)) result.push(`${place} (${String(type)}) lacks ${name}`);
  }
  for (const [name, value] of entries) {
    for (const url of URL_PROPERTIES.has(name) ? [value].flat() : []) {
      if (typeof url !== 'string' || !/^https?:\/\//.test(url) || !URL.canParse(url))
        result.push(`${place}.${name} is no absolute URL: ${String(url)}`);
    }
    result.push(...faults(value, `${place}.${name}`));
  }
  return result;
}

describe('structured data', () => {
  it.each([...SITE_PATHS, '/categories/7/subcategories', '/experiences?category=Hotels', TOUR, BARE_TOUR])(
    'is valid, escaped JSON-LD: %s',
    async (path) => {
      const { statusCode, body: html } = await site.app.inject(path);
      expect(statusCode).toBe(200);
      // As in a browser, the element ends at the first closing tag.
      const elements = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script/gs)];
      expect(elements).toHaveLength(1);
      const data = JSON.parse(elements[0]?.[1] ?? '');
      expect(data['@context']).toBe('https://schema.org');
      expect(faults(data, 'data')).toEqual([]);
      expect(html).not.toContain('<b onclick');
    },
  );

  it('contains the texts of a tour, escaped', async () => {
    const { body: html } = await site.app.inject(TOUR);
    const json = /<script type="application\/ld\+json">(.*?)<\/script/s.exec(html)?.[1] ?? '';
    expect(JSON.parse(json)).toMatchObject({ name: HOSTILE, contentLocation: { name: HOSTILE } });
  });
});
