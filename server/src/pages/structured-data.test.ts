import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/index.ts';
import { changeCatalogue, createCategory, createExperience } from '../features/catalogue/service.ts';
import { readSite } from '../site/site.ts';
import { SITE_PATHS } from './sitemap.ts';

/** A name that would end the element that the data stands in, and begin another. */
const HOSTILE = '</script><b onclick="x">Inn & "Co"</b>';
const TOUR = '/experiences/vr/the-lobby';
/** Of which little is known. */
const BARE_TOUR = '/experiences/vr/a-room';

/** What each kind of thing must say of itself. */
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
const ADDRESSES = new Set(['url', 'logo', 'image', 'thumbnailUrl', 'sameAs']);

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

/** Everything that is wrong with a part of the data and with what is in it. */
function faults(part: unknown, place: string): string[] {
  if (Array.isArray(part)) return part.flatMap((item, index) => faults(item, `${place}.${index}`));
  if (typeof part !== 'object' || part === null)
    return part === null || part === '' ? [`${place} is empty`] : [];
  const entries = Object.entries(part);
  const type = (part as Record<string, unknown>)['@type'];
  const found: string[] = [];
  if (!('@graph' in part)) {
    const required = REQUIRED[String(type)];
    if (required === undefined) found.push(`${place} is of no known type: ${String(type)}`);
    for (const name of required ?? [])
      if (!(name in part)) found.push(`${place} (${String(type)}) lacks ${name}`);
  }
  for (const [name, value] of entries) {
    for (const address of ADDRESSES.has(name) ? [value].flat() : []) {
      if (typeof address !== 'string' || !/^https?:\/\//.test(address) || !URL.canParse(address))
        found.push(`${place}.${name} is no whole address: ${String(address)}`);
    }
    found.push(...faults(value, `${place}.${name}`));
  }
  return found;
}

describe('structured data', () => {
  it.each([...SITE_PATHS, '/categories/7/subcategories', '/experiences?category=Hotels', TOUR, BARE_TOUR])(
    'is valid JSON-LD that nothing breaks out of: %s',
    async (path) => {
      const { statusCode, body: html } = await site.app.inject(path);
      expect(statusCode).toBe(200);
      // Parsed as a browser parses it: the element ends at the first end of a script.
      const elements = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script/gs)];
      expect(elements).toHaveLength(1);
      const data = JSON.parse(elements[0]?.[1] ?? '');
      expect(data['@context']).toBe('https://schema.org');
      expect(faults(data, 'data')).toEqual([]);
      expect(html).not.toContain('<b onclick');
    },
  );

  it('tells of a tour in its own words, whatever they hold', async () => {
    const { body: html } = await site.app.inject(TOUR);
    const json = /<script type="application\/ld\+json">(.*?)<\/script/s.exec(html)?.[1] ?? '';
    expect(JSON.parse(json)).toMatchObject({ name: HOSTILE, contentLocation: { name: HOSTILE } });
  });
});
