import { expect, test } from '../support/fixtures.ts';
import { enter, findTour, freeVideo, pageOf } from '../support/tours.ts';

test.describe('a video tour', () => {
  test('plays, pauses by Space and click, seeks and has sound', async ({ page, request }) => {
    await enter(page, pageOf(await freeVideo(request)));
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

  test('hides its bars after three seconds without input while it plays, unless the keyboard is at one of their buttons', async ({
    page,
    request,
  }) => {
    await page.clock.install({ time: 0 });
    await enter(page, pageOf(await freeVideo(request)));
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

    await page.keyboard.press('Space');
    const pause = page.getByRole('button', { name: 'Pause' });
    await expect(pause).toBeVisible();
    await page.keyboard.press('Tab');
    await pause.focus();
    await page.clock.fastForward(3_100);
    await expect(bars).toHaveAttribute('data-hidden', 'true');
    await expect(bars.locator('> footer')).toHaveCSS('opacity', '1');
    await pause.blur();
    await expect(bars.locator('> footer')).toHaveCSS('opacity', '0');
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
    await page.goto(pageOf(await freeVideo(request)));
    await page.getByRole('button', { name: 'Start VR360 Experience' }).click();
    await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Mute' })).toBeVisible();
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
    await page.goto(pageOf(tour));
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
    await page.goto(pageOf(tour));
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
