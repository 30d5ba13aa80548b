import AxeBuilder from '@axe-core/playwright';
import { expect, test } from './fixtures.ts';

const PAGES = [
  '/experiences',
  '/experiences?category=Arts+%26+Culture',
  '/experiences?q=zzzzzzzz',
  '/categories',
  '/categories/3006/subcategories',
  '/no/such/page',
] as const;
const THEMES = ['white', 'cream', 'dark'] as const;

test.describe('every page', () => {
  test.use({ allowedErrors: [/status of 404/] });

  for (const address of PAGES) {
    test(`has no barrier in any theme, narrow or wide: ${address}`, async ({ page }) => {
      test.setTimeout(180_000);
      await page.goto(address);
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        for (const theme of THEMES) {
          await page.evaluate((chosen) => {
            document.documentElement.dataset.theme = chosen;
          }, theme);
          // Colours that fade from theme to theme are measured at rest.
          await page.waitForTimeout(400);
          const axe = new AxeBuilder({ page });
          // Themes differ in colours alone.
          if (theme !== 'cream') axe.withRules(['color-contrast']);
          const { violations } = await axe.analyze();
          const found = violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ target }) => target) }));
          expect(found, `${theme} at ${width}`).toEqual([]);
        }
      }
    });

    test(`fits a screen of 320 px: ${address}`, async ({ page }) => {
      await page.setViewportSize({ width: 320, height: 640 });
      await page.goto(address);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
    });

    test(`has its outline and its words for search engines: ${address}`, async ({ page }) => {
      await page.goto(address);
      await expect(page.locator('html')).toHaveAttribute('lang', 'en');
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      for (const role of ['banner', 'main', 'contentinfo'] as const) {
        await expect(page.getByRole(role)).toHaveCount(1);
      }
      expect(await page.title()).toMatch(/ · Oriel$/);
      await page.keyboard.press('Tab');
      await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('main')).toBeFocused();
    });
  }
});

for (const address of PAGES.slice(0, 5)) {
  test(`tells others what it is about: ${address}`, async ({ request, baseURL }) => {
    const html = await (await request.get(address)).text();
    const content = (name: string) =>
      html.match(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`))?.[1];
    const description = content('description') ?? '';
    expect(description.length).toBeGreaterThan(20);
    expect(description.replaceAll(/&\w+;/g, '&').length).toBeLessThanOrEqual(155);
    expect(html).toMatch(/<link rel="canonical" href="https?:\/\/[^"]+"/);
    const data = html.match(/<script type="application\/ld\+json">(.*?)<\/script>/)?.[1] ?? '';
    expect(JSON.parse(data)).toMatchObject({ '@context': 'https://schema.org' });
    if (!address.includes('zzz')) expect(content('og:image')).toMatch(/^https?:\/\//);
    expect(baseURL).toBeTruthy();
  });
}

test('structured data cannot break out of its element', async ({ request }) => {
  const html = await (
    await request.get('/experiences?q=%3C/script%3E%3Cscript%3Ealert(1)%3C/script%3E')
  ).text();
  expect(html).not.toContain('<script>alert(1)');
});

for (const theme of THEMES) {
  test(`shows the chosen theme from the first paint: ${theme}`, async ({ page }) => {
    await page.goto('/experiences');
    await page.getByRole('radio', { name: theme, exact: false }).check();
    // What the page looks like before any of its own scripts ran, apart from the one in the head.
    await page.route('**/assets/*.js', () => undefined);
    const colours: string[] = [];
    await page.exposeFunction('report', (colour: string) => colours.push(colour));
    await page.addInitScript(() => {
      const observe = () => {
        requestAnimationFrame(() => {
          if (document.body) window.report(getComputedStyle(document.body).backgroundColor);
          observe();
        });
      };
      observe();
    });
    await page.reload({ waitUntil: 'commit' });
    await expect.poll(() => colours.length).toBeGreaterThan(10);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    const expected = { white: 'rgb(255, 255, 255)', cream: 'rgb(251, 241, 229)', dark: 'rgb(22, 19, 15)' }[
      theme
    ];
    expect(new Set(colours)).toEqual(new Set([expected]));
  });
}

declare global {
  interface Window {
    report(colour: string): void;
  }
}

test('the theme outlives the visit', async ({ page }) => {
  await page.goto('/categories');
  await page.getByRole('radio', { name: 'Dark' }).check();
  await page.goto('/experiences');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
});

test('nothing moves while a page loads and is scrolled', async ({ page }) => {
  await page.addInitScript(() => {
    window.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[]) {
        if (!entry.hadRecentInput) window.shift += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const address of PAGES.slice(0, 5)) {
    await page.goto(address);
    for (let step = 0; step < 6; step += 1) {
      await page.mouse.wheel(0, 500);
      await page.waitForTimeout(120);
    }
    expect(await page.evaluate(() => window.shift), address).toBeLessThan(0.02);
  }
});

declare global {
  interface Window {
    shift: number;
  }
}

test('a page is walked through with the keyboard alone', async ({ page }) => {
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
    await menu.getByRole('link', { name: 'Community' }).click();
    await expect(page).toHaveURL('/community');
    await expect(menu).toBeHidden();
  });
});

test.describe('addresses that lead elsewhere', () => {
  test('the dashboard leads to the library', async ({ page }) => {
    await page.goto('/dashboard');
    await expect(page).toHaveURL('/experiences');
  });

  test('a link of the old site leads to its tour', async ({ request }) => {
    const answer = await request.get('/vr360/161', { maxRedirects: 0 });
    expect(answer.status()).toBe(302);
    expect(answer.headers().location).toBe('/experiences/vr/the-west-suite');
  });

  test.describe('and those that lead nowhere', () => {
    test.use({ allowedErrors: [/status of 404/] });

    for (const id of ['424242', 'abc']) {
      test(`an old link without a tour says so and leads to the library: ${id}`, async ({ page }) => {
        const answer = await page.goto(`/vr360/${id}`);
        expect(answer?.status()).toBe(404);
        await expect(page.getByText('We could not find that VR experience.')).toBeVisible();
        await expect(page).toHaveURL('/experiences', { timeout: 5_000 });
      });
    }

    test('a page that is not there answers 404 and leads on', async ({ page }) => {
      const answer = await page.goto('/no/such/page');
      expect(answer?.status()).toBe(404);
      const main = page.getByRole('main');
      await expect(main.getByRole('link', { name: 'Go home' })).toHaveAttribute('href', '/');
      await main.getByRole('link', { name: 'Browse experiences' }).click();
      await expect(page).toHaveURL('/experiences');
    });
  });
});
