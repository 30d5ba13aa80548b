import { gzipSync } from 'node:zlib';
import { expectNoBarrier } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { enter, expectRoom, HOTEL, roomButton } from '../support/tours.ts';

const FIRST_TEXT = /^Welcome to Hotel Almedra/;
const SECOND_TEXT = /^One floor up by the lift/;

test.describe('finding one’s way in a tour', () => {
  test('the plan shows where one looks and leads to its rooms', async ({ page }) => {
    await enter(page, `${HOTEL}?scene=restaurant&view=30,-4,60`);
    await page.getByRole('button', { name: 'Floor plan', exact: true }).click();
    const plan = page.getByRole('region', { name: 'Floor plan' });
    await expect(plan.getByRole('img', { name: /^The ground floor/ })).toBeVisible();
    const angle = async () => {
      const degrees = await plan
        .locator('[data-cone]')
        .evaluate((cone) => Number.parseFloat(getComputedStyle(cone).rotate));
      return ((degrees % 360) + 360) % 360;
    };
    // The plan's upper edge is where the photos' middles are.
    await expect.poll(angle).toBeCloseTo(30, 0);
    await page.getByRole('button', { name: 'Face north' }).press('Enter');
    await expect.poll(angle).toBeCloseTo(110, 0);

    await plan.getByRole('radio', { name: 'Ground floor' }).press('ArrowRight');
    await expect(plan.getByRole('radio', { name: 'First floor' })).toBeFocused();
    await plan.getByRole('button', { name: 'Sea-view room' }).press('Enter');
    await expectRoom(page, 'Sea-view room');
    await expect(plan.getByRole('button', { name: 'Sea-view room' })).toHaveAttribute('aria-current', 'true');
    await expect(plan.locator('[data-cone]')).toBeVisible();
    await expectNoBarrier(page, 'the plan in the corner');

    await plan.getByRole('button', { name: 'Enlarge the plan' }).click();
    const whole = page.getByRole('dialog', { name: 'Floor plan' });
    await expect(whole.getByText('5 m')).toBeVisible();
    await expectNoBarrier(page, 'the whole plan');
    await page.keyboard.press('Escape');
    await expect(whole).toBeHidden();
    await expect(page.getByRole('button', { name: 'Floor plan', exact: true })).toBeFocused();
  });

  test('the guided tour leads, waits for the visitor, and goes on where it was', async ({ page }) => {
    await enter(page, HOTEL);
    const start = page.getByRole('button', { name: 'Guided tour', exact: true });
    await start.press('Enter');
    const guide = page.getByRole('region', { name: 'Guided tour' });
    const pause = guide.getByRole('button', { name: 'Pause the guided tour' });
    await expect(pause).toBeFocused();

    await pause.press('Enter');
    await expect(guide.getByText(FIRST_TEXT)).toBeVisible();
    const goOn = guide.getByRole('button', { name: 'Resume' });
    await expect(goOn).toBeFocused();
    await guide.getByRole('button', { name: 'Next step' }).press('Enter');
    await expect(guide.getByText(SECOND_TEXT)).toBeVisible();
    await expectRoom(page, 'Corridor');
    const step = (number: number) => guide.getByRole('button', { name: `Step ${number} of 8` });
    await expect(step(2)).toHaveAttribute('aria-current', 'step');
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoBarrier(page, 'the guided tour');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await page.setViewportSize({ width: 1280, height: 720 });

    await goOn.click();
    await expect(pause).toBeVisible();
    await page.getByRole('application').hover({ position: { x: 200, y: 200 } });
    await page.mouse.wheel(0, -50);
    await expect(goOn).toBeVisible();
    await goOn.click();
    await expect(pause).toBeVisible();
    await roomButton(page).focus();
    await expect(goOn).toBeVisible();
    await step(5).click();
    await expectRoom(page, 'Restaurant');

    await page.keyboard.press('Escape');
    await expect(guide).toBeHidden();
    await expect(start).toBeFocused();
    await start.press('Enter');
    await expect(step(5)).toHaveAttribute('aria-current', 'step');
  });

  test('what shows the way is loaded after the picture and weighs little', async ({ page }) => {
    const urls: string[] = [];
    page.on('request', (request) => urls.push(request.url()));
    await enter(page, HOTEL);
    const first = (pattern: RegExp) => urls.findIndex((url) => pattern.test(url));
    const tile = () => first(/\/media\/.+\/tiles\//);
    await expect.poll(tile).toBeGreaterThanOrEqual(0);
    const weight = async (script: RegExp) => {
      const response = await page.request.get(urls[first(script)] ?? '');
      return gzipSync(await response.body(), { level: 9 }).length;
    };
    // All of a tour but the viewer's own scripts, which `viewer/test/weight.spec.ts` weighs.
    let sum = await weight(/\/assets\/tour-stage-[^/]+\.js/);
    for (const [script, limit] of [
      [/\/assets\/wayfinding-[^/]+\.js/, 2450],
      [/\/assets\/guide-[^/]+\.js/, 2820],
    ] as const) {
      await expect.poll(() => first(script)).toBeGreaterThan(tile());
      const size = await weight(script);
      expect(size).toBeLessThan(limit);
      sum += size;
    }
    expect(sum).toBeLessThan(11_150);
  });
});
