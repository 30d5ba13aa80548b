import { expect, test } from '../support/fixtures.ts';
import { textsOf } from '../support/texts.ts';

const home = textsOf('home');

test.describe('the home page', () => {
  test('holds every section, scrolls to the one that its fragment names, and leads to the library and into tours', async ({
    page,
  }) => {
    await page.goto('/landing#about');
    await expect(page.getByRole('heading', { name: 'About Oriel' })).toBeInViewport();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(200);
    const main = page.getByRole('main');
    const part = (name: string) => main.getByRole('region', { name, exact: true });
    for (const [name, cards, count] of [
      ['About Oriel', home.features, 4],
      ['VR360 in action', home.inAction.cards, 4],
      ['Why Choose Oriel', home.why.items, 4],
      ['Our Services', home.services.cards, 3],
    ] as const) {
      await expect(part(name).getByRole('heading', { level: 2, name, exact: true })).toBeVisible();
      await expect(part(name).getByRole('heading', { level: 3 })).toHaveText(cards.map(({ title }) => title));
      await expect(part(name).getByRole('listitem')).toHaveCount(count);
    }
    for (const [name, card, to] of [
      ['Our Services', 'Sustainable Tourism', '/service'],
      ['Our Services', 'Opportunity', '/opportunity'],
      ['Our Services', 'Mobility', '/community'],
    ] as const) {
      const item = part(name)
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading', { name: card }) });
      await expect(item.getByRole('link')).toHaveAttribute('href', to);
      await expect(item.getByRole('img')).toBeVisible();
    }
    for (const [name, label, to] of [
      [home.sustainability.heading, home.sustainability.link.label, '/service'],
      ['Ready to explore?', 'Browse Categories', '/categories'],
      ['Learning and Certification', home.learning.link.label, '/opportunity'],
    ] as const) {
      await expect(part(name).getByRole('link', { name: label, exact: true })).toHaveAttribute('href', to);
    }
    await main.getByRole('link', { name: 'Get Started' }).click();
    await expect(page).toHaveURL('/experiences');

    await page.goBack();
    const [decision] = home.inAction.cards;
    await page.getByRole('link', { name: decision?.title ?? '' }).click();
    await expect(page).toHaveURL(`/experiences/vr/${decision?.picture.tour}`);
  });

  test('changes its tagline every three seconds, and pauses on request', async ({ page }) => {
    const lines = home.hero.taglines;
    expect(lines).toHaveLength(5);
    await page.clock.install({ time: 0 });
    await page.goto('/landing');
    const pause = page.getByRole('button', { name: 'Pause motion' });
    await expect(pause).toBeVisible();
    await page.clock.pauseAt(10 * 60_000);
    const button = page.getByRole('link', { name: 'Get Started' });
    const place = await button.boundingBox();
    const isShown = async () =>
      Promise.all(lines.map((line) => page.getByText(line, { exact: true }).isVisible()));
    const only = (index: number) => lines.map((_, other) => other === index % lines.length);
    // The jump may have changed the line, which React draws in its own time, and the one that goes stays while it fades.
    let first = -1;
    await expect(async () => {
      const before = await isShown();
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect(await isShown()).toEqual(before);
      expect(before.filter(Boolean)).toHaveLength(1);
      first = before.indexOf(true);
    }).toPass();
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
    await page.getByRole('button', { name: 'Resume motion' }).click();
    await page.clock.runFor(3_000);
    await expect.poll(isShown).toEqual(only(first + 2));
  });

  test('does not animate under reduced motion', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const videos: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'media') videos.push(request.url());
    });
    await page.clock.install();
    await page.goto('/landing');
    await page.clock.runFor(7_000);
    await expect(page.getByText(home.hero.taglines[0] ?? '', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Pause motion' })).toHaveCount(0);
    expect(videos).toEqual([]);
  });

  test.describe('with its video', () => {
    const label = home.hero.video.label;

    test('plays muted in a loop until it is switched off, and pauses while it is out of view', async ({
      page,
    }) => {
      await page.goto('/landing');
      const video = page.locator('video');
      const isPaused = () => video.evaluate((video: HTMLVideoElement) => video.paused);
      const choice = page.getByRole('switch', { name: label });
      await expect(choice).toBeChecked();
      await expect.poll(isPaused).toBe(false);
      expect(await video.evaluate((video: HTMLVideoElement) => [video.muted, video.loop])).toEqual([
        true,
        true,
      ]);
      await choice.press('Space');
      await expect(choice).not.toBeChecked();
      await expect.poll(isPaused).toBe(true);
      await expect(video).toHaveCSS('opacity', '0');
      await choice.click();
      await expect.poll(isPaused).toBe(false);
      await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
      await expect.poll(isPaused).toBe(true);
    });

    test('waits for a click under data saving', async ({ page }) => {
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

    test('shows the image where it cannot be loaded', async ({ page }) => {
      await page.route(`**${home.hero.video.src}`, (route) => route.fulfill({ body: 'no video' }));
      await page.goto('/landing');
      await expect(page.getByRole('switch', { name: label })).toHaveCount(0);
      await expect(page.getByRole('img', { name: home.hero.picture.alt })).toBeVisible();
    });
  });
});
