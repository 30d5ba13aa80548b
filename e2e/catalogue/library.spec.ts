import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { readPage } from '../support/page-html.ts';
import { createGate } from '../support/unlocks.ts';

const cards = (page: Page) => page.getByRole('main').getByRole('article');
const count = (page: Page) => page.getByText(/premium VR experiences? available/);

test('shows what there is and how much, on a phone the first tour at once, and narrows by a tag', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/experiences');
  await expect(cards(page).first()).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1280, height: 720 });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Discover premium VR experiences');
  await expect(count(page)).toHaveText('107 premium VR experiences available');
  await expect(page).toHaveTitle('Discover premium VR experiences · Oriel');
  expect(await cards(page).count()).toBeGreaterThanOrEqual(12);

  const tags = page.getByRole('navigation', { name: 'Tags' });
  await tags.getByRole('link', { name: 'Sea view' }).click();
  await expect(page).toHaveURL('/experiences?tag=Sea+view');
  await expect(tags.getByRole('link', { name: 'Sea view' })).toHaveAttribute('aria-current', 'true');
  await expect(count(page)).not.toHaveText(/^107 /);
  await tags.getByRole('link', { name: 'Sea view' }).click();
  await expect(page).toHaveURL('/experiences');
  await expect(count(page)).toHaveText(/^107 /);
  await page.getByRole('link', { name: 'Browse Categories' }).click();
  await expect(page).toHaveURL('/categories');
});

test('is the same at both of its addresses', async ({ request, baseURL }) => {
  for (const path of ['/', '/experiences']) {
    const html = await (await request.get(path)).text();
    expect(html).toContain('Discover premium VR experiences</h1>');
    expect(html).toMatch(/<link rel="canonical" href="https?:\/\/[^"]+\/experiences"\/>/);
    expect(baseURL).toBeTruthy();
  }
});

test('narrows to a category, named in any case, where a guest reads what a locked tour costs', async ({
  page,
}) => {
  await page.goto('/experiences?category=tourism+%26+HOSPITALITY');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tourism & Hospitality Experiences');
  await expect(count(page)).toHaveText('20 premium VR experiences available in Tourism & Hospitality');
  await expect(page.getByText('Rooms, tables, pools and firesides')).toBeVisible();
  const locked = cards(page).filter({ hasText: 'Login to view' }).first();
  await expect(locked).toContainText(/[\d,]+ tokens/);
  const breadcrumb = page.getByRole('navigation', { name: 'Breadcrumb' });
  await expect(breadcrumb).toHaveText('Categories / Tourism & Hospitality');
  await expect(page.getByRole('link', { name: 'Browse Categories' })).toHaveCount(0);
  await breadcrumb.getByRole('link', { name: 'Categories' }).click();
  await expect(page).toHaveURL('/categories');
});

test('narrows to a part of a category, and shows everything for one that does not exist', async ({
  request,
}) => {
  const part = await readPage(request, '/experiences?category=Hotel+Rooms');
  expect(part.headings).toEqual(['Hotel Rooms Experiences']);
  expect(part.main).toMatch(/\d+ premium VR experiences available in Hotel Rooms/);
  expect(part.main).toContain('Categories / Tourism & Hospitality / Hotel Rooms');
  const everything = await readPage(request, '/experiences?category=No+such+category');
  expect(everything.headings).toEqual(['Discover premium VR experiences']);
  expect(everything.main).toContain('107 premium VR experiences available');
});

test('matches a tag in any case, spaces around it aside', async ({ page }) => {
  await page.goto('/experiences?tag=%20sea%20VIEW%20');
  await expect(
    page.getByRole('navigation', { name: 'Tags' }).getByRole('link', { name: 'Sea view' }),
  ).toHaveAttribute('aria-current', 'true');
  await expect(count(page)).not.toHaveText(/^(0|107) /);
});

test('says so where no tour of a category has the tag', async ({ page, request }) => {
  const tags: { tags: { name: string }[] } = await (await request.get('/api/tags?categoryId=3011')).json();
  const names = tags.tags.map(({ name }) => name);
  const totals = await Promise.all(
    names.map(async (tag) => {
      const answer = await request.get('/api/vr360', { params: { categoryId: 3011, tag, limit: 1 } });
      return { tag, total: answer.headers()['x-total-count'] };
    }),
  );
  const unused = totals.find(({ total }) => total === '0');
  expect(unused, 'a tag without tours among those offered').toBeDefined();

  await page.goto('/experiences?category=Science+%26+Exploration');
  await page
    .getByRole('navigation', { name: 'Tags' })
    .getByRole('link', { name: unused?.tag ?? '', exact: true })
    .click();
  await expect(page.getByRole('heading', { name: 'No experiences found' })).toBeVisible();
  const popular = page.getByRole('region', { name: 'Places that many like to stand in' });
  await expect(popular.getByRole('listitem')).toHaveCount(6);
  await expect(page.getByText('Try selecting a different category')).toBeVisible();
  await expect(count(page)).toHaveText('0 premium VR experiences available in Science & Exploration');
});

test('follows the words while they are typed, is sorted, and says that it is loading where that takes a while', async ({
  page,
}) => {
  await page.goto('/experiences');
  const search = page.getByLabel('Search experiences');
  await search.pressSequentially('portugal', { delay: 20 });
  await expect(page).toHaveURL('/experiences?q=portugal');
  await expect(count(page)).not.toHaveText(/^107 /);
  await expect(cards(page).first()).toContainText('Portugal');
  await expect(search).toBeFocused();
  await search.fill('');
  await expect(count(page)).toHaveText(/^107 /);
  await search.fill('<script>alert(1)</script>"\'%_\\');
  await expect(page.getByRole('heading', { name: 'No experiences found' })).toBeVisible();

  await search.fill('');
  await expect(count(page)).toHaveText(/^107 /);
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption({ label: 'Best rated' });
  await expect(page).toHaveURL('/experiences?sort=rating');
  await expect(cards(page).first()).toContainText('Rated 5.0');

  const { held, open } = createGate();
  await page.route('**/*.data*', async (route) => {
    await held;
    await route.continue();
  });
  await page
    .getByRole('navigation', { name: 'Categories' })
    .getByRole('link', { name: 'Arts & Culture' })
    .click();
  await expect(page.getByText('Loading experiences…')).toBeVisible();
  await expect(page.getByRole('main').locator('li.with-scripts')).toHaveCount(8);
  await expect(page.getByRole('navigation', { name: 'Tags' }).locator('span')).toHaveCount(6);
  open();
  await expect(count(page)).toBeVisible();
});

test('grows by itself, then on request, and is restored by Back', async ({ page }) => {
  await page.goto('/experiences');
  const more = page.getByRole('button', { name: 'Load more' });
  for (const [seen, expected] of [
    [12, 24],
    [24, 36],
  ] as const) {
    await cards(page)
      .nth(seen - 1)
      .scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 400);
    await expect(cards(page)).toHaveCount(expected);
  }
  await more.scrollIntoViewIfNeeded();
  await page.waitForTimeout(500);
  await expect(cards(page)).toHaveCount(36);
  await expect(page.getByText('36 of 107')).toBeVisible();
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect(page.getByRole('contentinfo')).toBeInViewport();
  await more.click();
  await expect(cards(page)).toHaveCount(48);

  const card = cards(page).nth(40);
  await card.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => window.scrollY);
  await card.getByRole('link').click();
  await expect(page).toHaveURL(/\/experiences\/vr\//);
  await page.goBack();
  await expect(cards(page)).toHaveCount(48);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before);

  // Another selection begins at its first page, and its top: the browser restores where one was on the same one.
  await page.goto('/experiences?sort=rating');
  await expect(page.getByText('12 of 107')).toBeAttached();
});

test('grows for a visitor who jumps to its foot', async ({ page }) => {
  await page.goto('/experiences');
  await expect(page.getByText('12 of 107')).toBeAttached();
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
  await expect(cards(page)).toHaveCount(36);
  await expect(page.getByRole('button', { name: 'Load more' })).toBeVisible();
});

test('opening a tour from its card counts one view', async ({ page }) => {
  const views: string[] = [];
  page.on('request', (request) => request.url().endsWith('/view') && views.push(request.url()));
  await page.goto('/experiences');
  const open = cards(page)
    .filter({ hasNot: page.getByText('Login to view') })
    .first();
  await open.getByRole('link').click();
  await expect(page).toHaveURL(/\/experiences\/vr\//);
  await expect.poll(() => views.length).toBe(1);
  await page.waitForTimeout(500);
  expect(views).toHaveLength(1);
});

test('keeps what has the focus below the list in view when the list grows', async ({ page }) => {
  // So high that placeholders, which the browser cannot hold on to, are above the link.
  await page.setViewportSize({ width: 1440, height: 900 });
  const { held, open } = createGate();
  await page.route('**/api/vr360?*cursor=*', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/experiences');
  const asked = page.waitForRequest(/cursor=/);
  await cards(page).last().scrollIntoViewIfNeeded();
  await asked;
  const contact = page.getByRole('contentinfo').getByRole('link', { name: 'Contact' });
  await contact.focus();
  await expect(contact).toBeInViewport();
  open();
  await expect(cards(page)).toHaveCount(36);
  await expect(contact).toBeInViewport();
});

test('keeps the footer where it is when the rest of the list comes late', async ({ page }) => {
  const { held, open } = createGate();
  await page.route('**/api/vr360?*cursor=*', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/experiences');
  const asked = page.waitForRequest(/cursor=/);
  await cards(page).last().scrollIntoViewIfNeeded();
  await asked;
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  const shift = await page.evaluateHandle(() => {
    const sum = { value: 0 };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) sum.value += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift' });
    return sum;
  });
  open();
  await expect(cards(page)).toHaveCount(36);
  await expect(page.getByRole('button', { name: 'Load more' })).toBeVisible();
  expect(await shift.evaluate(({ value }) => value)).toBeLessThan(0.02);
});

test.describe('when the rest of the list does not come', () => {
  test.use({ allowedErrors: [/status of 500|500 from/] });

  test('says so and tries again', async ({ page }) => {
    let broken = true;
    await page.route('**/api/vr360?*cursor=*', (route) =>
      broken
        ? route.fulfill({ status: 500, contentType: 'application/problem+json', body: '{}' })
        : route.continue(),
    );
    await page.goto('/experiences');
    await cards(page).nth(11).scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 600);
    await expect(page.getByRole('alert')).toContainText('Failed to load VR experiences');
    await expect(cards(page)).toHaveCount(12);
    broken = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    // One page more, or two where the end of the first is still in reach.
    await expect(cards(page).nth(23)).toBeAttached();
    await expect(page.getByRole('alert')).toBeHidden();
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('is read, searched and turned over', async ({ page }) => {
    await page.goto('/experiences?category=Tourism+%26+Hospitality');
    await expect(cards(page)).toHaveCount(12);
    await expect(page.getByText('Casa Marelua')).toBeVisible();
    const heading = cards(page).first().getByRole('heading');
    const first = (await heading.textContent()) ?? '';
    await page.getByRole('link', { name: 'More experiences' }).click();
    await expect(heading).not.toHaveText(first);
    await page.getByLabel('Search experiences').fill('portugal');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(page).toHaveURL(/category=Tourism.*q=portugal/);
    await expect(cards(page).first()).toContainText('Portugal');
  });
});
