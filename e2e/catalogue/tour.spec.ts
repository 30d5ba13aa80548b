import type { Page } from '@playwright/test';
import type { Experience, ExperienceDetail } from '../../contract/src/index.ts';
import { expectNoBarrierInAnyTheme } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { enter, findTour, freePhoto, freeVideo, pageOf } from '../support/tours.ts';

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
    const tour = await freePhoto(request);
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
    await enter(page, pageOf(await freePhoto(request)));
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
    for (const one of list.filter(({ isPermission, mediaType }) => isPermission && mediaType === 'photo')) {
      tour = await detailOf(one);
      if (tour.panorama?.looks) break;
    }
    const [, look] = tour?.panorama?.looks ?? [];
    if (!tour || !look) throw new Error('No free photo has captioned views.');
    await enter(page, pageOf(tour));
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

  test('shows its help for ten seconds, and on request for as long as it is wanted', async ({
    page,
    request,
  }) => {
    await page.clock.install();
    await page.goto(pageOf(await freePhoto(request)));
    const help = page.getByRole('complementary', { name: 'How to look around' });
    await expect(help).toBeVisible();
    await page.clock.runFor(6000);
    await expect(help).toBeVisible();
    await page.clock.runFor(4500);
    await expect(help).toBeHidden();
    await page.getByRole('button', { name: 'Help' }).click();
    await page.clock.runFor(11_000);
    await expect(help).toBeVisible();
    await help.getByRole('button', { name: 'Close help' }).click();
    await expect(help).toBeHidden();
    // On paper it is a picture and its name.
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('button').filter({ visible: true })).toHaveCount(0);
  });

  test('counts a visit once, and once only when it is opened from its card', async ({ page, request }) => {
    // Not the one that other tests visit meanwhile.
    const { slug: visited } = await freePhoto(request);
    const tour = await findTour(
      request,
      ({ isPermission, mediaType, slug }) => isPermission && mediaType === 'photo' && slug !== visited,
    );
    const views = async () => {
      const { viewCount }: Experience = await (await request.get(`/api/vr360/${tour.slug}`)).json();
      return viewCount;
    };
    const before = await views();
    await enter(page, pageOf(tour));
    await expect.poll(views).toBe(before + 1);

    await page.goto('/experiences');
    await page.getByRole('link', { name: tour.title, exact: true }).first().click();
    await expect(page).toHaveURL(new RegExp(`/experiences/vr/${tour.slug}$`));
    await expect.poll(views).toBe(before + 2);
    await page.waitForTimeout(1500);
    expect(await views()).toBe(before + 2);
  });

  test('can be liked once', async ({ page, request }) => {
    await enter(page, pageOf(await freePhoto(request)));
    const like = page.getByRole('button', { name: /^Like / });
    await like.click();
    await expect(like).toHaveAttribute('aria-pressed', 'true');
    await expect(like).toBeDisabled();
    await page.reload();
    await expect(page.getByRole('button', { name: /^Like / })).toBeDisabled();
  });

  test('goes back to where the visitor was', async ({ page, request }) => {
    const tour = await freePhoto(request);
    await page.goto('/categories');
    await page.goto(pageOf(tour));
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await expect(page).toHaveURL(/\/(categories|experiences)$/);
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a tour says that looking around needs them, and has no dead buttons', async ({ page, request }) => {
    await page.goto(pageOf(await freePhoto(request)));
    await expect(page.getByText('Looking around needs JavaScript')).toBeVisible();
    await expect(page.getByText('Loading immersive experience…')).toBeHidden();
    await expect(page.getByRole('button')).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'All tours' })).toBeVisible();
  });
});

test.describe('a tour that may not be opened', () => {
  test('shows its price and reveals no media URL', async ({ page, request }) => {
    const tour = await findTour(request, (experience) => !experience.isPermission);
    expect(tour.vrUrl).toBeUndefined();
    await page.goto(pageOf(tour));
    await expect(page.getByRole('heading', { name: 'Login to view' })).toBeVisible();
    await expect(page.getByText(`${tour.tokensRequired} tokens`)).toBeVisible();
    await expect(page.locator('canvas')).toHaveCount(0);
    expect(await page.content()).not.toMatch(/\/media\/[^"']*(?:panorama|tiles|video)/);
  });

  test('turns its still slowly, until something is focused or less motion is asked for', async ({
    page,
    request,
  }) => {
    const tour = await findTour(request, (experience) => !experience.isPermission);
    await page.goto(pageOf(tour));
    const states = () =>
      page
        .locator('main picture img')
        .first()
        .evaluate((image) => image.getAnimations().map(({ playState }) => playState));
    await expect.poll(states).toEqual(['running']);
    await page.getByRole('link', { name: 'Browse free tours' }).focus();
    await expect.poll(states).toEqual(['paused']);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await expect.poll(states).toEqual([]);
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
    await freePhoto(request),
    await freeVideo(request),
    await findTour(request, (tour) => !tour.isPermission),
  ];
  for (const { slug } of tours) {
    await page.goto(`/experiences/vr/${slug}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNoBarrierInAnyTheme(page, slug);
  }
});

test.describe('from its card', () => {
  /** Notes the animations of the next view transition, or that it is skipped. */
  const watchTransitions = () => {
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      const transition = start(update);
      const names = () => document.getAnimations().map((one) => 'animationName' in one && one.animationName);
      const note = (text: string) => document.body.setAttribute('data-seen', text);
      transition.ready.then(
        () => note(names().join(' ')),
        () => note('none'),
      );
      return transition;
    };
  };

  async function openFirst(page: Page): Promise<void> {
    await page.goto('/experiences?price=free&mediaType=photo');
    await page.evaluate(watchTransitions);
    const card = page.getByRole('main').getByRole('article').first();
    await card.getByRole('heading').getByRole('link').click();
    await expect(page).toHaveURL(/\/experiences\/vr\//);
  }

  for (const [reducedMotion, seen] of [
    ['no-preference', /open-arch/],
    ['reduce', 'none'],
  ] as const) {
    test(`a tour opens through an arch, ${reducedMotion}`, async ({ page }) => {
      await page.emulateMedia({ reducedMotion });
      await openFirst(page);
      await expect(page.locator('body')).toHaveAttribute('data-seen', seen);
      await expect(page.locator('html')).not.toHaveAttribute('data-passage');
    });
  }

  test('a tour is looked around in while the arch still opens', async ({ page }) => {
    // It opens no further.
    await page.addInitScript(() =>
      addEventListener('animationstart', ({ animationName }) => {
        if (animationName !== 'open-arch') return;
        for (const one of document.getAnimations()) one.pause();
      }),
    );
    await openFirst(page);
    await expect(page.locator('body')).toHaveAttribute('data-seen', /open-arch/);
    await expect(page.getByText('Loading immersive experience…')).toBeHidden();
    const [x, y] = [700, 300];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x - 200, y, { steps: 8 });
    await page.mouse.up();
    await expect(page).toHaveURL(/[?&]view=/);
    const byMouse = page.url();
    // A finger reaches the tour, too.
    const client = await page.context().newCDPSession(page);
    await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    for (let moved = 0; moved >= -200; moved -= 20)
      await client.send('Input.dispatchTouchEvent', {
        type: 'touchMove',
        touchPoints: [{ x: x + moved, y }],
      });
    await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect(page).not.toHaveURL(byMouse);
    await expect(page.locator('html')).toHaveAttribute('data-passage', 'arch');
  });
});
