import type { Locator } from '@playwright/test';
import { expectNoBarrierInAnyTheme } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { createMember } from '../support/members.ts';
import { settings } from '../support/settings.ts';
import { pageOf } from '../support/tours.ts';
import {
  access,
  accessRequests,
  createGate,
  FAILED,
  gatedTour,
  returnToTab,
  signInWith,
  stage,
} from '../support/unlocks.ts';
import { topUp, totalBalance } from '../support/wallet.ts';

// What the browser itself notes of a refusal.
test.use({ allowedErrors: [/status of 40[12]/] });

test.describe('the page of a gated tour', () => {
  test('says what it costs and what remains, clear of the name of the place on small phones, and unlocks in place, once', async ({
    page,
    request,
  }) => {
    const tour = await gatedTour(request);
    const session = await signInWith(page, request, 'plus');
    const asked = accessRequests(page);
    const views: string[] = [];
    const signed: string[] = [];
    page.on('request', (sent) => {
      if (sent.url().endsWith('/view')) views.push(sent.url());
      if (sent.url().includes('/media/s/')) signed.push(sent.url());
    });
    await page.goto(pageOf(tour));
    await expect(page.getByRole('heading', { name: 'Unlock this tour' })).toBeVisible();
    await expect(page.getByRole('definition')).toHaveText(['500 tokens', '100 tokens', '400 tokens']);
    expect(views).toEqual([]);

    const last = page.getByRole('link', { name: 'Browse free tours' });
    const name = page.getByRole('heading', { level: 1 });
    await expect(page.getByRole('button', { name: 'Unlock for 100 tokens' })).toBeVisible();
    for (const [width, height] of [
      [375, 667],
      [844, 390],
    ] as const) {
      await page.setViewportSize({ width, height });
      const edgeOf = (part: Locator, edge: 'top' | 'bottom') =>
        part.evaluate((element, of) => element.getBoundingClientRect()[of], edge);
      // The name may take another line until its font is there.
      await expect
        .poll(async () => (await edgeOf(name, 'top')) - (await edgeOf(last, 'bottom')), {
          message: `${width} x ${height}`,
        })
        .toBeGreaterThan(0);
      await expect(page.getByRole('heading', { name: 'Unlock this tour' })).toBeInViewport({ ratio: 1 });
    }
    await page.setViewportSize({ width: 1280, height: 720 });
    await expectNoBarrierInAnyTheme(page, 'payable');

    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    await page.getByRole('button', { name: 'Unlock for 100 tokens' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect(stage(page)).toBeVisible();
    await expect(page.getByText('Loading immersive experience…')).toBeHidden();
    await expect(page.getByText('The tour is unlocked.')).toBeAttached();
    await expect(page.getByRole('main')).toBeFocused();
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
    expect(signed.length).toBeGreaterThan(0);
    expect(asked).toHaveLength(1);
    await expect.poll(() => views.length).toBe(1);
    expect(await totalBalance(request, session)).toBe(400);
    await page.reload();
    await expect(stage(page)).toBeVisible();
    expect(asked).toHaveLength(1);
  });

  test('stays, with its sums, where the price is clicked twice', async ({ page, request }) => {
    const tour = await gatedTour(request);
    const session = await signInWith(page, request, 'plus');
    const { held, open } = createGate();
    await page.route('**/access', async (route) => {
      await held;
      await route.continue();
    });
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(pageOf(tour));
      const unlock = page.getByRole('button', { name: 'Unlock for 100 tokens' });
      await expect(unlock).toBeVisible();
      const before = await unlock.boundingBox();
      await unlock.dblclick();
      const busy = page.getByRole('button', { name: 'PROCESSING...' });
      await expect(busy).toBeFocused();
      await expect(page.getByRole('definition')).toHaveText(['500 tokens', '100 tokens', '400 tokens']);
      expect((await busy.boundingBox())?.y).toBe(before?.y);
      await expect(page).toHaveURL(pageOf(tour));
    }
    open();
    await expect(stage(page)).toBeVisible();
    await expect(page).toHaveURL(pageOf(tour));
    expect(await totalBalance(request, session)).toBe(400);
  });

  test('leads a member without tokens to the plans and follows their wallet', async ({ page, request }) => {
    const tour = await gatedTour(request, true);
    const session = await signInWith(page, request);
    await page.goto(pageOf(tour));
    await expect(page.getByRole('heading', { name: 'You need 100 tokens more' })).toBeVisible();
    await expect(page.getByText('Included in Plus and Pro.')).toBeVisible();
    const recharge = page.getByRole('button', { name: 'Recharge 100 tokens' });
    await expect(recharge).toBeVisible();
    await expectNoBarrierInAnyTheme(page, 'short');
    await recharge.click();
    await expect(page).toHaveURL(`${pageOf(tour)}?settings=subscription`);
    await expect(settings(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(pageOf(tour));
    await expect(recharge).toBeFocused();

    await topUp(request, session, 'starter');
    await returnToTab(page);
    await expect(page.getByRole('button', { name: 'Unlock for 100 tokens' })).toBeVisible();
    // A plan that includes the tour opens it without a click.
    await topUp(request, session, 'plus');
    await returnToTab(page);
    await expect(stage(page)).toBeVisible();
    expect(await totalBalance(request, session)).toBe(600);
  });

  test('continues after a guest signs in', async ({ page, request }) => {
    const tour = await gatedTour(request);
    const { email, password, session } = await createMember(request);
    await topUp(request, session);
    await page.goto(pageOf(tour));
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email').fill(email);
    await dialog.getByLabel('Password', { exact: true }).fill(password);
    await dialog.locator('form').getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(dialog).toBeHidden();
    const unlock = page.getByRole('button', { name: 'Unlock for 100 tokens' });
    await expect(unlock).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(unlock).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(stage(page)).toBeVisible();
  });

  test('opens the plans where the tokens were spent elsewhere, and the sign-in when the session is over', async ({
    page,
    request,
  }) => {
    const tour = await gatedTour(request);
    const session = await signInWith(page, request, 'starter');
    await page.goto(pageOf(tour));
    const unlock = page.getByRole('button', { name: 'Unlock for 100 tokens' });
    await expect(unlock).toBeVisible();
    await access(request, session, await gatedTour(request, true));
    await unlock.click();
    await expect(settings(page)).toBeVisible();
    await expect(page.getByText(FAILED)).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Recharge 100 tokens' })).toBeVisible();

    await topUp(request, session);
    await returnToTab(page);
    await expect(unlock).toBeVisible();
    await request.post('/api/auth/logout', {
      headers: { authorization: `Bearer ${session.token}` },
      data: { refreshToken: session.refreshToken },
    });
    await unlock.click();
    await expect(page.getByRole('dialog').getByLabel('Email')).toBeVisible();
  });
});
