import { expectNoBarrierInAnyTheme } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { createMember } from '../support/members.ts';
import { settings } from '../support/settings.ts';
import { orderPlan, topUp } from '../support/wallet.ts';
import {
  confirmation,
  goToPayment,
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

  test('have no barrier in any theme: wallet and purchase', async ({ page, request }) => {
    test.setTimeout(180_000);
    const member = await createMember(request);
    await topUp(request, member.session, 'plus');
    await openSettings(page, request, { member });
    await expect(plan(page, 'Starter')).toBeChecked();
    await expectNoBarrierInAnyTheme(page);
    await wallet(page).getByRole('button', { name: 'Top-Up Now' }).click();
    await expectNoBarrierInAnyTheme(page);
    await confirmation(page).getByRole('button', { name: 'Confirm' }).click();
    await pay(page);
    await expect(success(page)).toBeVisible();
    await expectNoBarrierInAnyTheme(page);
  });

  for (const width of [390, 1280]) {
    test(`have no barrier in any theme: history at ${width} px`, async ({ page, request }) => {
      await page.setViewportSize({ width, height: 844 });
      const member = await createMember(request);
      await topUp(request, member.session, 'plus');
      await orderPlan(request, member.session, 'studio');
      await openSettings(page, request, { tab: 'history', member });
      await expect(settings(page).getByText('Top-up, Plus plan')).toBeVisible();
      await expectNoBarrierInAnyTheme(page);
    });
  }

  test('fit into 320 px', async ({ page, request }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    const member = await createMember(request);
    await topUp(request, member.session, 'studio');
    const fits = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('dialog[open] *')].every(
          (element) =>
            element.getBoundingClientRect().right <= 320.5 || element.closest('[role=tablist]') !== null,
        ),
      );
    await openSettings(page, request, { member });
    await expect(plan(page, 'Starter')).toBeChecked();
    await expect.poll(fits).toBe(true);
    await settings(page).getByRole('tab', { name: 'Transaction' }).click();
    await expect(
      settings(page).getByRole('listitem').filter({ hasText: 'Top-up, Studio plan' }),
    ).toBeVisible();
    await expect.poll(fits).toBe(true);
    await settings(page).getByRole('tab', { name: 'Your VR Token' }).click();
    await goToPayment(page);
    await pay(page);
    await expect(success(page)).toBeVisible();
    await expect.poll(fits).toBe(true);
  });
});
