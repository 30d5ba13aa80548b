import { expect, test } from '../support/fixtures.ts';

test("a card's picture turns with the pointer, and is still again without it", async ({ page }) => {
  await page.goto('/experiences?price=free&mediaType=photo');
  const card = page.getByRole('main').getByRole('article').first();
  const strip = card.locator('[style*="/strips/"]');
  const box = await card.boundingBox();
  if (!box) throw new Error('no card');
  await page.mouse.move(box.x + box.width * 0.3, box.y + 60);
  await expect(strip).toBeVisible();
  const place = () =>
    strip.evaluate((element) => Number.parseFloat(getComputedStyle(element).backgroundPositionX));
  await page.mouse.move(box.x + box.width * 0.25, box.y + 60);
  await expect.poll(place).toBeCloseTo(25, 0);
  await page.mouse.move(box.x + box.width * 0.75, box.y + 60);
  await expect.poll(place).toBeCloseTo(75, 0);
  await page.mouse.move(0, 0);
  await expect(strip).toHaveCount(0);
  // As do those that the search begins with.
  await page.getByRole('combobox', { name: 'Search experiences' }).focus();
  const suggested = page
    .getByRole('group', { name: 'To begin with' })
    .getByRole('option', { name: /^The west suite/ });
  await suggested.locator('picture').hover();
  await expect(suggested.locator('[style*="/strips/"]')).toBeVisible();
});

test('no picture turns under reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const strips: string[] = [];
  page.on('request', (request) => request.url().includes('/strips/') && strips.push(request.url()));
  await page.goto('/experiences?price=free&mediaType=photo');
  const card = page.getByRole('main').getByRole('article').first();
  await card.hover();
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  expect(strips).toEqual([]);
});
