import { expect, test } from '../support/fixtures.ts';
import { textsOf } from '../support/texts.ts';

const { hero } = textsOf('home');

test('the place of the home page can be looked around in, and entered', async ({ page }) => {
  await page.goto('/landing');
  // It comes to life seconds after the page has been loaded.
  const enter = page.getByRole('link', { name: 'Step inside' });
  await expect(enter).toBeAttached();
  const whole = page.locator('[data-looking]');
  await expect(whole).toHaveAttribute('data-looking', 'false');
  const invitation = whole.getByText('drag to look around').first();
  await expect(invitation).toHaveCSS('opacity', '1');
  const box = await page.getByRole('img', { name: hero.picture.alt }).boundingBox();
  if (!box) throw new Error('no picture');
  const [x, y] = [box.x + box.width * 0.75, box.y + box.height * 0.4];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (const share of [0.3, 0.6, 1]) await page.mouse.move(x - 160 * share, y);
  await page.mouse.up();
  await expect(whole).toHaveAttribute('data-looking', 'true');
  await expect(invitation).toHaveCSS('opacity', '0');
  // The film makes way.
  await expect(page.getByRole('switch', { name: hero.video.label })).not.toBeChecked();
  await enter.click();
  await expect(page).toHaveURL(`/experiences/vr/${hero.picture.tour}`);
});

test('all that moves there is paused by one button, for the visit', async ({ page }) => {
  await page.goto('/landing');
  // The film lies over the place.
  await page.getByRole('switch', { name: hero.video.label }).press('Space');
  const place = page.locator('[data-looking] [data-shown="true"][aria-hidden="true"] canvas');
  await expect(place).toBeVisible();
  const picture = () => page.screenshot({ clip: { x: 700, y: 120, width: 400, height: 200 } });
  const moves = async () => {
    const before = await picture();
    await page.waitForTimeout(600);
    return !before.equals(await picture());
  };
  await expect.poll(moves).toBe(true);
  const pause = page.getByRole('button', { name: 'Pause motion' });
  await expect(pause).toBeInViewport();
  await pause.press('Enter');
  await expect(page.getByRole('button', { name: 'Resume motion' })).toBeFocused();
  await expect.poll(moves).toBe(false);

  await page.reload();
  await expect(page.getByRole('button', { name: 'Resume motion' })).toBeVisible();
  const film = page.locator('video');
  await expect(film).toHaveCount(1);
  expect(await film.evaluate((video: HTMLVideoElement) => video.paused)).toBe(true);
  // Who asks for the film wants it to move.
  const choice = page.getByRole('switch', { name: hero.video.label });
  await choice.press('Space');
  await choice.press('Space');
  await expect(page.getByRole('button', { name: 'Pause motion' })).toBeVisible();
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.paused)).toBe(false);
});

test('a picture of a page that turns can be paused, too', async ({ page }) => {
  await page.goto('/enterprise');
  await page.getByRole('button', { name: 'Pause motion' }).click();
  await expect(page.getByRole('button', { name: 'Resume motion' })).toBeVisible();
  await page.goto('/landing');
  await expect(page.getByRole('button', { name: 'Resume motion' })).toBeVisible();
});

test('it stays a still picture as long as less motion is asked for', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/living-view|\/api\/vr360\//.test(request.url())) asked.push(request.url());
  });
  await page.clock.install();
  await page.goto('/landing');
  await expect(page.getByRole('img', { name: hero.picture.alt })).toBeVisible();
  /** Longer than the picture waits before it comes to life; each screenshot lets the browser see what is in view. */
  const wait = async () => {
    for (let step = 0; step < 3; step += 1) {
      await page.clock.runFor(5_000);
      await page.screenshot();
    }
    return asked.length;
  };
  expect(await wait()).toBe(0);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await expect.poll(wait).toBeGreaterThan(0);
});
