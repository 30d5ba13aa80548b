import { fileURLToPath } from 'node:url';
import { embedCode } from '@oriel/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, runCommand, type TestApp } from '../../../testing/index.ts';
import { insertMembers } from '../../../testing/members.ts';
import { inTransaction } from '../../database/database.ts';
import { createExperiences } from '../catalogue/service.ts';

const COMMAND = fileURLToPath(new URL('../../operator/embedding.ts', import.meta.url));

let site: TestApp;
let origin: string;
beforeAll(async () => {
  site = await createTestApp();
  origin = new URL(site.config.publicUrl).origin;
  const thumbnails = {
    pattern: '/media/a/{width}.{format}',
    widths: [480, 960, 1440],
    formats: ['avif' as const, 'jpg' as const],
    aspectRatio: 1.5,
    colour: '#aabbcc',
  };
  await inTransaction(site.db, (tx) =>
    createExperiences(tx, [
      { slug: 'the-hall', title: 'The "Hall" & <more>', thumbnails, legacyId: 4711 },
      { slug: 'locked-hall', title: 'Locked', tokensRequired: 100 },
      { slug: 'here-and-there', title: 'Somewhere' },
    ]),
  );
});
afterAll(() => site.close());

const oembed = (parameters: Record<string, string>) =>
  site.app.inject(`/api/oembed?${new URLSearchParams(parameters)}`);
const pageOf = (slug: string) => `${origin}/experiences/vr/${slug}`;

describe('oEmbed', () => {
  it('answers with a frame of the tour that keeps to the limits', async () => {
    const response = await oembed({ url: `${pageOf('the-hall')}?utm=x`, maxwidth: '400', maxheight: '300' });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      version: '1.0',
      type: 'rich',
      title: 'The "Hall" & <more>',
      provider_name: expect.any(String),
      provider_url: origin,
      cache_age: 3600,
      width: 400,
      height: 225,
      html: embedCode({
        url: `${origin}/embed/the-hall`,
        title: 'The "Hall" & <more>',
        width: 400,
        height: 225,
      }),
    });
    expect(response.json().html).toContain('title="The &quot;Hall&quot; &amp; &lt;more&gt;"');
    const { width, height, ...large } = (await oembed({ url: pageOf('the-hall'), maxwidth: '1200' })).json();
    expect([width, height]).toEqual([1200, 675]);
    expect(large).toMatchObject({
      thumbnail_url: `${origin}/media/a/960.jpg`,
      thumbnail_width: 960,
      thumbnail_height: 640,
    });
    expect((await oembed({ url: pageOf('the-hall'), maxheight: '200' })).json()).toMatchObject({
      width: 960,
      height: 200,
    });
  });

  it('knows every address of a tour, and the view that it names', async () => {
    for (const url of [`${origin}/embed/the-hall`, `${origin}/vr360/4711`, `${pageOf('the-hall')}/`]) {
      expect((await oembed({ url })).json().html).toContain(`src="${origin}/embed/the-hall"`);
    }
    const { html } = (
      await oembed({ url: `${pageOf('the-hall')}?view=20,-5,60&scene=hall&scene=">&x=y` })
    ).json();
    expect(html).toContain(`src="${origin}/embed/the-hall?scene=hall&amp;view=20,-5,60"`);
    expect((await oembed({ url: pageOf('locked-hall') })).statusCode).toBe(200);
  });

  it('refuses addresses that are no tours, other formats and nonsense', async () => {
    for (const url of [
      `${origin}/experiences`,
      pageOf('nowhere'),
      'https://elsewhere.example/experiences/vr/the-hall',
      'nonsense',
      `${origin}/experiences/vr/the-hall/more`,
    ]) {
      expect((await oembed({ url })).statusCode, url).toBe(404);
    }
    expect((await oembed({ url: pageOf('the-hall'), format: 'xml' })).statusCode).toBe(501);
    expect((await oembed({ url: pageOf('the-hall'), maxwidth: '0' })).statusCode).toBe(400);
    expect((await oembed({})).statusCode).toBe(400);
  });

  it("is found by the address of a tour's page", async () => {
    const { body } = await site.app.inject('/experiences/vr/the-hall');
    const link = body.match(/<link [^>]*application\/json\+oembed[^>]*>/)?.[0] ?? '';
    const href = link.match(/href="([^"]+)"/)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const found = await site.app.inject(href.replace(origin, ''));
    expect(found.json()).toMatchObject({ type: 'rich', title: 'The "Hall" & <more>' });
  });
});

describe('an embedded tour', () => {
  const framing = async (url: string) => {
    const { headers, statusCode } = await site.app.inject(url);
    const policy = String(headers['content-security-policy']);
    return {
      statusCode,
      ancestors: /frame-ancestors ([^;]*)/.exec(policy)?.[1],
      old: headers['x-frame-options'],
      cookies: headers['set-cookie'],
    };
  };
  const command = (...words: string[]) => runCommand(site, COMMAND, words);

  // WordPress takes the origin from frames of sites that it does not know: to browsers, all that they load is another site's.
  it('may be read in a frame without an origin, and nothing of members', async () => {
    const readableBy = async (url: string, headers: Record<string, string> = {}) =>
      (await site.app.inject({ url, headers: { origin: 'null', ...headers } })).headers[
        'access-control-allow-origin'
      ];
    for (const url of ['/api/vr360/the-hall', '/api/vr360/the-hall/scenes/none']) {
      expect(await readableBy(url), url).toBe('*');
      // Also from the cache.
      expect(await readableBy(url), url).toBe('*');
    }
    const [member] = await insertMembers(site.db, site.config, 1);
    const authorization = `Bearer ${member?.token}`;
    expect(await readableBy('/api/vr360/the-hall', { authorization })).toBeUndefined();
    for (const url of ['/api/vr360', '/api/users/me', '/experiences', '/embed/the-hall'])
      expect(await readableBy(url), url).toBeUndefined();
  });

  it('may be framed by every website, other pages by none', async () => {
    const open = { statusCode: 200, ancestors: '*', old: undefined, cookies: undefined };
    expect(await framing('/embed/the-hall')).toEqual(open);
    expect(await framing('/embed/the-hall?scene=x')).toEqual(open);
    // From the cache.
    expect(await framing('/embed/the-hall')).toEqual(open);
    for (const url of ['/experiences/vr/the-hall', '/experiences', '/login', '/vr360/4711', '/embed/nowhere'])
      expect(await framing(url), url).toMatchObject({ ancestors: "'none'", old: 'DENY' });
    expect((await framing('/embed/nowhere')).statusCode).toBe(404);
  });

  // Each command starts a process.
  it('may be framed by the websites that the owner names', { timeout: 60_000 }, async () => {
    const now = async () => {
      site.app.responseCache.clear();
      return (await framing('/embed/here-and-there')).ancestors;
    };
    const sites = ['https://Hotel.example', 'https://*.hotel.example', 'http://localhost:8080'];
    expect(await command('here-and-there', ...sites)).toMatchObject({
      status: 0,
      stdout: `here-and-there: ${sites.join(' ').toLowerCase()}\n`,
    });
    expect(await now()).toBe(sites.join(' ').toLowerCase());
    for (const site of ["https://a.example;script-src'*'", 'hotel.example', 'https://a.example/path', '*']) {
      const { status, stderr } = await command('here-and-there', site);
      expect([status, stderr]).toEqual([1, expect.stringContaining('is not the address of a site')]);
    }
    expect(await now()).toBe(sites.join(' ').toLowerCase());
    expect(await command('here-and-there', 'none')).toMatchObject({ status: 0 });
    expect(await now()).toBe("'none'");
    expect(await command('here-and-there', 'any')).toMatchObject({ status: 0 });
    expect(await now()).toBe('*');
    expect(await command('nowhere')).toMatchObject({
      status: 1,
      stderr: 'There is no tour with this slug.\n',
    });
    expect((await command()).stderr).toMatch(/^Usage: npm run embedding/);
  });
});
