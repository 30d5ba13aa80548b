import { randomUUID } from 'node:crypto';
import type { Experience, ExperienceDetail } from '@oriel/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CatalogueApp, createCatalogueApp, signedIn } from '../../../testing/apps/catalogue-app.ts';
import { mayOpen } from './access.ts';
import { attachMedia, changeCatalogue } from './service.ts';

const SECRET = 'secret-media';

describe('mayOpen', () => {
  it.each([
    // tokens, in a package, has a plan, unlocked, may open
    [0, false, false, false, true],
    [0, true, false, false, true],
    [100, false, false, false, false],
    [100, false, false, true, true],
    [100, true, false, false, false],
    [100, true, true, false, true],
    [100, false, true, false, false],
    [1, false, true, true, true],
  ])(
    '%i tokens, in a package: %s, has a plan: %s, unlocked: %s',
    (tokensRequired, partOfPackage, hasPlan, isUnlocked, expected) => {
      expect(mayOpen({ tokensRequired, partOfPackage }, { hasPlan, isUnlocked })).toBe(expected);
    },
  );

  it('agrees with the SQL function may_open', async () => {
    for (const tokensRequired of [0, 1, 100])
      for (const partOfPackage of [false, true])
        for (const hasPlan of [false, true]) {
          const { rows } = await sql<{ may: boolean }>`
            SELECT may_open(${tokensRequired}, ${partOfPackage}, ${hasPlan}) AS may
          `.execute(site.db);
          expect(rows).toEqual([
            { may: mayOpen({ tokensRequired, partOfPackage }, { hasPlan, isUnlocked: false }) },
          ]);
        }
  });
});

let site: CatalogueApp;
const secretAsset = randomUUID();
const publicAsset = randomUUID();
let boughtId: number;

beforeAll(async () => {
  site = await createCatalogueApp(
    ({ tourism, seaView }) => [
      { slug: 'free-video', title: 'Free', mediaUrl: 'https://cdn.example/free.mp4', sortOrder: 1 },
      { slug: 'free-photo', title: 'Photo', sortOrder: 2 },
      ...['bought', 'packaged', 'both', 'gated-photo'].map((slug, index) => ({
        slug,
        legacyId: 50 + index,
        title: slug,
        description: 'A harbour.',
        categoryId: tourism,
        tagIds: [seaView],
        tokensRequired: 100,
        partOfPackage: slug === 'packaged' || slug === 'both',
        mediaUrl: `https://${SECRET}.example/${slug}.mp4`,
        sortOrder: 3 + index,
      })),
      { slug: 'nothing', legacyId: 18, title: 'Nothing', sortOrder: 9 },
      { slug: 'nothing-either', title: 'Nothing either', sortOrder: 10 },
    ],
    {
      memberStates: {
        of: async (memberId) => ({
          hasPlan: !memberId.startsWith('Free-'),
          unlocked: new Set(memberId.endsWith('-buyer') ? [boughtId] : []),
          liked: new Set(),
          likeCounts: new Map(),
        }),
      },
      buildAssetUrl: ({ assetId, gated, experienceId, memberId }) =>
        gated
          ? {
              base: `/media/s/for-${memberId}-${experienceId}/${assetId}/`,
              expiresAt: new Date('2030-01-01T00:00:00Z'),
            }
          : { base: `/media/${assetId}/` },
      fallbackTours: {
        byId: { 18: '/fallback-tours/photos/lobby.jpg' },
        default: '/fallback-tours/videos/default.mp4',
      },
    },
  );
  boughtId = (await site.get('/api/vr360/bought')).json<Experience>().id;
  const levels = [{ width: 2048, height: 1024, columns: 4, rows: 2 }];
  const panorama = {
    preview: 'data:image/webp;base64,AAAA',
    tiles: { tileSize: 512, url: 'tiles/{level}/{row}-{column}.jpg', levels },
    initialView: { yaw: 10, pitch: 0 },
  };
  await changeCatalogue(site.db, site.app.responseCache, async (tx) => {
    const attach = async (slug: string, assetId: string, gated: boolean) => {
      const { id } = await tx
        .selectFrom('experiences')
        .select('id')
        .where('slug', '=', slug)
        .executeTakeFirstOrThrow();
      await attachMedia(tx, id, {
        mediaType: 'photo',
        assetId,
        gated,
        file: 'panorama.jpg',
        panorama,
        thumbnail: '/thumbnails/x.jpg',
      });
    };
    await attach('free-photo', publicAsset, false);
    await attach('gated-photo', secretAsset, true);
  });
});
afterAll(() => site.close());

const EVERY_READ = [
  '/api/vr360',
  '/api/vr360?sort=popular',
  '/api/vr360?q=harbour',
  '/api/vr360?tag=sea%20view',
  '/api/vr360?category=tourism%20%26%20hospitality',
  ...['bought', 'packaged', 'both', 'gated-photo'].map((slug) => `/api/vr360/${slug}`),
  ...[50, 51, 52, 53].map((id) => `/api/vr360/legacy/${id}`),
];

describe('guests', () => {
  it('receive no URL of gated media from any endpoint', async () => {
    const responses = await Promise.all(EVERY_READ.map((url) => site.get(url)));
    for (const slug of ['bought', 'packaged', 'gated-photo']) {
      responses.push(await site.post(`/api/vr360/${slug}/view`), await site.post(`/api/vr360/${slug}/like`));
      responses.push(await site.post(`/api/vr360/${slug}/access`));
    }
    for (const response of responses) {
      expect(response.body.length).toBeGreaterThan(50);
      const text = response.body + JSON.stringify(response.headers);
      expect(text).not.toContain(SECRET);
      expect(text).not.toContain(secretAsset);
      expect(text).not.toContain('/media/s/');
    }
    const gated = (await site.get('/api/vr360/gated-photo')).json<ExperienceDetail>();
    expect(gated).toMatchObject({
      isPermission: false,
      tokensRequired: 100,
      mediaType: 'photo',
      thumbnail: '/thumbnails/x.jpg',
    });
    for (const field of ['vrUrl', 'panorama', 'fallbackUrl']) expect(gated).not.toHaveProperty(field);
  });

  it('open free experiences', async () => {
    expect((await site.get('/api/vr360/free-video')).json()).toMatchObject({
      isPermission: true,
      mediaType: 'video',
      vrUrl: 'https://cdn.example/free.mp4',
    });
    expect((await site.get('/api/vr360/free-photo')).json()).toMatchObject({
      mediaType: 'photo',
      vrUrl: `/media/${publicAsset}/panorama.jpg`,
      panorama: {
        preview: 'data:image/webp;base64,AAAA',
        tiles: { url: `/media/${publicAsset}/tiles/{level}/{row}-{column}.jpg` },
      },
    });
  });

  it('get a demo tour for a free experience without a media URL', async () => {
    expect((await site.get('/api/vr360/nothing')).json()).toMatchObject({
      fallbackUrl: '/fallback-tours/photos/lobby.jpg',
    });
    expect((await site.get('/api/vr360/nothing-either')).json()).toMatchObject({
      fallbackUrl: '/fallback-tours/videos/default.mp4',
    });
  });
});

describe('members', () => {
  const openedSlugs = async (token: string) =>
    (await site.get('/api/vr360', signedIn(token)))
      .json<Experience[]>()
      .filter(({ isPermission, tokensRequired }) => isPermission && tokensRequired > 0)
      .map(({ slug }) => slug);

  it('open experiences that they have unlocked or that their plan includes', async () => {
    expect(await openedSlugs('Free-anna')).toEqual([]);
    expect(await openedSlugs('Free-buyer')).toEqual(['bought']);
    expect(await openedSlugs('Plus-anna')).toEqual(['packaged', 'both']);
    expect(await openedSlugs('Pro-buyer')).toEqual(['bought', 'packaged', 'both']);
  });

  it('receive the media URLs of these alone', async () => {
    const bought = await site.get('/api/vr360/bought', signedIn('Free-buyer'));
    expect(bought.json()).toMatchObject({
      isPermission: true,
      vrUrl: `https://${SECRET}.example/bought.mp4`,
    });
    const other = await site.get('/api/vr360/packaged', signedIn('Free-buyer'));
    expect(other.body).not.toContain(SECRET);
    const listed = (await site.get('/api/vr360', signedIn('Plus-anna'))).json<Experience[]>();
    expect(listed.filter(({ vrUrl }) => vrUrl?.includes(SECRET)).map(({ slug }) => slug)).toEqual([
      'packaged',
      'both',
    ]);
  });

  it('get responses that are never cached for others', async () => {
    await site.get('/api/vr360/bought');
    const response = await site.get('/api/vr360/bought', signedIn('Free-buyer'));
    expect(response.headers['cache-control']).toBe('private, no-store');
    expect(response.headers.vary).toContain('Authorization');
    expect((await site.get('/api/vr360/bought')).body).not.toContain(SECRET);
  });

  it('with an unknown access token are refused, not treated as guests', async () => {
    const response = await site.get('/api/vr360/bought', { authorization: 'Bearer nonsense' });
    expect(response.statusCode).toBe(401);
    expect(response.json()).toMatchObject({ code: 'invalid_token' });
  });
});
