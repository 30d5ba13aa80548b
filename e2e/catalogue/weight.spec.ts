import type { Request } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';

/** Compressed, as they come over the wire, with their headers: what Lighthouse counts. */
const MAX_SCRIPT_BYTES = 150_000;

test('the scripts of the library stay within their limit', async ({ page }) => {
  const scripts: Request[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('.js')) scripts.push(request);
  });
  await page.goto('/experiences', { waitUntil: 'networkidle' });
  const sizes = await Promise.all(
    scripts.map(async (script) => {
      const { responseBodySize, responseHeadersSize } = await script.sizes();
      return { bytes: responseBodySize + responseHeadersSize, path: new URL(script.url()).pathname };
    }),
  );
  const table = sizes.map(({ bytes, path }) => `${bytes} ${path}`).join('\n');
  expect(sizes.length, table).toBeGreaterThan(5);
  expect(
    sizes.reduce((sum, { bytes }) => sum + bytes, 0),
    table,
  ).toBeLessThan(MAX_SCRIPT_BYTES);
});
