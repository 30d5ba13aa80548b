import { expectNoBarrierInAnyTheme } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { createMember } from '../support/members.ts';
import { settings } from '../support/settings.ts';
import { orderPlan, topUp } from '../support/wallet.ts';
import {
  confirmation,
  openSettings,
  pay,
  paymentWindow,
  plan,
  success,
  wallet,
} from '../support/wallet-dialogs.ts';

test.describe('the token tabs', () => {
  test('are used by keyboard alone', async ({ page, request }) => {
    await openSettings(page, request);
    await expect(settings(page).locator(':focus')).toHaveCount(1);
    await expect(plan(page, 'Starter')).toBeChecked();
    const press = async (key: string, times = 1) => {
      for (let index = 0; index < times; index += 1) await page.keyboard.press(key);
    };
    for (let stops = 0; stops < 6; stops += 1) {
      await press('Tab');
      if (await plan(page, 'Starter').evaluate((radio) => radio === document.activeElement)) break;
    }
    await expect(plan(page, 'Starter')).toBeFocused();
    await press('ArrowDown');
    await expect(plan(page, 'Plus')).toBeChecked();
    await press('Tab');
    await expect(wallet(page).getByRole('button', { name: 'Top-Up Now' })).toBeFocused();
    await press('Enter');
    await expect(confirmation(page).getByRole('button', { name: 'Confirm' })).toBeFocused();
    await press('Enter');
    await expect(paymentWindow(page).getByRole('button', { name: 'Pay ₹799' })).toBeFocused();
    await press('Enter');
    await expect(success(page).getByRole('button', { name: 'OK' })).toBeFocused();
    await press('Enter');
    await expect(wallet(page).getByText(/^500 top-up tokens, valid until/)).toBeVisible();
  });

  test('have no barrier in any theme and fit into 320 px: wallet, history and purchase', async ({
    page,
    request,
  }) => {
    test.setTimeout(240_000);
    const member = await createMember(request);
    for (const bought of ['studio', 'plus']) await topUp(request, member.session, bought);
    await orderPlan(request, member.session, 'studio');
    const resize = (width: number) => page.setViewportSize({ width, height: width === 320 ? 640 : 844 });
    const expectDialogToFit = async (what: string) => {
      await resize(320);
      const isWithin = () =>
        page.evaluate(() =>
          [...document.querySelectorAll('dialog[open] *')].every(
            (element) =>
              element.getBoundingClientRect().right <= 320.5 || element.closest('[role=tablist]') !== null,
          ),
        );
      await expect.poll(isWithin, what).toBe(true);
    };
    await openSettings(page, request, { member });
    await expect(plan(page, 'Starter')).toBeChecked();
    await expectNoBarrierInAnyTheme(page, 'wallet');
    await expectDialogToFit('wallet');

    await settings(page).getByRole('tab', { name: 'Transaction' }).click();
    for (const width of [390, 1280]) {
      await resize(width);
      await expect(settings(page).getByText('Top-up, Plus plan')).toBeVisible();
      await expectNoBarrierInAnyTheme(page, `history at ${width} px`);
    }
    await expectDialogToFit('history');
    await expect(settings(page).getByRole('listitem').filter({ hasText: 'Top-up, Studio plan' })).toHaveCount(
      2,
    );

    await settings(page).getByRole('tab', { name: 'Your VR Token' }).click();
    await resize(1280);
    await wallet(page).getByRole('button', { name: 'Top-Up Now' }).click();
    await expectNoBarrierInAnyTheme(page, 'confirmation');
    await confirmation(page).getByRole('button', { name: 'Confirm' }).click();
    await expect(paymentWindow(page)).toBeVisible();
    await pay(page);
    await expect(success(page)).toBeVisible();
    await expectNoBarrierInAnyTheme(page, 'success');
    await expectDialogToFit('success');
  });
});
