import type { BrowserContext, Page } from '@playwright/test';
import { banner, cookieSettings } from '../support/consent.ts';
import { expect, test } from '../support/fixtures.ts';
import { isHydrated } from '../support/is-hydrated.ts';
import { createGate } from '../support/unlocks.ts';

const SCRIPTS = '**/assets/*.js';

/** Opens a page whose scripts wait, has the visitor do something, and then lets the scripts run. */
async function actEarly(
  context: BrowserContext,
  path: string,
  act: (page: Page) => Promise<void>,
): Promise<Page> {
  // Not the page of the fixture, whose `goto` waits for the scripts.
  const page = await context.newPage();
  const { held, open } = createGate();
  await page.route(SCRIPTS, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  // All of it is parsed, with its styles.
  await page.waitForFunction(() => document.readyState !== 'loading');
  await act(page);
  expect(await page.evaluate(isHydrated)).toBe(false);
  open();
  await page.waitForFunction(isHydrated);
  return page;
}

test.describe('before the scripts run', () => {
  test('what is typed and chosen in the library counts', async ({ context }) => {
    const typed = await actEarly(context, '/experiences', (page) =>
      page.getByLabel('Search experiences').fill('portugal'),
    );
    await expect(typed).toHaveURL('/experiences?q=portugal');
    await expect(typed.getByLabel('Search experiences')).toHaveValue('portugal');

    const sorted = await actEarly(context, '/experiences', async (page) => {
      await page.getByRole('combobox', { name: 'Sort by' }).selectOption({ label: 'Best rated' });
    });
    await expect(sorted).toHaveURL('/experiences?sort=rating');
    await expect(sorted.getByRole('combobox', { name: 'Sort by' })).toHaveValue('rating');
  });

  test('categories are searched, add-ons ticked, and a theme chosen', async ({ context }) => {
    const categories = await actEarly(context, '/categories', async (page) => {
      await page.getByRole('searchbox', { name: 'Search categories' }).fill('tour');
      await page.getByRole('radio', { name: 'Dark' }).check({ force: true });
    });
    await expect(categories.getByRole('main').getByRole('article')).toHaveCount(1);
    await expect(categories.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(categories.getByRole('radio', { name: 'Dark' })).toBeChecked();

    const enterprise = await actEarly(context, '/enterprise', (page) =>
      page.getByRole('checkbox').first().check(),
    );
    await expect(enterprise.getByText('Nothing chosen yet')).toHaveCount(0);
    await expect(enterprise.getByRole('checkbox').first()).toBeChecked();
  });

  test('a button that is pressed does its work as soon as it can', async ({ context }) => {
    const liked = await actEarly(context, '/experiences?sort=new', (page) =>
      page
        .getByRole('button', { name: /^Like / })
        .nth(3)
        .click(),
    );
    await expect(liked.getByRole('button', { name: /^Like / }).nth(3)).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    const save = (page: Page) => page.getByRole('button', { name: /^Save / }).nth(3);
    const saved = await actEarly(context, '/experiences?sort=new', (page) =>
      // It is disabled until the scripts know who presses it.
      save(page).click({ force: true }),
    );
    await expect(save(saved)).toHaveAttribute('aria-pressed', 'true');
    const asked = await actEarly(context, '/categories', (page) => cookieSettings(page).click());
    await expect(banner(asked)).toBeFocused();
  });

  test('an email goes with the visitor to the other ways to sign in', async ({ context }) => {
    const page = await actEarly(context, '/login', (page) =>
      page.getByLabel('Email', { exact: true }).fill('early@journeys.example'),
    );
    await page.getByRole('button', { name: 'Sign in with an email code' }).click();
    await expect(page.getByRole('button', { name: 'Send code' })).toBeVisible();
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue('early@journeys.example');
  });
});
