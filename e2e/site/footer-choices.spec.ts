import { COUNTRY_CODES } from '@oriel/contract/shared/countries';
import type { Page } from '@playwright/test';
import { encode } from 'uqr';
import { expectNoBarrier } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';

const footer = (page: Page) => page.getByRole('contentinfo');
const SUPPORT = 'https://support.oriel.example/';

test('the support QR code is drawn on request, encodes the URL, and can be scanned in every theme', async ({
  page,
}) => {
  await page.goto('/contact');
  const block = footer(page).getByRole('region', { name: 'Help a small place get its tour' });
  await expect(block.getByRole('link')).toHaveAttribute('href', SUPPORT);
  await expect(block.getByRole('link')).toHaveAttribute('rel', /noopener/);
  const code = block.getByRole('img', { name: 'QR code for a contribution to Oriel' });
  await expect(code).toHaveCount(0);
  const before = (await block.boundingBox())?.height ?? 0;
  await block.getByRole('button', { name: 'Show the payment code' }).press('Enter');
  await expect(code).toBeVisible();
  await expect(block.locator(':focus')).toHaveCount(1);
  expect(before).toBeGreaterThan(0);

  // Every module is asked for at its middle, as a reader's camera does.
  const { size, data } = encode(SUPPORT, { ecc: 'M', border: 0 });
  await expect(code).toHaveAttribute('viewBox', `-4 -4 ${size + 8} ${size + 8}`);
  const drawn = await code.evaluate((svg, modules) => {
    const path = svg.querySelector('path') as SVGPathElement;
    return Array.from({ length: modules }, (_, y) =>
      Array.from({ length: modules }, (__, x) => path.isPointInFill(new DOMPoint(x + 0.5, y + 0.5))),
    );
  }, size);
  expect(drawn).toEqual(data);
  const box = await code.boundingBox();
  // Large enough for a camera: three pixels for each module.
  expect((box?.width ?? 0) / (size + 8)).toBeGreaterThan(3);
  for (const theme of ['white', 'cream', 'dark']) {
    const colours = await code.evaluate((svg, chosen) => {
      document.documentElement.dataset.theme = chosen;
      return [getComputedStyle(svg).backgroundColor, getComputedStyle(svg.querySelector('path') ?? svg).fill];
    }, theme);
    expect(colours, theme).toEqual(['rgb(255, 250, 243)', 'rgb(42, 33, 23)']);
  }
  await expectNoBarrier(page, 'with the code');
});

test('the region offers every country by its name, and remembers the choice', async ({ page }) => {
  await page.addInitScript(() => {
    // From an older version, or made up.
    if (localStorage.getItem('oriel-region') === null) localStorage.setItem('oriel-region', 'XX');
  });
  await page.route('**/api/region', (route) => route.fulfill({ json: { country_code: 'FR' } }));
  await page.goto('/contact');
  const region = footer(page).getByRole('combobox', { name: 'Preferred region' });
  await region.scrollIntoViewIfNeeded();
  await expect(region).toHaveValue('FR');
  await expect(region).toHaveAccessibleDescription(/^Detected: France/);

  const options = await region
    .locator('option')
    .evaluateAll((all: HTMLOptionElement[]) => all.map(({ value, text }) => [value, text] as const));
  expect(options.map(([code]) => code).toSorted()).toEqual([...COUNTRY_CODES]);
  const names = options.map(([, name]) => name);
  expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other, 'en')));
  expect(names).toEqual(expect.arrayContaining(['India', 'United States', 'Åland Islands', 'Côte d’Ivoire']));
  expect(options.filter(([code, name]) => name === code || name === '')).toEqual([]);

  // By keyboard.
  await region.focus();
  await page.keyboard.type('Portu');
  await expect(region).toHaveValue('PT');
  await page.goto('/pricing');
  await region.scrollIntoViewIfNeeded();
  await expect(region).toHaveValue('PT');
  await expect(footer(page)).toContainText('Detected: France');
  expect(await page.evaluate(() => localStorage.getItem('oriel-region'))).toBe('PT');
  await expect(region).toHaveAccessibleDescription(/^Detected: France/);
});
