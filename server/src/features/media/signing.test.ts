import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createMediaApp, directionImage, type MediaApp } from '../../../testing/apps/media-app.ts';
import { buildApp } from '../../app.ts';
import { loadConfig } from '../../config/config.ts';
import { inTransaction } from '../../database/database.ts';
import { attachMedia, createExperience } from '../catalogue/service.ts';
import { createMediaUrls, mediaKey, SIGNED_URL_SECONDS } from './media-urls.ts';

const SECOND = 1000;

describe('gated media', () => {
  let test: MediaApp;
  let assetId: string;
  let publicId: string;
  let otherId: string;

  beforeAll(async () => {
    test = await createMediaApp({
      resolveCaller: async (token) =>
        token.startsWith('member-') ? { kind: 'member', memberId: token, sessionId: token } : undefined,
      memberStates: {
        of: async () => ({ hasPlan: true, unlocked: new Set(), liked: new Set(), likeCounts: new Map() }),
      },
    });
    const ingest = async (width: number) =>
      test.media.ingest(Readable.from([await directionImage(width).jpeg().toBuffer()]));
    const [content, other] = [await ingest(1024), await ingest(1026)];
    assetId = await test.media.assetIdOf(test.db, content.contentHash, true);
    publicId = await test.media.assetIdOf(test.db, content.contentHash, false);
    otherId = await test.media.assetIdOf(test.db, other.contentHash, true);
    const { file, ...panorama } = content.manifest;
    await inTransaction(test.db, async (tx) => {
      const tours = [
        { slug: 'gated-tour', id: 1, gated: true, tokensRequired: 100, partOfPackage: true },
        { slug: 'free-tour', id: 2, gated: false, tokensRequired: 0 },
      ];
      for (const { gated, ...tour } of tours) {
        await createExperience(tx, tour);
        await attachMedia(tx, tour.id, {
          mediaType: 'photo',
          assetId: gated ? assetId : publicId,
          gated,
          file,
          panorama,
        });
      }
    });
  });
  afterAll(() => test.close());
  afterEach(() => vi.useRealTimers());

  function signed(memberId = 'member-a', experienceId = 1, asset = assetId): string {
    const urls = createMediaUrls(test.config.secretKey);
    return urls.build({ assetId: asset, gated: true, experienceId, memberId }).base;
  }
  const statusOf = async (url: string) => (await test.app.inject(url)).statusCode;

  it('M1: is refused without a signature, and its URLs are in no response to a caller without access', async () => {
    for (const file of ['panorama.jpg', 'tiles/0/0_0.webp']) {
      expect(await statusOf(`/media/${assetId}/${file}`)).toBe(403);
      expect(await statusOf(`/media/${publicId}/${file}`)).toBe(200);
    }
    for (const url of ['/api/vr360/gated-tour', '/api/vr360', '/api/vr360/1', '/api/vr360/free-tour']) {
      const { body } = await test.app.inject(url);
      expect(body).not.toContain(assetId);
    }
  });

  it('opens through the signed URL of a member, the photo and its tiles', async () => {
    const response = await test.app.inject({
      url: '/api/vr360/gated-tour',
      headers: { authorization: 'Bearer member-a' },
    });
    const { vrUrl, panorama } = response.json();
    const photo = await test.app.inject(vrUrl);
    expect(photo.statusCode).toBe(200);
    expect(photo.headers['cache-control']).toMatch(/^private, max-age=(\d+)$/);
    expect(Number(/\d+/.exec(`${photo.headers['cache-control']}`)?.[0])).toBeLessThanOrEqual(600);
    const tile = panorama.tiles.url.replace('{level}', '0').replace('{row}', '0').replace('{column}', '1');
    expect(await statusOf(tile)).toBe(200);
    const lifetime = Date.parse(panorama.expiresAt) - Date.now();
    expect(lifetime).toBeGreaterThan(9 * 60 * SECOND);
    expect(lifetime).toBeLessThanOrEqual(10 * 60 * SECOND);
  });

  it('M2: closes when the URL expires, and opens with a new URL', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const base = signed();
    expect(await statusOf(`${base}panorama.jpg`)).toBe(200);
    vi.setSystemTime(Date.now() + (SIGNED_URL_SECONDS - 20) * SECOND);
    expect(await statusOf(`${base}panorama.jpg`)).toBe(200);
    vi.setSystemTime(Date.now() + 21 * SECOND);
    expect(await statusOf(`${base}panorama.jpg`)).toBe(403);
    expect(await statusOf(`${signed()}panorama.jpg`)).toBe(200);
  });

  it('M2: refuses every altered URL', async () => {
    const base = signed();
    const token = base.split('/')[3] ?? '';
    expect(await statusOf(`/media/s/${token}/${assetId}/panorama.jpg`)).toBe(200);
    for (let index = 0; index < token.length; index += 1) {
      const other = token[index] === '1' ? '2' : '1';
      const altered = `${token.slice(0, index)}${other}${token.slice(index + 1)}`;
      expect(await statusOf(`/media/s/${altered}/${assetId}/panorama.jpg`), altered).toBe(403);
    }
    for (const altered of ['', 'x', `${token}x`, `0${token}`, token.slice(0, -1), `${token}%00`, 'a.b.c.d']) {
      expect([403, 404]).toContain(await statusOf(`/media/s/${altered}/${assetId}/panorama.jpg`));
    }
  });

  it('M2: refuses signatures of other assets, members and tours', async () => {
    const mine = signed().split('/')[3]?.split('.') ?? [];
    const signature = mine.at(-1) ?? '';
    expect(await statusOf(`${signed('member-a', 1, otherId).replace(otherId, assetId)}panorama.jpg`)).toBe(
      403,
    );
    for (const foreign of [signed('member-b'), signed('member-a', 2)]) {
      const claims = foreign.split('/')[3]?.split('.').slice(0, 3) ?? [];
      expect(await statusOf(`/media/s/${[...claims, signature].join('.')}/${assetId}/panorama.jpg`)).toBe(
        403,
      );
    }
    const foreignKey = createMediaUrls('another key, which is not the one in use');
    const { base } = foreignKey.build({ assetId, gated: true, experienceId: 1, memberId: 'member-a' });
    expect(await statusOf(`${base}panorama.jpg`)).toBe(403);
  });

  it('a proxy with the media key alone opens and refuses the same URLs', async () => {
    const script = new URL('../../../../deploy/nginx/media.js', import.meta.url);
    const edge: { default: { seconds(request: { variables: Record<string, string> }): string } } =
      await import(script.href);
    const key = Buffer.from(mediaKey(test.config.secretKey)).toString('base64url');
    const secondsOf = (token: string, asset = assetId, secret = key) =>
      Number(
        edge.default.seconds({
          variables: { media_token: token, media_asset: asset, oriel_media_key: secret },
        }),
      );
    vi.useFakeTimers({ toFake: ['Date'] });
    const token = signed().split('/')[3] ?? '';
    expect(secondsOf(token)).toBeGreaterThan(580);
    expect(secondsOf(token)).toBeLessThanOrEqual(600);
    for (let index = 0; index < token.length; index += 1) {
      const other = token[index] === '1' ? '2' : '1';
      expect(secondsOf(`${token.slice(0, index)}${other}${token.slice(index + 1)}`)).toBe(0);
    }
    for (const altered of ['', 'x', `${token}x`, `0${token}`, token.slice(0, -1)])
      expect(secondsOf(altered)).toBe(0);
    expect(secondsOf(token, otherId)).toBe(0);
    expect(secondsOf(token, assetId, '')).toBe(0);
    expect(secondsOf(token, assetId, 'YW5vdGhlciBrZXk')).toBe(0);
    vi.setSystemTime(Date.now() + 601 * SECOND);
    expect(secondsOf(token)).toBe(0);
  });

  it('media may have a host of their own, whose files our pages may read', async () => {
    const { dependencies } = test.app;
    const mediaUrl = 'https://media.example';
    const app = await buildApp({ ...dependencies, config: { ...dependencies.config, mediaUrl } });
    const headers = { authorization: 'Bearer member-a' };
    const { vrUrl, panorama } = (await app.inject({ url: '/api/vr360/gated-tour', headers })).json();
    expect(vrUrl).toMatch(/^https:\/\/media\.example\/media\/s\//);
    expect(panorama.tiles.url).toMatch(/^https:\/\/media\.example\/media\/s\//);
    const free = (await app.inject('/api/vr360/free-tour')).json();
    expect(free.vrUrl).toMatch(/^https:\/\/media\.example\/media\/[\da-f-]{36}\//);
    const ours = {
      'access-control-allow-origin': dependencies.config.publicUrl,
      'cross-origin-resource-policy': 'cross-origin',
    };
    expect((await app.inject(vrUrl)).headers).toMatchObject(ours);
    // A page of another host sees the status of a refusal only with these.
    const refused = await app.inject(vrUrl.replace('/s/', '/s/1'));
    expect(refused.statusCode).toBe(403);
    expect(refused.headers).toMatchObject(ours);
    await app.close();
  });

  it('keeps its URLs over a restart', async () => {
    const base = signed();
    const restarted = await buildApp(test.app.dependencies);
    expect((await restarted.inject(`${base}panorama.jpg`)).statusCode).toBe(200);
    await restarted.close();
  });

  it.skipIf(process.platform === 'win32')('is signed with a key that only its owner can read', () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'oriel-key-'));
    const first = loadConfig({ DATA_DIR: dataDir }).secretKey;
    expect(loadConfig({ DATA_DIR: dataDir }).secretKey).toBe(first);
    expect(statSync(path.join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600);
    rmSync(dataDir, { recursive: true });
  });

  it('reveals no member id in its URLs', () => {
    expect(signed('member-a')).not.toContain('member-a');
  });
});
