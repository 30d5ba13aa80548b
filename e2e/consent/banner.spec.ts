import { expectNoBarrier, expectNoBarrierInAnyTheme, expectToFit } from '../support/accessibility.ts';
import { banner, box, button, chooseCookies, cookieSettings } from '../support/consent.ts';
import { expect, test } from '../support/fixtures.ts';

test.use({ hasChosenCookies: false });

test('the banner leaves the page readable, comes first by keyboard and moves nothing', async ({ page }) => {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('/experiences');
    await expect(banner(page)).toBeVisible();
    await banner(page).evaluate(async (element) => {
      await Promise.all(element.getAnimations().map(({ finished }) => finished));
      // Shifts are reported after the frame in which they happen.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    });
    const cover = await banner(page).boundingBox();
    expect(cover?.height ?? height).toBeLessThan(height * 0.45);
    const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
    expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.02);

    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(banner(page).locator(':focus')).toHaveCount(1);

    // The end of the page can be read above it.
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect(async () => {
      const end = await page.getByRole('contentinfo').boundingBox();
      const top = (await banner(page).boundingBox())?.y ?? 0;
      expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual(top + 1);
    }).toPass({ timeout: 30_000 });
  }
  // Nobody answers it on paper.
  await page.emulateMedia({ media: 'print' });
  await expect(banner(page)).toBeHidden();
  await expect(page.getByRole('button').filter({ visible: true })).toHaveCount(0);
});

test('on a phone it is a bar below the words of the home page, and unfolds the choice', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/landing');
  await expect(banner(page)).toBeVisible();
  const bar = await banner(page).evaluate((element) => {
    for (const animation of element.getAnimations()) animation.finish();
    const { top, height } = element.getBoundingClientRect();
    return { top, height };
  });
  expect(bar.height).toBeLessThanOrEqual(132);
  const start = await page.getByRole('link', { name: 'Get Started' }).boundingBox();
  expect((start?.y ?? 0) + (start?.height ?? 0)).toBeLessThan(bar.top);
  const [reject, allow] = await Promise.all(
    ['Reject all', 'Allow all'].map((name) => button(page, name).boundingBox()),
  );
  expect(Math.abs((reject?.width ?? 0) - (allow?.width ?? 0))).toBeLessThan(2);

  await expect(box(page, 'Analytics')).toBeHidden();
  await button(page, 'Choose').press('Enter');
  await expect(banner(page)).toBeFocused();
  await box(page, 'Analytics').check();
  await chooseCookies(page, 'Save preferences');
  await cookieSettings(page).click();
  await expect(box(page, 'Analytics')).toBeChecked();
  await expect(box(page, 'Marketing')).not.toBeChecked();
});

test('a choice is opened again at the foot of the page, where the focus comes back, and has no barrier at any width', async ({
  page,
}) => {
  /** Other tests check the page below the banner. */
  const part = { within: 'section[data-detailed]' };
  const widths = [320, 820, 1440];
  await page.goto('/cookies');
  await expect(banner(page)).toBeVisible();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await expectToFit(page, `at first, ${width} px`);
    await expectNoBarrier(page, `at first, ${width} px`, part);
  }
  await chooseCookies(page, 'Allow all');
  await cookieSettings(page).click();
  await expect(banner(page)).toBeFocused();
  await expect(box(page, 'Analytics')).toBeChecked();
  await chooseCookies(page, 'Reject all');
  await expect(cookieSettings(page)).toBeFocused();

  await cookieSettings(page).click();
  await expect(banner(page)).toBeVisible();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await expectToFit(page, `opened again, ${width} px`);
    // It says all that it says at first, and more.
    await expectNoBarrierInAnyTheme(page, `opened again, ${width} px`, part);
  }
});

test('Escape belongs to what lies above', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/experiences');
  await expect(banner(page)).toBeVisible();
  await page.getByRole('button', { name: /menu/i }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(banner(page)).toBeVisible();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('nothing is asked, for nothing is measured', async ({ page, context }) => {
    await page.goto('/experiences');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Your choice about cookies')).toBeHidden();
    expect(await context.cookies()).toEqual([]);
  });
});
