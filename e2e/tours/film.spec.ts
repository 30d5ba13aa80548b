import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { enter } from '../support/tours.ts';

const FILM = '/experiences/vr/the-lodge-above-the-tree-line';

const position = (page: Page) => page.getByRole('slider', { name: 'Position' });

test.describe('a film', () => {
  test('can be sought on every width, and plays on by Space after that', async ({ page }) => {
    await enter(page, FILM);
    await expect(position(page)).toBeEnabled();
    // While it plays the bars are hidden after a while without input, and cannot be pressed.
    await page.keyboard.press('Space');
    await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
    for (const [width, height] of [
      [320, 640],
      [447, 800],
      [500, 800],
      [820, 1180],
      [844, 390],
      [932, 430],
      [1024, 768],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      const slider = await position(page).boundingBox();
      const sound = await page.getByRole('button', { name: /^(Sound on|Mute)$/ }).boundingBox();
      const end = await position(page).locator('xpath=following-sibling::span').boundingBox();
      if (!slider || !sound || !end) throw new Error(`Something is not shown at ${width}.`);
      expect(slider.width, `${width}`).toBeGreaterThanOrEqual(88);
      expect(slider.x + slider.width, `${width}`).toBeLessThanOrEqual(end.x);
      const isBelow = sound.y >= end.y + end.height;
      expect(isBelow || end.x + end.width <= sound.x, `${width}`).toBe(true);
    }
    await position(page).click();
    await page.keyboard.press('Space');
    await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  });

  test('says lastingly that the browser cannot show it, and is not heard', async ({ page }) => {
    await page.addInitScript(() => {
      const getContext = HTMLCanvasElement.prototype.getContext as (...given: unknown[]) => unknown;
      HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...given: unknown[]) {
        return given[0] === 'webgl2' ? null : getContext.apply(this, given);
      } as typeof HTMLCanvasElement.prototype.getContext;
    });
    await page.goto(FILM);
    const alert = page.getByRole('alert').filter({ hasText: 'cannot show 360-degree pictures' });
    await expect(alert).toBeVisible();
    await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
    // The film has loaded by now, and would have begun.
    await expect(position(page)).toBeEnabled();
    await expect(alert).toBeVisible();
    await expect(alert.getByRole('button')).toHaveCount(0);
    const { x = 0, width = 0 } = (await alert.getByRole('paragraph').boundingBox()) ?? {};
    expect(Math.abs(x + width / 2 - 640)).toBeLessThan(2);
  });

  test('says that the browser lacks the format, and leaves the poster to be looked at', async ({ page }) => {
    await page.addInitScript(() => {
      HTMLMediaElement.prototype.canPlayType = () => '';
    });
    await page.route(/\.mp4$/, (route) => route.fulfill({ contentType: 'video/mp4', body: 'no film' }));
    await page.goto(FILM);
    const alert = page.getByRole('alert').filter({ hasText: 'cannot play the film' });
    await expect(alert).toBeVisible();
    await expect(page.getByText('Loading immersive experience…')).toBeHidden();
    const stage = page.getByRole('application', { name: /^360-degree view/ });
    const { x = 0, y = 0, width = 0 } = (await stage.boundingBox()) ?? {};
    const below = await page.evaluate(
      ([left, top]) => document.elementFromPoint(left ?? 0, top ?? 0)?.tagName,
      [x + width / 2, y + 200],
    );
    expect(below).toBe('CANVAS');
  });
});

test.describe('before a choice about cookies', () => {
  test.use({ hasChosenCookies: false });

  test('a failure lies beside the question', async ({ page }) => {
    await page.addInitScript(() => {
      HTMLCanvasElement.prototype.getContext = () => null;
    });
    await page.goto(FILM);
    const words = page.getByRole('alert').getByText('cannot show 360-degree pictures');
    const question = page.locator('[data-place="aside"]');
    for (const [width, height] of [
      [1280, 860],
      [820, 1180],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      const one = await words.boundingBox();
      const other = await question.boundingBox();
      if (!one || !other) throw new Error(`Something is not shown at ${width}.`);
      const isBeside = other.x + other.width <= one.x;
      expect(isBeside || one.y + one.height <= other.y, `${width}`).toBe(true);
    }
  });
});
