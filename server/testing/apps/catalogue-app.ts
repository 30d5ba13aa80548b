import type { LightMyRequestResponse } from 'fastify';
import type { Caller } from '../../src/caller.ts';
import type { NewExperience } from '../../src/features/catalogue/inputs.ts';
import {
  changeCatalogue,
  createCategory,
  createExperiences,
  createSubcategory,
  createTag,
} from '../../src/features/catalogue/service.ts';
import { createTestApp, type TestApp, type TestOverrides } from '../index.ts';

/** The ids of the categories and tags that `createCatalogueApp` creates. */
export interface Filled {
  tourism: number;
  culture: number;
  rooms: number;
  seaView: number;
  quiet: number;
}

export interface CatalogueApp extends TestApp {
  ids: Filled;
  get(url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  post(url: string, headers?: Record<string, string>, body?: object): Promise<LightMyRequestResponse>;
}

/** Resolves test members: their bearer token is their id, which begins with their tier, such as "Plus-anna". */
export async function resolveTestCaller(token: string): Promise<Caller | undefined> {
  if (!/^(?:Free|Plus|Pro)-/.test(token)) return undefined;
  return { kind: 'member', memberId: token, sessionId: token };
}

export function signedIn(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}

/** The test app with two categories, a subcategory, two tags and the given experiences. */
export async function createCatalogueApp(
  experiences: (ids: Filled) => NewExperience[],
  overrides: TestOverrides = {},
): Promise<CatalogueApp> {
  const { config, ...others } = overrides;
  const site = await createTestApp({
    resolveCaller: resolveTestCaller,
    config: { reactionsPerMinute: 100_000, ...config },
    ...others,
  });
  const ids = await changeCatalogue(site.db, site.app.responseCache, async (tx) => {
    const tourism = await createCategory(tx, {
      id: 3006,
      name: 'Tourism & Hospitality',
      icon: '🧳',
      description: 'Rooms, tables and pools.',
    });
    const culture = await createCategory(tx, { id: 3008, name: 'Arts & Culture' });
    const rooms = await createSubcategory(tx, { categoryId: tourism, name: 'Rooms', icon: '🛏️' });
    const seaView = await createTag(tx, { name: 'Sea view', categoryId: tourism });
    const quiet = await createTag(tx, { name: 'Quiet' });
    const created = { tourism, culture, rooms, seaView, quiet };
    await createExperiences(tx, experiences(created));
    return created;
  });
  return {
    ...site,
    ids,
    get: (url, headers = {}) => site.app.inject({ method: 'GET', url, headers }),
    post: (url, headers = {}, body) =>
      site.app.inject({ method: 'POST', url, headers, ...(body === undefined ? {} : { payload: body }) }),
  };
}
