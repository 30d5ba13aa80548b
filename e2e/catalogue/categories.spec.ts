import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { readPage } from '../support/page-html.ts';

const cards = (page: Page) => page.getByRole('main').getByRole('article');
const names = (page: Page) => cards(page).getByRole('heading').allTextContents();

test('lists the categories with their counts, the fullest first and in a strip, sorts and searches them', async ({
  page,
}) => {
  await page.goto('/categories');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Explore VR Categories');
  await expect(page.getByText('107 experiences in 11 categories')).toBeVisible();
  await expect(cards(page)).toHaveCount(11);
  await expect(cards(page).first()).toContainText('Tourism & Hospitality');
  await expect(cards(page).first()).toContainText('20 experiences');
  await expect(cards(page).first()).toContainText('Explore');
  expect((await names(page)).at(-1)).toBe('Science & Exploration');

  const strip = page.getByRole('region', { name: 'Most Popular Categories' });
  await expect(strip.getByRole('link')).toHaveCount(6);
  await expect(strip.getByRole('link').first()).toContainText('Tourism & Hospitality');

  const sort = page.getByRole('combobox', { name: 'Sort by' });
  expect(await sort.getByRole('option').allTextContents()).toEqual(['Popular', 'Most Items', 'New']);
  const byCount = await names(page);
  await sort.selectOption({ label: 'Most Items' });
  expect(await names(page)).toEqual(byCount);
  await sort.selectOption({ label: 'New' });
  // The built-in eleven are of one date, so they go by name.
  await expect.poll(() => names(page)).toEqual(byCount.toSorted((a, b) => a.localeCompare(b)));

  const search = page.getByPlaceholder('Search categories...');
  await search.fill('HEALTH');
  await expect(cards(page)).toHaveCount(1);
  await search.fill('firesides');
  await expect.poll(() => names(page)).toEqual(['Tourism & Hospitality']);
  await search.fill('zzz');
  await expect(page.getByText('No categories found')).toBeVisible();
  await expect(page.getByText('Try adjusting your search terms')).toBeVisible();
});

test('a category opens its subcategories, sorted by chips and searched, and one of those its tours', async ({
  page,
}) => {
  await page.goto('/categories');
  await cards(page).filter({ hasText: 'Tourism & Hospitality' }).getByRole('link').click();
  await expect(page).toHaveURL('/categories/3006/subcategories');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tourism & Hospitality');
  await expect(page.getByText(/\d+ experiences in 5 subcategories/)).toBeVisible();
  await expect(cards(page)).toHaveCount(5);

  const chips = page.getByRole('navigation', { name: 'Sort' }).getByRole('link');
  expect(await chips.allTextContents()).toEqual(['All', 'Popular', 'New', 'Most Items']);
  await chips.filter({ hasText: 'Most Items' }).click();
  await expect(async () => {
    const counts = await cards(page)
      .getByText(/^\d+ experiences?$/)
      .allTextContents();
    const numbers = counts.map((text) => Number.parseInt(text, 10));
    expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
  }).toPass({ timeout: 30_000 });
  await page.getByPlaceholder('Search subcategories...').fill('nothing like it');
  await expect(page.getByText('No subcategories found')).toBeVisible();
  await page.getByPlaceholder('Search subcategories...').fill('');

  await cards(page).filter({ hasText: 'Hotel Rooms' }).getByRole('link').click();
  await expect(page).toHaveURL('/experiences?category=Hotel+Rooms');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hotel Rooms Experiences');
  await expect(page.getByText(/^\d+ premium VR experiences available in Hotel Rooms$/)).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toHaveText(
    'Categories / Tourism & Hospitality / Hotel Rooms',
  );
});

test.describe('an unknown category', () => {
  test.use({ allowedErrors: [/status of 404/] });

  test('has no page', async ({ page, request }) => {
    for (const id of ['abc', '-1', '99999999999999']) {
      const { status, main } = await readPage(request, `/categories/${id}/subcategories`);
      expect(status, id).toBe(404);
      expect(main, id).toContain('Page not found.');
    }
    const answer = await page.goto('/categories/999999/subcategories');
    expect(answer?.status()).toBe(404);
    await expect(page).toHaveTitle('Page not found · Oriel');
    await expect(page.getByText('Page not found.')).toBeVisible();
    await expect(page.getByRole('banner').getByRole('link', { name: 'VR Tour' })).toBeVisible();
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('categories are searched and sorted by the server', async ({ page }) => {
    await page.goto('/categories');
    await page.getByPlaceholder('Search categories...').fill('arts');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(page).toHaveURL(/q=arts/);
    expect(await names(page)).toEqual(['Arts & Culture']);
  });
});
