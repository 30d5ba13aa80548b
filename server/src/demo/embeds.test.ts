import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EMBEDDED_PAGES } from '../../../content/catalogue/schema.ts';
import { createTestApp, type TestApp } from '../../testing/index.ts';

describe("the demo's embedded pages", () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await createTestApp();
  });
  afterAll(() => test.close());

  it.each(EMBEDDED_PAGES)(
    '%s can be framed by pages of the site, and runs only its own script and style',
    async (name) => {
      const response = await test.app.inject(`/embeds/${name}`);
      expect(response.statusCode).toBe(200);
      expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(response.headers['x-frame-options']).toBeUndefined();
      const policy = `${response.headers['content-security-policy']}`;
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'self'");
      expect(policy).not.toContain('unsafe');
      const inline = [...response.body.matchAll(/<(?:script|style)>([\s\S]*?)<\/(?:script|style)>/g)];
      expect(inline).toHaveLength(2);
      for (const [, source = ''] of inline) {
        expect(policy).toContain(createHash('sha256').update(source).digest('base64'));
      }
      expect(response.body).not.toMatch(/\s(?:style|on\w+)=|(?:src|href)=|url\((?!#)|https?:/);
      expect(response.body).toMatch(/<html lang="en">/);
      expect(response.body.match(/<h1>/g)).toHaveLength(1);

      const again = await test.app.inject({
        url: `/embeds/${name}`,
        headers: { 'if-none-match': `${response.headers.etag}` },
      });
      expect(again.statusCode).toBe(304);
    },
  );

  it.each(['other', '..%2fcatalogue%2ftags', 'floor-plan-marina.html', 'constructor'])(
    'finds nothing at /embeds/%s',
    async (name) => {
      expect((await test.app.inject(`/embeds/${name}`)).statusCode).toBe(404);
    },
  );

  it('is not there in production', async () => {
    const production = await createTestApp({ config: { mode: 'production' } });
    expect((await production.app.inject(`/embeds/${EMBEDDED_PAGES[0]}`)).statusCode).toBe(404);
    await production.close();
  });
});
