import type { Locator } from '@playwright/test';
import sharp from 'sharp';
import { expectNoBarrierInAnyTheme, expectToFit } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { enter } from '../support/tours.ts';

/** The library's cards, by the button that compares. */
const compare = /^Compare /;

test('two tours of the library are chosen by their cards', async ({ page }) => {
  await page.goto('/experiences');
  const buttons = page.getByRole('main').getByRole('button', { name: compare });
  await buttons.nth(0).click();
  await expect(buttons.nth(0)).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('button', { name: 'Stop comparing' })).toBeVisible();
  await buttons.nth(2).click();
  await expect(page).toHaveURL(/\/compare\?left=[\w-]+&right=[\w-]+$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Compare two tours' })).toBeVisible();
});

test('two tours beside each other are swapped, and each has its rooms', async ({ page }) => {
  await page.goto('/compare?left=check-in-at-the-palm-court&right=the-west-suite');
  const views = page.getByRole('application');
  await expect(views).toHaveCount(2);
  const [left, right] = [views.nth(0), views.nth(1)];
  await expect(page.getByRole('checkbox', { name: 'Move together' })).toBeChecked();

  await page.getByRole('button', { name: 'Swap' }).click();
  await expect(page).toHaveURL(/left=the-west-suite&right=check-in-at-the-palm-court$/);
  await expect(page.getByRole('main').getByRole('region').nth(1)).toHaveAccessibleName('Hotel Almedra');
  await page.getByRole('combobox', { name: 'Room of Hotel Almedra' }).selectOption('restaurant');
  await expect(page).toHaveURL(/&rightScene=restaurant/);
  await expect(left).toBeVisible();
  await expect(right).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  const boxes = [await left.boundingBox(), await right.boundingBox()];
  expect((boxes[1]?.y ?? 0) - (boxes[0]?.y ?? 0)).toBeGreaterThan(300);
  await expectToFit(page, '390 px');
  await expectNoBarrierInAnyTheme(page, 'comparison');

  await page.getByRole('button', { name: /^Choose another in place of Hotel Almedra/ }).click();
  await expect(page).toHaveURL(/\/experiences$/);
  await expect(page.getByText('Choose a second tour.')).toBeVisible();
});

test('each of two tours has its own buttons once they do not move together', async ({ page }) => {
  await page.goto('/compare?left=check-in-at-the-palm-court&right=the-west-suite');
  const together = page.getByRole('checkbox', { name: 'Move together' });
  await expect(page.getByRole('application')).toHaveCount(2);
  await expect(page.getByRole('group', { name: 'Look around', exact: true })).toBeVisible();
  await together.uncheck();
  await expect(page.getByRole('group', { name: 'Look around', exact: true })).toBeHidden();
  await expect(page.getByRole('group', { name: /^Look around in / })).toHaveCount(2);
  await expectNoBarrierInAnyTheme(page, 'apart');
  await page.setViewportSize({ width: 320, height: 640 });
  await expectToFit(page, '320 px, apart');
  await together.check();
  await expect(page.getByRole('group', { name: /^Look around in / })).toHaveCount(0);
});

/** From 0 to 255. */
async function brightness(view: Locator): Promise<number> {
  const { channels } = await sharp(await view.screenshot()).stats();
  return channels.slice(0, 3).reduce((sum, { mean }) => sum + mean / 3, 0);
}

test('a room is seen at two times of its day side by side', async ({ page }) => {
  await enter(page, '/experiences/vr/the-lobby-at-midnight');
  await page.getByRole('link', { name: 'Two lights side by side' }).press('Enter');
  const slug = 'the-lobby-at-midnight';
  await expect(page).toHaveURL(
    `/compare?left=${slug}&leftScene=lobby&leftLight=midnight&right=${slug}&rightScene=lobby&rightLight=noon`,
  );
  const light = (side: string) => page.getByRole('combobox', { name: new RegExp(`^Light of .+, ${side}$`) });
  await expect(light('left')).toHaveValue('midnight');
  await expect(light('right')).toHaveValue('noon');
  const dates = page.getByText('As it was on');
  await expect(dates).toHaveText(['As it was on 14 Mar 2026, 00:05', 'As it was on 14 Mar 2026, 12:10']);
  const [left, right] = [page.getByRole('application').nth(0), page.getByRole('application').nth(1)];
  await expect
    .poll(async () => (await brightness(right)) - (await brightness(left)), { timeout: 20_000 })
    .toBeGreaterThan(20);
  await expectNoBarrierInAnyTheme(page, 'two lights');
  await page.setViewportSize({ width: 320, height: 640 });
  await expectToFit(page, '320 px, two lights');
  await page.setViewportSize({ width: 1280, height: 720 });

  await page.getByRole('button', { name: 'Swap' }).click();
  await expect(light('left')).toHaveValue('noon');
  await light('left').selectOption('midnight');
  await expect(page).toHaveURL(/&leftLight=midnight&/);
  await page.reload();
  await expect(light('left')).toHaveValue('midnight');
  await expect(light('right')).toHaveValue('midnight');
  await expect(dates).toHaveCount(0);
  await expect
    .poll(async () => Math.abs((await brightness(right)) - (await brightness(left))), { timeout: 20_000 })
    .toBeLessThan(10);
});

test('a locked tour shows its price beside an open one', async ({ page }) => {
  await page.goto('/compare?left=the-west-suite&right=the-cliff-pool');
  const closed = page.getByRole('region', { name: 'Aegli Nera' });
  await expect(closed).toContainText('250 tokens unlock this tour for good.');
  await expect(closed.getByRole('link', { name: 'Go to this tour' })).toHaveAttribute(
    'href',
    '/experiences/vr/the-cliff-pool',
  );
  await page.goto('/compare?left=the-west-suite&right=nowhere');
  await expect(page.getByRole('link', { name: 'Choose two tours' })).toBeVisible();
});
