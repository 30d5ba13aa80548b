import { CACHE_SECONDS } from '@oriel/contract';
import { expect, test } from '../support/fixtures.ts';
import { textsOf } from '../support/texts.ts';

const LEGAL = [
  ['/terms', 'Terms & Conditions'],
  ['/privacy', 'Privacy'],
  ['/cookies', 'Cookies'],
  ['/cache', 'browser caches'],
] as const;

test.describe('the pages of rules', () => {
  test('go back, and have an address for each section', async ({ page }) => {
    await page.goto('/contact');
    for (const [path, heading] of LEGAL) {
      await page.getByRole('contentinfo').locator(`a[href="${path}"]`).click();
      await expect(page).toHaveURL(path);
      await expect(page.getByRole('heading', { level: 1 })).toContainText(heading);
      const contents = page.getByRole('navigation', { name: 'On this page' }).getByRole('link');
      for (const hash of await contents.evaluateAll((links) =>
        links.map((link) => new URL((link as HTMLAnchorElement).href).hash),
      )) {
        await expect(page.locator(hash)).toBeVisible();
      }
      await expect(page.locator('#contact').getByRole('link')).toHaveAttribute(
        'href',
        'mailto:legal@oriel.example',
      );
      await contents.last().click();
      await expect(page.locator('#contact')).toBeInViewport();
      await page.getByRole('button', { name: 'Back' }).click();
      await expect(page).toHaveURL('/contact');
    }
  });

  test('every stored item has its row, and the times about caching are those that the server sends', async ({
    page,
    request,
  }) => {
    await page.goto('/cookies');
    const names = textsOf('cookies').stored.flatMap(({ items }) => items.map(({ name }) => name));
    expect(await page.getByRole('rowheader').allTextContents()).toEqual(names);
    for (const name of ['__Host-oriel_bind', 'oriel-region']) expect(names).toContain(name);

    await page.getByRole('contentinfo').locator('a[href="/cache"]').click();
    for (const words of ['365 days', '7 days', '30 days']) {
      await expect(page.getByRole('definition').filter({ hasText: words })).toBeVisible();
    }
    const html = await (await request.get('/cache')).text();
    const script = html.match(/\/assets\/[\w.-]+\.js/)?.[0] ?? '';
    const { 'cache-control': sent } = (await request.get(script)).headers();
    expect(sent).toContain(`max-age=${CACHE_SECONDS.buildFiles}`);
  });
});
