import type { Page } from '@playwright/test';
import { expectNoBarrierInAnyTheme } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';

const field = (page: Page) => page.getByRole('combobox', { name: 'Search experiences' });
const suggestions = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' });

test('suggests before anything is typed, and what matches while it is, by keyboard alone', async ({
  page,
}) => {
  await page.goto('/experiences');
  await page.getByRole('link', { name: 'Search tours' }).click();
  await expect(field(page)).toBeFocused();
  for (const group of ['Popular towns', 'Categories', 'To begin with'])
    await expect(suggestions(page).getByRole('group', { name: group })).toBeVisible();
  await expectNoBarrierInAnyTheme(page, 'suggestions');

  await field(page).fill('fjor');
  const places = suggestions(page).getByRole('group', { name: 'Places' }).getByRole('option');
  await expect(places).toHaveCount(1);
  await expect(places.locator('mark')).toHaveText(['Fjor']);
  await page.keyboard.press('ArrowDown');
  await expect(places).toHaveAttribute('aria-selected', 'true');
  await expect(field(page)).toHaveAttribute(
    'aria-activedescendant',
    (await places.getAttribute('id')) ?? 'none',
  );
  await page.keyboard.press('Escape');
  await expect(suggestions(page)).toBeHidden();
  await expect(field(page)).toHaveValue('fjor');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/experiences?q=fjor');
  await field(page).fill('');
  await expect(suggestions(page).getByRole('option', { name: 'fjor', exact: true })).toBeVisible();
});

test('filters in one sheet that says how many places are left', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/experiences');
  await page.getByRole('button', { name: 'Filters' }).click();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await expect(sheet.getByRole('button', { name: 'Show 107 places' })).toBeVisible();
  await sheet.getByRole('radio', { name: 'Locked' }).check();
  await expect(sheet.getByRole('button', { name: 'Show 26 places' })).toBeVisible();
  await sheet.getByRole('radio', { name: 'Films' }).check();
  await expect(sheet.getByRole('button', { name: /^Show \d places$/ })).toBeVisible();
  await expectNoBarrierInAnyTheme(page, 'filters');
  await sheet.getByRole('button', { name: /^Show \d places$/ }).click();
  await expect(page).toHaveURL('/experiences?price=locked&mediaType=video');
  await expect(page.getByText(/^\d premium VR experiences available$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Filters 2 set' })).toBeVisible();
});

test('says what was not found, and leads on', async ({ page }) => {
  await page.goto('/experiences?q=harbourmasterly');
  await expect(page.getByText('Nothing matches “harbourmasterly”.')).toBeVisible();
  await expect(page.getByRole('main').getByRole('heading', { level: 3 })).toHaveCount(6);
  await page.getByRole('link', { name: 'Clear the search' }).click();
  await expect(page).toHaveURL('/experiences');
});
