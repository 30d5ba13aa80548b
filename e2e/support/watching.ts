import type { Experience } from '@oriel/contract';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { pageOf } from './tours.ts';
import { stage } from './unlocks.ts';

/** The statuses of everything that was fetched with a signed URL. */
export function watchSignedMedia(page: Page): number[] {
  const statuses: number[] = [];
  page.on('response', (answer) => {
    if (answer.url().includes('/media/s/')) statuses.push(answer.status());
  });
  return statuses;
}

export const turnByKey = (page: Page) => page.keyboard.press('ArrowRight', { delay: 300 });

/** A finger that goes from the right to the left over the middle of the picture. */
export async function swipe(page: Page): Promise<void> {
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y: 380 }] });
  await touch('touchStart', 300);
  for (let x = 280; x >= 100; x -= 20) await touch('touchMove', x);
  // It rests before it lifts: browsers take a tap right after a fling for the wish to stop it.
  await page.waitForTimeout(150);
  await touch('touchMove', 101);
  await touch('touchEnd');
  await finger.detach();
}

/** The tour is there and can be looked around in. */
export async function expectToWatch(
  page: Page,
  tour: Experience,
  media: number[],
  lookAround: (page: Page) => Promise<void>,
): Promise<void> {
  await expect(page).toHaveURL(pageOf(tour));
  await expect(stage(page)).toBeVisible();
  await expect(page.getByText('Loading immersive experience…')).toBeHidden();
  await expect(page.locator('canvas')).toBeVisible();
  expect(media.length).toBeGreaterThan(0);
  expect(media.filter((status) => status !== 200)).toEqual([]);
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const middle = { x: width * 0.3, y: height * 0.35, width: width * 0.4, height: height * 0.25 };
  const picture = () => page.screenshot({ clip: middle });
  const before = await picture();
  await lookAround(page);
  await expect.poll(async () => (await picture()).equals(before)).toBe(false);
}
