import path from 'node:path';
import type { Page } from '@playwright/test';
import type * as Iwer from 'iwer';
import sharp from 'sharp';
import { expectNoBarrierInAnyTheme } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { enter, expectRoom, HOTEL, LOCKED_HOTEL } from '../support/tours.ts';

declare global {
  interface Window {
    device: Iwer.XRDevice;
    IWER: typeof Iwer;
  }
}

const RUNTIME = path.join(import.meta.dirname, '../../node_modules/iwer/build/iwer.min.js');

test.beforeEach(async ({ page }) => {
  await page.addInitScript({ path: RUNTIME });
  await page.addInitScript(() => {
    const { XRDevice, metaQuest3 } = window.IWER;
    window.device = new XRDevice(metaQuest3, { stereoEnabled: true, visibilityMask: null });
    window.device.installRuntime({ forceInstall: true });
  });
});

const button = (page: Page) => page.getByRole('button', { name: 'View in your headset' });

/** Enters the headset, with the head and a controller so many degrees above the horizon. */
async function putOn(page: Page, degrees: number): Promise<void> {
  await page.evaluate((angle) => {
    const half = (angle * Math.PI) / 360;
    const { quaternion, controllers } = window.device;
    for (const one of [quaternion, controllers.right?.quaternion])
      one?.set(Math.sin(half), 0, 0, Math.cos(half));
  }, degrees);
  // By key: while a film plays, the bars can fade under a pointer that is about to click.
  await button(page).press('Enter');
  await expect(button(page)).toHaveAttribute('aria-pressed', 'true');
}

/** Pulls the trigger of the controller, and lets it go. */
async function pull(page: Page): Promise<void> {
  for (const value of [1, 0]) {
    await page.evaluate(async (to) => {
      window.device.controllers.right?.setButtonValueImmediate('trigger', to);
      // The device takes it with its next frame.
      for (let count = 0; count < 3; count++) await new Promise(requestAnimationFrame);
    }, value);
  }
}

/** How bright what the eyes see is, from 0 to 255. */
async function brightness(page: Page): Promise<number> {
  const { channels } = await sharp(await page.screenshot()).stats();
  return channels.slice(0, 3).reduce((sum, { mean }) => sum + mean / 3, 0);
}

/** How much of the lower half of what the eyes see has the cream of a card. */
async function creamBelow(page: Page): Promise<number> {
  const { data, info } = await sharp(await page.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let [cream, all] = [0, 0];
  for (let at = (info.height >> 1) * info.width * 3; at < data.length; at += 3 * 7) {
    const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3);
    if (Math.hypot(r - 251, g - 241, b - 229) < 10) cream += 1;
    all += 1;
  }
  return cream / all;
}

async function takeOff(page: Page): Promise<void> {
  await page.evaluate(() => window.device.activeSession?.end());
  await expect(button(page)).toHaveAttribute('aria-pressed', 'false');
}

test.describe('a tour in a headset', () => {
  test('leads through its doors, and the page follows', async ({ page }) => {
    await enter(page, `${HOTEL}?scene=lobby&view=8,0,75`);
    await putOn(page, -4);
    await expect(async () => {
      await pull(page);
      await expect(page).toHaveURL(/\?scene=terrace/, { timeout: 2000 });
    }).toPass();
    await expectRoom(page, 'Pool terrace');
    await takeOff(page);
    await expectRoom(page, 'Pool terrace');
    // The page looks as far down as the head did.
    await expect(async () => {
      await page.keyboard.press('ArrowRight', { delay: 200 });
      await expect(page).toHaveURL(/\?scene=terrace&view=[-\d.]+,-4,/, { timeout: 3000 });
    }).toPass();
  });

  test('shows the captions of a film below the line of sight, unless they are hidden', async ({ page }) => {
    await enter(page, `${HOTEL}?scene=nightfall`);
    const captions = page.getByRole('button', { name: 'Captions', exact: true });
    // The bar fades while nothing is touched.
    await captions.press('Enter');
    await expect(captions).toHaveAttribute('aria-pressed', 'false');
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
    await putOn(page, 0);
    await page.waitForTimeout(1000);
    expect(scripts.filter((path) => path.includes('/captions-'))).toEqual([]);
    await takeOff(page);
    await captions.press('Enter');
    await putOn(page, 0);
    await expect.poll(() => creamBelow(page), { timeout: 30_000, intervals: [300] }).toBeGreaterThan(0.03);
    await takeOff(page);
  });

  test('reports what WebXR can do here, and sends none of it', async ({ page }) => {
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
    await enter(page, `${HOTEL}?xr-report`);
    const dialog = page.getByRole('dialog', { name: 'Headset report' });
    const report = dialog.getByRole('textbox', { name: 'Report' });
    await expect(report).toHaveValue(
      /^the viewer’s way: headset\n.*\nsession immersive-vr: yes\n.*\ntexture size: \d+/s,
    );
    await expectNoBarrierInAnyTheme(page, 'the report of a headset');
    await dialog.getByRole('button', { name: 'Try a session' }).click();
    await expect(report).toHaveValue(
      /\nsession begun: yes\n.*\nreference space local-floor: yes\n.*\nnative scale: 1/s,
    );
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(button(page)).toBeVisible();
    expect(sent.filter((one) => one.includes('immersive'))).toEqual([]);
  });

  test('says at a closed door what it costs', async ({ page }) => {
    await enter(page, `${LOCKED_HOTEL}?scene=lobby&view=157,0,75`);
    await page.evaluate(() => {
      for (const controller of Object.values(window.device.controllers))
        if (controller) controller.connected = false;
    });
    const offer = page.getByRole('dialog', { name: 'Room 31' });
    // The visitor only looks at the door, and sees the offer's buttons afterwards.
    let look = 2000;
    await expect(async () => {
      if (await offer.isVisible()) return;
      look *= 2;
      await putOn(page, -5);
      await page.waitForTimeout(look);
      await expect(offer).toBeHidden();
      await takeOff(page);
      await expect(offer).toBeVisible({ timeout: 2000 });
    }).toPass();
    await expect(offer.getByText('100 tokens unlock this tour for good.')).toBeVisible();
    await expectRoom(page, 'Lobby');
  });

  test('shows a room in its other light, which stays afterwards', async ({ page }) => {
    await enter(page, '/experiences/vr/slow-screens');
    const light = (name: string) => page.getByRole('radio', { name });
    await expect(light('In the interval')).toBeChecked();
    // The other light lies on the floor, ahead.
    await putOn(page, -38);
    await expect.poll(() => brightness(page)).toBeGreaterThan(20);
    const before = await brightness(page);
    await expect(async () => {
      await pull(page);
      await expect(page).toHaveURL(/[?&]light=film/, { timeout: 2000 });
    }).toPass();
    await expect.poll(() => brightness(page)).toBeLessThan(before * 0.8);
    // In its place there is the first one now.
    await expect(async () => {
      await pull(page);
      await expect(page).toHaveURL(/[?&]light=interval/, { timeout: 2000 });
    }).toPass();
    await expect.poll(() => brightness(page)).toBeGreaterThan(before * 0.9);
    await expect(async () => {
      await pull(page);
      await expect(page).toHaveURL(/[?&]light=film/, { timeout: 2000 });
    }).toPass();
    // Who takes the headset off before the other light has come stays in the one before.
    await expect.poll(() => brightness(page)).toBeLessThan(before * 0.8);
    await takeOff(page);
    await expect(light('During the film')).toBeChecked();
    await expect(page).toHaveURL(/[?&]light=film/);
  });
});
