import type { Route } from '@playwright/test';
import { expectNoBarrierInAnyTheme } from '../support/accessibility.ts';
import { failRequests } from '../support/failing-requests.ts';
import { expect, test } from '../support/fixtures.ts';
import { createMember, storeSession } from '../support/members.ts';
import { settings } from '../support/settings.ts';
import { pageOf } from '../support/tours.ts';
import {
  access,
  cardOf,
  confirmUnlock,
  createGate,
  FAILED,
  gatedTour,
  linkOf,
  listWith,
  signInWith,
  stage,
} from '../support/unlocks.ts';
import { topUp, totalBalance } from '../support/wallet.ts';

test.describe('when a card is refused', () => {
  // What the browser itself notes of a refusal.
  test.use({ allowedErrors: [/status of 40[12]/] });

  test('a card opens the plans where the tokens were spent elsewhere meanwhile', async ({
    page,
    request,
  }) => {
    const tour = await gatedTour(request);
    const other = await gatedTour(request, true);
    const session = await createMember(request).then((member) => member.session);
    await topUp(request, session);
    await storeSession(page, session);
    await page.goto(listWith(tour));
    await expect(cardOf(page, tour)).toContainText('you have 100');
    expect((await access(request, session, other)).status()).toBe(200);
    await linkOf(page, tour).click();
    await confirmUnlock(page, tour);
    await expect(settings(page)).toBeVisible();
    await expect(page).toHaveURL(/settings=subscription/);
    await expect(page.getByText(FAILED)).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(cardOf(page, tour)).toContainText('Recharge 100 tokens');
    await expect(cardOf(page, tour)).toContainText('you have 0');
  });

  test('a card leads to the sign-in when the session is over', async ({ page, request }) => {
    const tour = await gatedTour(request);
    const session = await signInWith(page, request, 'starter');
    await page.goto(listWith(tour));
    await expect(cardOf(page, tour)).toContainText('you have 100');
    const ended = await request.post('/api/auth/logout', {
      headers: { authorization: `Bearer ${session.token}` },
      data: { refreshToken: session.refreshToken },
    });
    expect(ended.ok()).toBe(true);
    await linkOf(page, tour).click();
    await confirmUnlock(page, tour);
    await expect(page).toHaveURL(/\/login\?next=%2Fexperiences/);
  });
});

test.describe('when the server fails', () => {
  test.use({ allowedErrors: [/ERR_FAILED|status of 500|500 from/] });

  test('a card says so near it and can be tried again, without a barrier in any state', async ({
    page,
    request,
  }) => {
    const tour = await gatedTour(request);
    const session = await signInWith(page, request, 'starter');
    let fail = (route: Route) =>
      route.fulfill({ status: 500, contentType: 'application/problem+json', body: '{"detail":"SQL"}' });
    let gate = createGate();
    const restore = await failRequests(page, '**/access', async (route) => {
      await gate.held;
      await fail(route);
    });
    await page.goto(listWith(tour));
    const card = cardOf(page, tour);
    const authorize = async () => {
      await linkOf(page, tour).click();
      await confirmUnlock(page, tour);
    };
    const expectBusy = async () => {
      await expect(card).toContainText('PROCESSING...');
      await expect(card.getByRole('alert')).toHaveText('');
    };
    const expectRefusal = async () => {
      await expect(card.getByRole('alert')).toHaveText(FAILED);
      await expect(page).toHaveURL(listWith(tour));
      await expect(card).toContainText('you have 100');
    };
    await expect(card).toContainText('you have 100');
    await expectNoBarrierInAnyTheme(page, 'payable');
    await authorize();
    await expectBusy();
    await expectNoBarrierInAnyTheme(page, 'busy');
    gate.open();
    await expectRefusal();
    await expectNoBarrierInAnyTheme(page, 'failed');
    await test.step('no answer', async () => {
      gate = createGate();
      fail = (route) => route.abort();
      await authorize();
      await expectBusy();
      gate.open();
      await expectRefusal();
    });
    restore();
    await authorize();
    await expect(page).toHaveURL(pageOf(tour));
    expect(await totalBalance(request, session)).toBe(0);
  });

  test('an answer that was lost after the price was taken costs nothing more', async ({ page, request }) => {
    const tour = await gatedTour(request);
    const session = await signInWith(page, request, 'plus');
    await page.goto(listWith(tour));
    await expect(cardOf(page, tour)).toContainText('you have 500');
    await page.route('**/access', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await linkOf(page, tour).click();
    await confirmUnlock(page, tour);
    // The wallet is fetched again and reports the tour as unlocked.
    await expect(cardOf(page, tour)).not.toContainText('tokens');
    await linkOf(page, tour).click();
    await expect(stage(page)).toBeVisible();
    expect(await totalBalance(request, session)).toBe(400);
  });

  test('a balance that does not come is said, and the tour asks before it spends', async ({
    page,
    request,
  }) => {
    const tour = await gatedTour(request);
    const session = await signInWith(page, request, 'starter');
    const restore = await failRequests(page, '**/api/tokens/summary');
    await page.goto(listWith(tour));
    await expect(page.getByRole('alert').filter({ hasText: 'Failed to load token summary' })).toBeVisible();
    await linkOf(page, tour).click();
    await expect(page).toHaveURL(pageOf(tour));
    // The list says the same sentence and may still be there; this one is only the tour's, after its own tries.
    await expect(page.getByText('This tour takes 100 tokens.')).toBeVisible();
    restore();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('button', { name: 'Unlock for 100 tokens' })).toBeVisible();
    expect(await totalBalance(request, session)).toBe(100);
  });

  test("the tour's page says so and can be tried again", async ({ page, request }) => {
    const tour = await gatedTour(request);
    await signInWith(page, request, 'starter');
    const restore = await failRequests(page, '**/access');
    await page.goto(pageOf(tour));
    const unlock = page.getByRole('button', { name: 'Unlock for 100 tokens' });
    await unlock.click();
    await expect(page.getByRole('alert').filter({ hasText: FAILED })).toBeVisible();
    await expect(unlock).toBeFocused();
    restore();
    await unlock.click();
    await expect(stage(page)).toBeVisible();
  });
});
