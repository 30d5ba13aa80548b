import type { APIRequestContext, Page } from '@playwright/test';
import type { Experience, ExperienceDetail } from '../../contract/src/index.ts';
import { expectNoBarrierInAnyTheme } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';

/** The first demo tour that fits. */
async function findTour(
  request: APIRequestContext,
  fits: (experience: Experience) => boolean,
): Promise<ExperienceDetail> {
  const list: Experience[] = await (await request.get('/api/vr360?limit=100')).json();
  const found = list.find(fits);
  if (!found) throw new Error('The demo catalogue has no such tour among its first hundred.');
  return await (await request.get(`/api/vr360/${found.slug}`)).json();
}

const isFree = (experience: Experience) => experience.isPermission;
const photo = (request: APIRequestContext) =>
  findTour(request, (experience) => isFree(experience) && experience.mediaType === 'photo');
const video = (request: APIRequestContext) =>
  findTour(request, (experience) => isFree(experience) && experience.mediaType === 'video');

async function openTour(page: Page, { slug }: { slug: string }): Promise<void> {
  await page.goto(`/experiences/vr/${slug}`);
  await expect(page.getByText('Loading immersive experience…')).toBeHidden();
}

/** The picture without the controls. */
const picture = (page: Page) => page.screenshot({ clip: { x: 340, y: 150, width: 400, height: 250 } });

/** The same, once it no longer changes by itself. */
async function restingPicture(page: Page): Promise<Buffer> {
  let last: Buffer = Buffer.alloc(0);
  const isResting = async () => {
    const before = last;
    last = await picture(page);
    return last.equals(before);
  };
  await expect.poll(isResting, { intervals: [300] }).toBe(true);
  return last;
}

test.describe('a photo tour', () => {
  test('stands in the HTML with its text, picture and structured data', async ({ request }) => {
    const tour = await photo(request);
    const html = await (await request.get(`/experiences/vr/${tour.slug}`)).text();
    expect(html).toContain(`${tour.propertyName ?? tour.title}</h1>`);
    expect(html).toContain('property="og:image" content="http');
    const json = html.match(/<script type="application\/ld\+json">(.*?)<\/script>/)?.[1] ?? '';
    expect(JSON.parse(json)).toMatchObject({
      '@context': 'https://schema.org',
      description: tour.description,
    });
  });

  test('turns by drag, arrow keys and the look-around buttons', async ({ page, request }) => {
    await openTour(page, await photo(request));
    const stage = page.getByRole('application', { name: /360-degree view of/ });
    await expect(stage).toBeVisible();

    const start = await picture(page);
    await page.mouse.move(700, 300);
    await page.mouse.down();
    await page.mouse.move(500, 300, { steps: 8 });
    await page.mouse.up();
    await expect.poll(async () => (await picture(page)).equals(start)).toBe(false);

    const dragged = await restingPicture(page);
    await page.keyboard.press('ArrowRight', { delay: 300 });
    await expect.poll(async () => (await picture(page)).equals(dragged)).toBe(false);

    const turned = await restingPicture(page);
    await page.getByRole('button', { name: 'Look up' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await picture(page)).equals(turned)).toBe(false);

    const raised = await restingPicture(page);
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await expect.poll(async () => (await picture(page)).equals(raised)).toBe(false);
  });

  test('turns to its captioned views, which the address and the shared link keep', async ({
    page,
    request,
  }) => {
    const list: Experience[] = await (await request.get('/api/vr360?limit=100')).json();
    const detailOf = async ({ slug }: Experience): Promise<ExperienceDetail> =>
      (await request.get(`/api/vr360/${slug}`)).json();
    let tour: ExperienceDetail | undefined;
    for (const one of list.filter((found) => isFree(found) && found.mediaType === 'photo')) {
      tour = await detailOf(one);
      if (tour.panorama?.looks) break;
    }
    const [, look] = tour?.panorama?.looks ?? [];
    if (!tour || !look) throw new Error('No free photo has captioned views.');
    await openTour(page, tour);
    await page.getByRole('button', { name: 'Look at', exact: true }).click();
    const chips = page.getByRole('group', { name: 'Look at' });
    await chips.getByRole('button', { name: look.label }).click();
    const { yaw, pitch, fov } = look.view;
    const query = `?view=${yaw},${pitch},${fov}`;
    await expect(page).toHaveURL(`/experiences/vr/${tour.slug}${query}`);
    await page.getByRole('button', { name: 'Share this view' }).click();
    await expect(page.getByRole('textbox', { name: 'Link to this view' })).toHaveValue(
      new RegExp(`${query.replaceAll('?', '\\?')}$`),
    );
    await page.keyboard.press('Escape');
    await chips.getByRole('button').first().focus();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Look at', exact: true })).toBeFocused();
  });

  test('shows its help for ten seconds, and again on request', async ({ page, request }) => {
    await page.clock.install();
    await page.goto(`/experiences/vr/${(await photo(request)).slug}`);
    const help = page.getByRole('complementary', { name: 'How to look around' });
    await expect(help).toBeVisible();
    await page.clock.runFor(9000);
    await expect(help).toBeVisible();
    await page.clock.runFor(1500);
    await expect(help).toBeHidden();
    await page.getByRole('button', { name: 'Help' }).click();
    await expect(help).toBeVisible();
    await help.getByRole('button', { name: 'Close help' }).click();
    await expect(help).toBeHidden();
  });

  test('counts a visit once, and once only when it is opened from its card', async ({ page, request }) => {
    // Not the one that other tests visit meanwhile.
    const { slug: visited } = await photo(request);
    const tour = await findTour(
      request,
      (experience) => isFree(experience) && experience.mediaType === 'photo' && experience.slug !== visited,
    );
    const views = async () => {
      const { viewCount }: Experience = await (await request.get(`/api/vr360/${tour.slug}`)).json();
      return viewCount;
    };
    const before = await views();
    await openTour(page, tour);
    await expect.poll(views).toBe(before + 1);

    await page.goto('/experiences');
    await page.getByRole('link', { name: tour.title, exact: true }).first().click();
    await expect(page).toHaveURL(new RegExp(`/experiences/vr/${tour.slug}$`));
    await expect.poll(views).toBe(before + 2);
    await page.waitForTimeout(1500);
    expect(await views()).toBe(before + 2);
  });

  test('can be liked once', async ({ page, request }) => {
    await openTour(page, await photo(request));
    const like = page.getByRole('button', { name: /^Like / });
    await like.click();
    await expect(like).toHaveAttribute('aria-pressed', 'true');
    await expect(like).toBeDisabled();
    await page.reload();
    await expect(page.getByRole('button', { name: /^Like / })).toBeDisabled();
  });

  test('goes back to where the visitor was', async ({ page, request }) => {
    const tour = await photo(request);
    await page.goto('/categories');
    await page.goto(`/experiences/vr/${tour.slug}`);
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await expect(page).toHaveURL(/\/(categories|experiences)$/);
  });
});

test.describe('a video tour', () => {
  test('plays, pauses by Space and click, seeks and has sound', async ({ page, request }) => {
    await openTour(page, await video(request));
    const pause = page.getByRole('button', { name: 'Pause' });
    const play = page.getByRole('button', { name: 'Play', exact: true });
    await expect(pause).toBeVisible();

    await page.keyboard.press('Space');
    await expect(play).toBeVisible();
    await page.mouse.click(540, 260);
    await expect(pause).toBeVisible();

    await page.keyboard.press('Space');
    const position = page.getByRole('slider', { name: 'Position' });
    await position.click();
    await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(45);
    await expect(position).toHaveAttribute('aria-valuetext', /^0:0[4-6] of 0:10$/);

    await page.getByRole('button', { name: 'Sound on' }).click();
    await expect(page.getByRole('button', { name: 'Mute' })).toBeVisible();
  });

  test('hides its bars after three seconds without input while it plays', async ({ page, request }) => {
    await page.clock.install({ time: 0 });
    await openTour(page, await video(request));
    await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
    await page.clock.pauseAt(10 * 60_000);
    const bars = page.locator('[data-hidden]');
    await page.mouse.move(500, 300);
    await expect(bars).toHaveAttribute('data-hidden', 'false');
    await page.clock.fastForward(2_900);
    await expect(bars).toHaveAttribute('data-hidden', 'false');
    await page.clock.fastForward(200);
    await expect(bars).toHaveAttribute('data-hidden', 'true');
    await page.mouse.move(520, 320);
    await expect(bars).toHaveAttribute('data-hidden', 'false');
    await page.keyboard.press('Space');
    await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
    await page.clock.fastForward(10_000);
    await expect(bars).toHaveAttribute('data-hidden', 'false');
  });

  test('asks for a click where autoplay is blocked, and unmutes half a second later', async ({
    page,
    request,
  }) => {
    await page.addInitScript(() => {
      // A browser that is driven by a program counts as touched from the start, so its own rule cannot be met.
      let touched = false;
      addEventListener('pointerdown', () => (touched = true), true);
      const play = HTMLMediaElement.prototype.play;
      HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
        return touched
          ? play.call(this)
          : Promise.reject(new DOMException('A gesture is needed first.', 'NotAllowedError'));
      };
    });
    await page.goto(`/experiences/vr/${(await video(request)).slug}`);
    await page.getByRole('button', { name: 'Start VR360 Experience' }).click();
    await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Mute' })).toBeVisible();
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a tour says that looking around needs them, and has no dead buttons', async ({ page, request }) => {
    await page.goto(`/experiences/vr/${(await photo(request)).slug}`);
    await expect(page.getByText('Looking around needs JavaScript')).toBeVisible();
    await expect(page.getByText('Loading immersive experience…')).toBeHidden();
    await expect(page.getByRole('button')).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'All tours' })).toBeVisible();
  });
});

test.describe('an embedded tour', () => {
  test("loads a third party's page only on request, in a sandbox", async ({ page, request }) => {
    const tour = await findTour(request, (experience) => experience.vrUrl?.includes('youtube.com') ?? false);
    const foreign: string[] = [];
    await page.route(/youtube\.com/, (route) => {
      foreign.push(route.request().url());
      return route.fulfill({ contentType: 'text/html', body: '<title>Player</title>' });
    });
    await page.goto(`/experiences/vr/${tour.slug}`);
    await expect(page.getByText('This tour is shown by www.youtube.com.')).toBeVisible();
    expect(foreign).toEqual([]);
    await page.getByRole('button', { name: 'Load the tour from www.youtube.com' }).click();
    const frame = page.locator('iframe');
    await expect(frame).toHaveAttribute(
      'src',
      /youtube\.com\/embed\/[\w-]{11}\?autoplay=1&mute=1&controls=0&rel=0/,
    );
    await expect(frame).toHaveAttribute('sandbox', 'allow-scripts allow-same-origin allow-presentation');
    await expect(frame).toHaveAttribute('referrerpolicy', 'strict-origin-when-cross-origin');
    await expect.poll(() => foreign.length).toBe(1);
  });

  test('shows a page of this site at once, whose corner the text leaves free', async ({ page, request }) => {
    const tour = await findTour(request, (experience) => experience.vrUrl?.includes('/embeds/') ?? false);
    await page.goto(`/experiences/vr/${tour.slug}`);
    await expect(page.locator('iframe')).toHaveAttribute('sandbox', 'allow-scripts');
    await expect(page.frameLocator('iframe').locator('svg').first()).toBeVisible();
    const text = page.getByRole('heading', { level: 1 });
    const { x = 0, y = 0 } = (await text.boundingBox()) ?? {};
    const inCorner = () =>
      page.evaluate(([left = 0, top = 0]) => document.elementFromPoint(left, top)?.tagName, [x + 5, y + 5]);
    await expect.poll(inCorner).toBe('IFRAME');
    await page.getByRole('button', { name: 'About this place' }).focus();
    await expect.poll(inCorner).not.toBe('IFRAME');
  });
});

test.describe('a tour that may not be opened', () => {
  test('shows its price and reveals no media URL', async ({ page, request }) => {
    const tour = await findTour(request, (experience) => !experience.isPermission);
    expect(tour.vrUrl).toBeUndefined();
    await page.goto(`/experiences/vr/${tour.slug}`);
    await expect(page.getByRole('heading', { name: 'Login to view' })).toBeVisible();
    await expect(page.getByText(`${tour.tokensRequired} tokens`)).toBeVisible();
    await expect(page.locator('canvas')).toHaveCount(0);
    expect(await page.content()).not.toMatch(/\/media\/[^"']*(?:panorama|tiles|video)/);
  });
});

test.describe('a tour that is not there', () => {
  test.use({ allowedErrors: [/404/] });

  test('answers 404 and leads back', async ({ page }) => {
    const answer = await page.goto('/experiences/vr/no-such-place');
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'VR experience not found' })).toBeVisible();
    await page.getByRole('button', { name: 'Back to Dashboard' }).click();
    await expect(page).toHaveURL(/\/experiences$/);
  });
});

test('has no accessibility violation in any theme', async ({ page, request }) => {
  const tours = [
    await photo(request),
    await video(request),
    await findTour(request, (tour) => !isFree(tour)),
  ];
  for (const { slug } of tours) {
    await page.goto(`/experiences/vr/${slug}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNoBarrierInAnyTheme(page, slug);
  }
});
