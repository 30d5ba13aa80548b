import type { ExperienceDetail, Problem, StudioTour } from '@oriel/contract';
import { beforeAll, beforeEach, expect } from 'vitest';
import { directionImage } from '../../../testing/apps/media-app.ts';
import type { TestOverrides } from '../../../testing/index.ts';
import { useWalletApp } from '../../../testing/use-app.ts';
import { changeCatalogue, createCategory, createTag } from '../catalogue/service.ts';
import { createUploader } from '../studio-media/studio-media.fixture.ts';
import { type Member, useCast } from '../workspaces/workspaces.fixture.ts';
import { aTour } from './drafts.fixture.ts';

interface Request {
  body?: object;
  revision?: number;
  as?: Member;
}

/** A site with a workspace that publishes tours; each test has a URL of its own, `slug`. */
export function usePublisher(overrides: TestOverrides = {}) {
  const site = useWalletApp([], overrides);
  const cast = useCast(site);
  const given = { slug: '', asset: '', category: 0, tag: 0 };
  let tours = 0;
  beforeAll(async () => {
    given.asset = await takePicture(2048);
    [given.category, given.tag] = await changeCatalogue(site.db, site.app.responseCache, async (tx) => [
      await createCategory(tx, { name: 'Hotels' }),
      await createTag(tx, { name: 'Harbour' }),
    ]);
  });
  beforeEach(() => {
    tours += 1;
    given.slug = `seaside-rooms-${tours}`;
  });

  async function takeFile(name: string, bytes: Uint8Array, use?: 'flat'): Promise<string> {
    const { workspace, roles } = cast;
    const uploader = createUploader(site, { origin: site.url, workspace, member: roles.editor });
    const { asset, refusal } = await uploader.takeIn(name, bytes, use);
    if (asset === null) throw new Error(refusal?.detail);
    return asset;
  }

  /** Signs for a 360-degree picture that it shows nobody. */
  async function signFor(asset: string): Promise<void> {
    const { workspace, roles } = cast;
    const { status } = await fetch(
      `${site.url}/api/studio/privacy-checks/${asset}/statement?workspace=${workspace}`,
      {
        method: 'POST',
        headers: { authorization: `Bearer ${roles.editor.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ basis: 'no-people' }),
      },
    );
    expect(status).toBe(200);
  }

  /** @returns the asset of a picture of its own for each width, which was checked for people */
  async function takePicture(width: number): Promise<string> {
    const asset = await takeFile('lobby.jpg', await directionImage(width).jpeg().toBuffer());
    await signFor(asset);
    return asset;
  }

  async function send<T = StudioTour>(
    method: string,
    path: string,
    { body, revision, as = cast.roles.editor }: Request = {},
  ) {
    const response = await fetch(`${site.url}/api/studio/tours${path}?workspace=${cast.workspace}`, {
      method,
      headers: {
        authorization: `Bearer ${as.token}`,
        ...(body && { 'content-type': 'application/json' }),
        ...(revision !== undefined && { 'if-match': `"${revision}"` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as T };
  }

  /** A draft that may be published, with these fields in place of the usual ones. */
  const draft = (fields: object = {}) => ({
    title: 'Seaside rooms',
    propertyName: 'Harbour House',
    description: 'A quiet lobby by the water.',
    city: `Seatown ${given.slug}`,
    category: given.category,
    tags: [given.tag],
    price: 0,
    slug: given.slug,
    document: aTour(given.asset),
    ...fields,
  });

  async function published(fields: object = {}): Promise<StudioTour> {
    const created = await send('POST', '', { body: draft(fields) });
    expect(created.body.problems).toEqual([]);
    const { status, body } = await send('POST', `/${created.body.id}/publication`, { revision: 1 });
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  }

  const detail = (session?: { token: string }) =>
    site.send<ExperienceDetail & Problem>('GET', `/api/vr360/${given.slug}`, session);
  const statusOf = async (path: string) => (await fetch(site.url + path)).status;
  const textOf = async (path: string) => (await fetch(site.url + path)).text();

  return {
    site,
    /** The workspace and everybody in it. */
    cast,
    given,
    takeFile,
    takePicture,
    signFor,
    send,
    draft,
    published,
    detail,
    statusOf,
    textOf,
  };
}
