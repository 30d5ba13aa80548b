import { readFileSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import type { CareersPage, CommunityPage, HomePage, ServicePage } from '@oriel/contract';
import { expect, test } from './fixtures.ts';

function textsOf<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../content/texts/${name}.json`, import.meta.url), 'utf8'));
}

const home = textsOf<HomePage>('home');
const service = textsOf<ServicePage>('service');
const community = textsOf<CommunityPage>('community');
const careers = textsOf<CareersPage>('careers');
const PAGES = { '/landing': home, '/service': service, '/community': community, '/careers': careers };
const ADDRESSES = Object.keys(PAGES) as (keyof typeof PAGES)[];
const THEMES = ['white', 'cream', 'dark'] as const;

/** Texts as the demo's site fills them in. */
const filled = (text: string) =>
  text
    .replaceAll('{brand}', 'Oriel')
    .replaceAll('{slogan}', 'Look before you book')
    .replaceAll('{siteEmail}', 'legal@oriel.example');

for (const address of ADDRESSES) {
  test.describe(`the page ${address}`, () => {
    test('has no barrier in any theme, narrow, middling or wide', async ({ page }) => {
      test.setTimeout(180_000);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto(address);
      for (const width of [390, 820, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        for (const theme of THEMES) {
          await page.evaluate((chosen) => {
            document.documentElement.dataset.theme = chosen;
          }, theme);
          await page.waitForTimeout(300);
          const axe = new AxeBuilder({ page });
          if (theme !== 'cream') axe.withRules(['color-contrast']);
          const { violations } = await axe.analyze();
          const found = violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ target }) => target) }));
          expect(found, `${theme} at ${width}`).toEqual([]);
        }
      }
    });

    test('fits a screen of 320 px', async ({ page }) => {
      await page.setViewportSize({ width: 320, height: 640 });
      await page.goto(address);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
    });

    test('has its title, its words for search engines and one h1', async ({ page }) => {
      const { title, description } = PAGES[address];
      await page.goto(address);
      await expect(page).toHaveTitle(`${filled(title)} · Oriel`);
      await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', description);
      await expect(page.locator('meta[property="og:image"]')).toHaveAttribute('content', /^https?:\/\//);
      const data = await page.locator('script[type="application/ld+json"]').textContent();
      expect(JSON.parse(data ?? '')).toMatchObject({
        '@context': 'https://schema.org',
        '@type': address === '/landing' ? 'Organization' : 'WebPage',
      });
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await page.keyboard.press('Tab');
      await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    });

    test('does not move while it loads and is scrolled', async ({ page }) => {
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
      await page.goto(address);
      for (let step = 0; step < 8; step += 1) {
        await page.mouse.wheel(0, 600);
        await page.waitForTimeout(120);
      }
      expect(await page.evaluate(() => window.shift)).toBeLessThan(0.02);
    });

    test('asks nobody but its own origin for anything', async ({ page, baseURL }) => {
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await page.goto(address);
      await page.mouse.wheel(0, 4000);
      await page.waitForLoadState('networkidle');
      expect(asked.filter((url) => /^https?:/.test(url) && !url.startsWith(`${baseURL}`))).toEqual([]);
    });

    test.describe('without JavaScript', () => {
      test.use({ javaScriptEnabled: false });

      test('can be read, and its pictures are there', async ({ page }) => {
        await page.goto(address);
        const main = page.getByRole('main');
        await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
        expect(await main.getByRole('heading', { level: 2 }).count()).toBeGreaterThan(0);
        expect(await main.getByRole('img').count()).toBeGreaterThan(0);
        await expect(main.getByRole('switch')).toHaveCount(0);
      });
    });
  });
}

test.describe('the home page', () => {
  test('holds every section', async ({ page }) => {
    await page.goto('/landing');
    const main = page.getByRole('main');
    const headings = [home.about, home.inAction, home.why, home.services, home.sustainability];
    for (const { heading } of [...headings, home.explore, home.learning]) {
      await expect(main.getByRole('heading', { level: 2, name: filled(heading), exact: true })).toBeVisible();
    }
    const cards = [...home.features, ...home.inAction.cards, ...home.why.items, ...home.services.cards];
    for (const { title } of cards) {
      await expect(main.getByRole('heading', { level: 3, name: title, exact: true })).toBeVisible();
    }
    for (const { label, to } of [
      home.hero.start,
      ...home.services.cards.map(({ link }) => link),
      home.sustainability.link,
      home.explore.link,
      home.learning.link,
    ]) {
      await expect(main.getByRole('link', { name: label, exact: true })).toHaveAttribute('href', to);
    }
    await main.getByRole('link', { name: 'Get Started' }).click();
    await expect(page).toHaveURL('/experiences');
  });

  test('leads from a decision into its tour', async ({ page }) => {
    await page.goto('/landing');
    const [first] = home.inAction.cards;
    await page.getByRole('link', { name: first?.title ?? '' }).click();
    await expect(page).toHaveURL(`/experiences/vr/${first?.picture.tour}`);
  });

  test('begins at the part that its address names', async ({ page }) => {
    await page.goto('/landing#about');
    await expect(page.getByRole('heading', { name: 'About Oriel' })).toBeInViewport();
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(200);
  });

  test('changes its line every three seconds, and stops when asked', async ({ page }) => {
    const lines = home.hero.taglines;
    await page.clock.install({ time: 0 });
    await page.goto('/landing');
    const pause = page.getByRole('button', { name: 'Pause the changing text' });
    await expect(pause).toBeVisible();
    await page.clock.pauseAt(10 * 60_000);
    const button = page.getByRole('link', { name: 'Get Started' });
    const place = await button.boundingBox();
    const isShown = async () =>
      Promise.all(lines.map((line) => page.getByText(line, { exact: true }).isVisible()));
    const only = (index: number) => lines.map((_, other) => other === index % lines.length);
    // The one that goes stays for the blink of its fading.
    await expect.poll(async () => (await isShown()).filter(Boolean).length).toBe(1);
    const first = (await isShown()).indexOf(true);
    for (let step = 1; step <= lines.length + 1; step += 1) {
      await page.clock.runFor(3_000);
      await expect.poll(isShown).toEqual(only(first + step));
      expect(await button.boundingBox()).toEqual(place);
    }
    // Nothing announces itself.
    await expect(page.getByRole('main').locator('[aria-live], [role="status"], [role="alert"]')).toHaveCount(
      0,
    );
    await pause.click();
    await page.clock.runFor(12_000);
    expect(await isShown()).toEqual(only(first + 1));
    await page.getByRole('button', { name: 'Resume the changing text' }).click();
    await page.clock.runFor(3_000);
    await expect.poll(isShown).toEqual(only(first + 2));
  });

  test('stands still for those who wish so', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const films: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'media') films.push(request.url());
    });
    await page.clock.install();
    await page.goto('/landing');
    await page.clock.runFor(7_000);
    await expect(page.getByText(home.hero.taglines[0] ?? '', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Pause the changing text' })).toHaveCount(0);
    expect(films).toEqual([]);
  });

  test.describe('with its film', () => {
    test.skip(home.hero.video.src === undefined, 'there is none');
    const label = home.hero.video.label;

    test('runs silently in a loop until it is switched off', async ({ page }) => {
      await page.goto('/landing');
      const film = page.locator('video');
      const isPaused = () => film.evaluate((video: HTMLVideoElement) => video.paused);
      const choice = page.getByRole('switch', { name: label });
      await expect(choice).toBeChecked();
      await expect.poll(isPaused).toBe(false);
      expect(await film.evaluate((video: HTMLVideoElement) => [video.muted, video.loop])).toEqual([
        true,
        true,
      ]);
      await choice.press('Space');
      await expect(choice).not.toBeChecked();
      await expect.poll(isPaused).toBe(true);
      await expect(film).toHaveCSS('opacity', '0');
      await choice.click();
      await expect.poll(isPaused).toBe(false);
    });

    test('rests while it is out of sight', async ({ page }) => {
      await page.goto('/landing');
      const isPaused = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.paused);
      await expect.poll(isPaused).toBe(false);
      await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
      await expect.poll(isPaused).toBe(true);
    });

    test('waits for a click of those who save data', async ({ page }) => {
      await page.addInitScript(() => {
        Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
      });
      await page.goto('/landing');
      const choice = page.getByRole('switch', { name: label });
      await expect(choice).not.toBeChecked();
      await expect(page.locator('video')).toHaveCount(0);
      await choice.click();
      await expect(page.locator('video')).toHaveCount(1);
    });

    test('leaves the picture where it cannot be had', async ({ page }) => {
      await page.route(`**${home.hero.video.src}`, (route) => route.fulfill({ body: 'no film' }));
      await page.goto('/landing');
      await expect(page.getByRole('switch', { name: label })).toHaveCount(0);
      await expect(page.getByRole('img', { name: home.hero.picture.alt })).toBeVisible();
    });
  });
});

test('the service page says what is done, and what is not claimed', async ({ page }) => {
  await page.goto('/service');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(service.opening.heading);
  for (const { heading } of [...service.sections, service.honesty, service.next]) {
    await expect(main.getByRole('heading', { level: 2, name: heading, exact: true })).toBeVisible();
  }
  for (const { label, to } of service.next.links) {
    await expect(main.getByRole('link', { name: label, exact: true })).toHaveAttribute('href', to);
  }
});

test.describe('the community page', () => {
  test('shows eleven people, one card for the visitor, and says that they are invented', async ({ page }) => {
    await page.goto('/community');
    const people = page.getByRole('region', { name: community.professionals.heading });
    await expect(people.getByRole('listitem')).toHaveCount(12);
    await expect(people.getByText(community.professionals.note ?? '')).toBeVisible();
    const [known] = community.professionals.items.filter(({ profile }) => profile !== null);
    const link = people.getByRole('link', { name: `See profile of ${known?.name}` });
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', /noopener/);
    await expect(link).toHaveAttribute('href', known?.profile ?? '');
  });

  for (const name of [
    `See profile of ${community.professionals.items.find(({ profile }) => profile === null)?.name}`,
    community.connect.label,
    'Get iOS App',
  ]) {
    test(`opens the popup: ${name}`, async ({ page }) => {
      await page.goto('/community');
      const opener = page.getByRole('button', { name });
      await opener.click();
      const popup = page.getByRole('dialog', { name: community.popup.title });
      await expect(popup).toBeVisible();
      const [first] = community.popup.questions;
      const answer = popup.getByText(first?.answer ?? '');
      await expect(answer).toBeHidden();
      await popup.getByText(first?.question ?? '').click();
      await expect(answer).toBeVisible();
      const { violations } = await new AxeBuilder({ page }).include('dialog').analyze();
      expect(violations).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(popup).toBeHidden();
      await expect(opener).toBeFocused();
    });
  }

  test('leads from the popup to the contact form', async ({ page }) => {
    await page.goto('/community');
    await page.getByRole('button', { name: community.connect.label }).click();
    const link = page.getByRole('dialog').getByRole('link', { name: community.popup.link.label });
    await expect(link).toHaveAttribute('href', '/contact');
  });

  test('shows seven reviews, each with the page that it is on', async ({ page }) => {
    await page.goto('/community');
    const reviews = page.getByRole('region', { name: community.reviews.heading });
    await expect(reviews.getByRole('listitem')).toHaveCount(7);
    await expect(reviews.getByText(community.reviews.note ?? '')).toBeVisible();
    for (const { name, url } of community.reviews.items) {
      const link = reviews.getByRole('link', { name: `Read the review by ${name}` });
      await expect(link).toHaveAttribute('href', url);
      await expect(link).toHaveAttribute('target', '_blank');
    }
  });

  test('says that there is no Android app to download yet', async ({ page }) => {
    await page.goto('/community');
    const android = page.getByRole('link', { name: 'Android APK' });
    await expect(android).toHaveAttribute('aria-disabled', 'true');
    await expect(android).toHaveAccessibleDescription(community.app.android.missing);
  });
});

test('the careers page names five values and where to write', async ({ page }) => {
  await page.goto('/careers');
  const main = page.getByRole('main');
  for (const name of ['Own it', 'Win together', 'Move fast', 'Make impact', 'All in']) {
    await expect(main.getByRole('heading', { level: 3, name, exact: true })).toBeVisible();
  }
  await expect(main.getByText('No openings are listed here')).toBeVisible();
  await expect(main.getByRole('link', { name: 'legal@oriel.example' })).toHaveAttribute(
    'href',
    'mailto:legal@oriel.example',
  );
});

test('the top bar leads home and to the pages of the company', async ({ page }) => {
  await page.goto('/experiences');
  const bar = page.getByRole('navigation', { name: 'Main' });
  const links = await bar
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(links).toEqual(['/landing', '/experiences', '/community', '/enterprise', '/opportunity']);
  await bar.getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL('/landing');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Look before you book');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the menu also leads to Contact', async ({ page }) => {
    await page.goto('/landing');
    await page.getByRole('button', { name: 'Open menu' }).click();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await expect(menu.getByRole('link', { name: 'Contact' })).toHaveAttribute('href', '/contact');
    await menu.getByRole('link', { name: 'Opportunity' }).click();
    await expect(page).toHaveURL('/opportunity');
  });
});

test('the former address of the learning page leads to it', async ({ request }) => {
  const answer = await request.get('/resources', { maxRedirects: 0 });
  expect(answer.status()).toBe(302);
  expect(answer.headers().location).toBe('/opportunity');
});
