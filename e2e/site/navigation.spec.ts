import { THEMES } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { isHydrated } from '../support/is-hydrated.ts';
import { readPage } from '../support/page-html.ts';
import { createGate } from '../support/unlocks.ts';

test('structured data cannot break out of its element', async ({ request }) => {
  const html = await (
    await request.get('/experiences?q=%3C/script%3E%3Cscript%3Ealert(1)%3C/script%3E')
  ).text();
  expect(html).not.toContain('<script>alert(1)');
});

test('shows the chosen theme from the first paint, on other pages and later, too', async ({ context }) => {
  // Not the page of the fixture, whose navigations wait for the scripts. It is also the page that chooses: the process of
  // another page may not know yet what this one has stored.
  const early = await context.newPage();
  await early.goto('/categories');
  await early.waitForFunction(isHydrated);
  const painted: { document: number; colour: string }[] = [];
  await early.exposeFunction('report', (document: number, colour: string) =>
    painted.push({ document, colour }),
  );
  await early.addInitScript(() => {
    const observe = () => {
      requestAnimationFrame(() => {
        if (document.body) {
          window.report(performance.timeOrigin, getComputedStyle(document.body).backgroundColor);
        }
        observe();
      });
    };
    observe();
  });
  let gate = Promise.resolve();
  await early.route('**/assets/*.js', async (route) => {
    await gate;
    await route.continue();
  });
  for (const theme of THEMES) {
    await early.getByRole('radio', { name: theme, exact: false }).check();
    // What the page looks like before any of its own scripts ran, apart from the one in the head.
    const { held, open } = createGate();
    gate = held;
    await early.goto('/experiences', { waitUntil: 'commit' });
    const current = await early.evaluate(() => performance.timeOrigin);
    const colours = () => painted.filter(({ document }) => document === current).map(({ colour }) => colour);
    await expect.poll(() => colours().length).toBeGreaterThan(10);
    const expected = { white: 'rgb(255, 255, 255)', cream: 'rgb(251, 241, 229)', dark: 'rgb(22, 19, 15)' }[
      theme
    ];
    expect(new Set(colours())).toEqual(new Set([expected]));
    open();
    await early.waitForFunction(isHydrated);
    await expect(early.getByRole('radio', { name: theme, exact: false })).toBeChecked();
  }
  await expect(early.locator('html')).toHaveAttribute('data-theme', 'dark');
});

declare global {
  interface Window {
    report(document: number, colour: string): void;
  }
}

test('a page can be used by keyboard', async ({ page }) => {
  await page.goto('/categories');
  await page.getByPlaceholder('Search categories...').focus();
  await page.keyboard.type('arts');
  await page.keyboard.press('Tab'); // the button of the search
  await page.keyboard.press('Tab'); // the sort
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Arts & Culture' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/categories/3008/subcategories');
});

test.describe('the top bar', () => {
  test("leads home, to the library and to the site's pages, and stays visible", async ({ page }) => {
    await page.goto('/careers');
    const bar = page.getByRole('navigation', { name: 'Main' });
    const links = bar.getByRole('link');
    await expect(links).toHaveText(['', 'VR Tour', 'Community', 'Enterprise', 'Opportunity']);
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
      '/landing',
      '/experiences',
      '/community',
      '/enterprise',
      '/opportunity',
    ]);
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await expect(bar).toBeInViewport();
    await page.getByRole('banner').getByRole('link', { name: 'Oriel, all tours' }).click();
    await expect(page).toHaveURL('/experiences');
    await bar.getByRole('link', { name: 'Home' }).click();
    await expect(page).toHaveURL('/landing');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Look before you book');
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the menu opens, holds the page still, and closes by Escape', async ({ page }) => {
    await page.goto('/experiences');
    const open = page.getByRole('button', { name: 'Open menu' });
    await open.click();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await expect(menu).toBeVisible();
    await page.mouse.wheel(0, 600);
    await page.waitForTimeout(200);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(open).toBeFocused();
    await page.mouse.wheel(0, 600);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
    await open.click();
    await expect(menu.getByRole('navigation').getByRole('link')).toHaveText([
      'Home',
      'VR Tour',
      'Community',
      'Enterprise',
      'Opportunity',
      'Pricing',
      'Saved places',
      'Contact',
      'Sign in',
    ]);
    await menu.getByRole('link', { name: 'Contact' }).click();
    await expect(page).toHaveURL('/contact');
    await expect(menu).toBeHidden();
  });
});

test.describe('URLs that lead elsewhere', () => {
  test.describe('and those that lead nowhere', () => {
    test.use({ allowedErrors: [/status of 404/] });

    test('an old link without a tour says so and leads to the library', async ({ page, request }) => {
      const sentence = 'We could not find that VR experience.';
      for (const id of ['424242', 'abc']) {
        const { status, main } = await readPage(request, `/vr360/${id}`);
        expect(status, id).toBe(404);
        expect(main, id).toContain(sentence);
      }
      const { held, open } = createGate();
      await page.route('**/*.data*', async (route) => {
        await held;
        await route.continue();
      });
      await page.goto('/vr360/abc');
      await expect(page.getByText(sentence)).toBeVisible();
      open();
      await expect(page).toHaveURL('/experiences');
    });

    test('a missing page responds 404 and links on', async ({ page }) => {
      const answer = await page.goto('/no/such/page');
      expect(answer?.status()).toBe(404);
      const main = page.getByRole('main');
      await expect(main.getByRole('link', { name: 'Go home' })).toHaveAttribute('href', '/');
      await main.getByRole('link', { name: 'Browse experiences' }).click();
      await expect(page).toHaveURL('/experiences');
    });
  });
});
