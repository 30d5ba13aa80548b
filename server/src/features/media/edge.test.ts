// @module-tag processes
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createMediaApp, directionImage, type MediaApp } from '../../../testing/apps/media-app.ts';
import { type Edge, hasNginx, startEdge } from '../../../testing/nginx.ts';
import { createMediaUrls, mediaKey } from './media-urls.ts';

const MEMBERS = 200;

// Where nginx and its scripts are installed: `apt-get install nginx libnginx-mod-http-js`.
describe.skipIf(!hasNginx)('nginx in front, as shipped', () => {
  let test: MediaApp;
  let edge: Edge;
  let gatedId: string;
  let publicId: string;
  const files = ['panorama.jpg', 'tiles/0/0_0.webp', 'tiles/0/0_1.webp'];
  /** The files that the process behind was asked for, without tokens. */
  let asked: string[] = [];

  beforeAll(async () => {
    test = await createMediaApp();
    const photo = await directionImage(1024).jpeg().toBuffer();
    const { contentHash } = await test.media.ingest(Readable.from([photo]));
    gatedId = await test.media.assetIdOf(test.db, contentHash, true);
    publicId = await test.media.assetIdOf(test.db, contentHash, false);
    test.app.server.on('request', ({ url = '' }) => {
      // The server also asks itself: its payment sandbox.
      if (url.startsWith('/media/')) asked.push(url.replace(/\/s\/[^/]+/, '/s'));
    });
    const upstream = new URL(await test.listen()).host;
    const key = Buffer.from(mediaKey(test.config.secretKey)).toString('base64url');
    edge = await startEdge(upstream, key, 'https://tours.example');
  });
  afterAll(async () => {
    await edge?.close();
    await test?.close();
  });
  afterEach(() => vi.useRealTimers());

  function signed(memberId: string, assetId = gatedId, secret = test.config.secretKey): string {
    const urls = createMediaUrls(secret, edge.url);
    return urls.build({ assetId, gated: true, experienceId: 1, memberId }).base;
  }

  it('gives all members one copy, and asks for each file once', async () => {
    asked = [];
    let hits = 0;
    for (let member = 0; member < MEMBERS; member += 1) {
      const base = signed(`member-${member}`);
      const responses = await Promise.all(files.map((file) => fetch(base + file)));
      for (const response of responses) {
        expect(response.status).toBe(200);
        if (response.headers.get('x-cache-status') === 'HIT') hits += 1;
        expect(response.headers.get('cache-control')).toMatch(/^private, max-age=(5[5-9]\d|600)$/);
        expect(response.headers.get('access-control-allow-origin')).toBe('https://tours.example');
        expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(100);
      }
    }
    expect(asked.toSorted()).toEqual(files.map((file) => `/media/s/${gatedId}/${file}`).toSorted());
    expect(hits / (MEMBERS * files.length)).toBeGreaterThanOrEqual(0.99);
  });

  it('refuses altered, foreign and expired addresses without asking', async () => {
    const base = signed('member-a');
    expect((await fetch(`${base}panorama.jpg`)).status).toBe(200);
    asked = [];
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(Date.now() - 700_000);
    const expired = signed('member-a');
    vi.useRealTimers();
    const altered = base.replace('/s/', '/s/1');
    const foreign = signed('member-a', gatedId, 'another key, which is not the one in use');
    const ofOther = signed('member-a', publicId).replace(publicId, gatedId);
    for (const refused of [expired, altered, foreign, ofOther]) {
      const response = await fetch(`${refused}panorama.jpg`);
      expect(response.status).toBe(403);
      expect(response.headers.get('access-control-allow-origin')).toBe('https://tours.example');
    }
    expect(asked).toEqual([]);
    // The copy of a gated file is not under its public URL.
    expect((await fetch(`${edge.url}/media/${gatedId}/panorama.jpg`)).status).toBe(403);
    const outside = [`${base}..%2f..%2fpanorama.jpg`, `${base}%2e%2e/panorama.jpg`, `${base}a%00b`];
    for (const url of outside) expect([400, 403, 404]).toContain((await fetch(url)).status);
  });

  it('sends parts and what has not changed from its copy', async () => {
    const url = `${signed('member-b')}panorama.jpg`;
    const whole = Buffer.from(await (await fetch(url)).arrayBuffer());
    const origin = await test.app.inject(new URL(url).pathname);
    expect(whole.equals(origin.rawPayload)).toBe(true);
    asked = [];
    const part = await fetch(url, { headers: { range: 'bytes=100-299' } });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes 100-299/${whole.length}`);
    expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(100, 300))).toBe(true);
    const etag = part.headers.get('etag') ?? '';
    expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect(asked).toEqual([]);
  });

  it('keeps public files for as long as the server says', async () => {
    asked = [];
    const url = `${edge.url}/media/${publicId}/tiles/0/0_0.webp`;
    const seen: (string | null)[] = [];
    for (let count = 0; count < 3; count += 1) {
      const response = await fetch(url);
      expect(response.headers.get('cache-control')).toContain('immutable');
      await response.arrayBuffer();
      seen.push(response.headers.get('x-cache-status'));
    }
    expect(seen).toEqual(['MISS', 'HIT', 'HIT']);
    expect(asked).toHaveLength(1);
  });

  it('goes on with what it has while the server is down', async () => {
    await test.app.close();
    const response = await fetch(`${signed('member-c')}panorama.jpg`);
    expect(response.status).toBe(200);
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(100);
  });
});
