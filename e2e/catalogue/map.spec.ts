import { expectNoBarrierInAnyTheme, expectToFit } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';

test('the map shows the places of the list, with its filters, and opens one by key', async ({ page }) => {
  await page.goto('/experiences?tag=Sea+view');
  await page.getByRole('navigation', { name: 'Show as' }).getByRole('link', { name: 'Map' }).click();
  await expect(page).toHaveURL(/tag=Sea\+view&view=map/);
  const map = page.getByRole('application');
  await expect(map).toHaveAccessibleName(/^\d+ places on a map/);
  const count = async () => Number.parseInt(String(await map.getAttribute('aria-label')), 10);
  await expect.poll(count).toBeGreaterThan(1);
  await expect(map.locator('canvas')).toHaveAttribute('data-marks', /^[1-9]/);
  // The list stays, and says the same without the map.
  await expect(page.getByRole('article').first()).toBeVisible();
  await expectNoBarrierInAnyTheme(page);

  const places = page.getByRole('region', { name: 'Map' }).getByRole('link');
  await map.focus();
  await expect(async () => {
    await page.keyboard.press('Enter');
    await expect(places.first()).toBeFocused({ timeout: 2000 });
  }).toPass();
  await page.keyboard.press('Escape');
  await expect(places).toHaveCount(0);
  await expect(map).toBeFocused();
  await page.getByRole('navigation', { name: 'Show as' }).getByRole('link', { name: 'List' }).click();
  await expect(page).toHaveURL(/\?tag=Sea\+view$/);
  await expect(map).toHaveCount(0);
});

test('on a screen zoomed to 200 % the map and what it shows lie above the list', async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 400 });
  await page.goto('/experiences?view=map&q=west+suite');
  const map = page.getByRole('region', { name: 'Map', exact: true });
  await expect(map).toHaveAttribute('data-ready', 'true');
  const card = page.getByRole('main').getByRole('article').first();
  const bottomOf = async () => map.evaluate((element) => element.getBoundingClientRect().bottom);
  const topOf = async () => card.evaluate((element) => element.getBoundingClientRect().top);
  await expect.poll(async () => (await topOf()) - (await bottomOf())).toBeGreaterThan(0);
  await expectToFit(page);
});
