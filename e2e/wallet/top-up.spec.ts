import { expectNoBarrierInAnyTheme } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { createMember, storeSession } from '../support/members.ts';
import { settings } from '../support/settings.ts';
import {
  capturePayment,
  createInvitedMember,
  disputePayment,
  orderPlan,
  payOrder,
  topUp,
  totalBalance,
} from '../support/wallet.ts';
import {
  arriving,
  confirmation,
  failure,
  goToPayment,
  openSettings,
  pay,
  paymentWindow,
  plan,
  reportedFailures,
  success,
  wallet,
} from '../support/wallet-dialogs.ts';

const CREATE_ORDER = '**/api/tokens/topup/create-order';

/** A payment window of another make: it writes down what it was given. */
const STRANGERS_WINDOW = `window.Razorpay = class {
  constructor(options) { this.options = options; }
  on() {}
  open() {
    const button = document.createElement('button');
    button.textContent = 'Leave';
    button.dataset.options = JSON.stringify(this.options);
    button.style.cssText = 'position:fixed;inset:20px;z-index:2147483647';
    button.onclick = () => { button.remove(); this.options.modal.ondismiss(); };
    document.body.append(button);
  }
};`;

test.describe('the wallet', () => {
  test('shows the balances, what expires when and the plan in force', async ({ page, request }) => {
    const member = await createInvitedMember(request, await createMember(request));
    await topUp(request, member.session, 'plus');
    await openSettings(page, request, { member });
    await expect(wallet(page).getByText('Total balance')).toBeVisible();
    await expect(wallet(page).getByRole('definition')).toHaveText(['100', '0', '500']);
    await expect(wallet(page).getByText('600', { exact: true })).toBeVisible();
    await expect(wallet(page).getByText(/^Your plan: Plus until \d{1,2} \w{3,4} \d{4}$/)).toBeVisible();
    const lots = wallet(page).getByRole('region', { name: 'What expires when' }).getByRole('listitem');
    await expect(lots).toHaveText([
      /^500 top-up tokens until \d{1,2} \w{3,4} \d{4}$/,
      /^100 bonus tokens until \d{1,2} \w{3,4} \d{4}, can be spent once your email is verified$/,
    ]);
  });

  test('says what is on hold, and what buying the plan again would mean', async ({ page, request }) => {
    const member = await createMember(request);
    const { orderId } = await orderPlan(request, member.session, 'plus');
    const paid = await payOrder(request, orderId);
    await openSettings(page, request, { member });
    await expect(wallet(page).getByText('500', { exact: true }).first()).toBeVisible({ timeout: 30_000 });
    await disputePayment(request, paid.razorpay_payment_id);
    await expect.poll(() => totalBalance(request, member.session), { timeout: 30_000 }).toBe(0);
    await page.reload();
    await expect(
      wallet(page).getByText('500 tokens are on hold while a payment is disputed', { exact: false }),
    ).toBeVisible();
    const note = wallet(page).getByText('Your Plus plan runs until');
    await expect(note).toHaveCount(0);
    await plan(page, 'Plus').check();
    await expect(note).toContainText('30 days begin today, and the days that are left are not added.');
    await expectNoBarrierInAnyTheme(page);
  });

  test('leads to free tokens', async ({ page, request }) => {
    await openSettings(page, request);
    await wallet(page).getByRole('button', { name: 'Get free tokens' }).click();
    await expect(page).toHaveURL('/categories?settings=referral');
    await expect(settings(page).getByRole('tab', { name: 'Get Free Tokens' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
  });

  test('offers the plans, the first one chosen', async ({ page, request }) => {
    await openSettings(page, request);
    const plans = wallet(page).getByRole('radio');
    await expect(plans).toHaveCount(4);
    await expect(plan(page, 'Starter')).toBeChecked();
    await expect(plan(page, 'Starter')).toHaveAccessibleName('Starter ₹199 100 tokens');
    await expect(plan(page, 'Pro')).toHaveAccessibleName('Pro ₹1,999 1,500 tokens');
    await expect(wallet(page)).toContainText('Tours of the package included for 90 days');
    await expect(wallet(page)).toContainText('Valid for 180 days');
    await expect(wallet(page).getByText('Your plan: Free')).toBeVisible();
    await expect(wallet(page).getByRole('region', { name: 'What expires when' })).toHaveCount(0);
  });

  test.describe('that cannot be loaded', () => {
    test.use({ allowedErrors: [/status of 503|503 from/] });

    test('says so and is there at the next try', async ({ page, request }) => {
      await page.route('**/api/tokens/summary', (route) => route.fulfill({ status: 503, json: {} }));
      await page.route('**/api/tokens/plans', (route) => route.fulfill({ status: 503, json: {} }));
      await openSettings(page, request);
      await expect(wallet(page).getByText('Failed to load token summary')).toBeVisible();
      await expect(wallet(page).getByText('The plans cannot be shown right now.')).toBeVisible();
      await page.unrouteAll();
      await wallet(page).getByRole('button', { name: 'Try again' }).first().click();
      await expect(wallet(page).getByText('Total balance')).toBeVisible();
      await wallet(page).getByRole('button', { name: 'Try again' }).click();
      await expect(plan(page, 'Starter')).toBeChecked();
    });
  });
});

test.describe('a top-up', () => {
  test('is paid: tokens, plan and receipt are there', async ({ page, request }) => {
    const member = await openSettings(page, request);
    await plan(page, 'Pro').check({ force: true });
    await wallet(page).getByRole('button', { name: 'Top-Up Now' }).click();
    await expect(confirmation(page)).toContainText('Pro');
    await expect(confirmation(page)).toContainText('1,500');
    await expect(confirmation(page)).toContainText('₹1,999');
    await expect(confirmation(page)).toContainText('90 days');
    await confirmation(page).getByRole('button', { name: 'Confirm' }).click();
    // Our own dialogs make room: the payment window is in sight and can be used.
    await expect(paymentWindow(page)).toBeVisible();
    await expect(settings(page)).toBeHidden();
    await expect(paymentWindow(page)).toContainText('₹1,999');
    await pay(page);
    await expect(success(page)).toContainText('1,500');
    await expect(success(page)).toContainText('₹1,999');
    await success(page).getByRole('button', { name: 'OK' }).click();
    await expect(success(page)).toHaveCount(0);
    await expect(settings(page)).toBeVisible();
    await expect(wallet(page).getByText(/^1,500 top-up tokens until/)).toBeVisible();
    await expect(wallet(page).getByText(/^Your plan: Pro until/)).toBeVisible();
    await expect(plan(page, 'Pro')).toBeChecked();
    expect(await totalBalance(request, member.session)).toBe(1_500);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: /^Account:/ })).toContainText('Pro');
  });

  test('is called off before anything is ordered', async ({ page, request }) => {
    await openSettings(page, request);
    let orders = 0;
    page.on('request', (sent) => {
      if (sent.url().endsWith('/create-order')) orders += 1;
    });
    await wallet(page).getByRole('button', { name: 'Top-Up Now' }).click();
    await confirmation(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(confirmation(page)).toHaveCount(0);
    await expect(wallet(page).getByRole('button', { name: 'Top-Up Now' })).toBeFocused();
    expect(orders).toBe(0);
  });

  test('that fails says why, and is paid at the next try', async ({ page, request }) => {
    const member = await openSettings(page, request);
    const reasons = reportedFailures(page);
    await goToPayment(page);
    await paymentWindow(page).getByRole('button', { name: 'Fail this payment' }).click();
    await expect(failure(page).getByRole('alert')).toHaveText('Payment failed.');
    expect(reasons).toEqual(['Payment failed.']);
    await failure(page).getByRole('button', { name: 'Try again' }).click();
    await expect(confirmation(page)).toContainText('Starter');
    await expect(confirmation(page).getByRole('status')).toHaveText(
      'Your earlier payment for this plan may still go through. If both do, we refund the second one in full.',
    );
    await confirmation(page).getByRole('button', { name: 'Confirm' }).click();
    await pay(page);
    await expect(success(page)).toContainText('₹199');
    expect(await totalBalance(request, member.session)).toBe(100);
  });

  test('whose window is closed says so under the plans', async ({ page, request }) => {
    await openSettings(page, request);
    const reasons = reportedFailures(page);
    await plan(page, 'Plus').check({ force: true });
    await goToPayment(page);
    await paymentWindow(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(wallet(page).getByRole('alert')).toHaveText('Payment was cancelled.');
    await expect(wallet(page).getByRole('button', { name: 'Top-Up Now' })).toBeFocused();
    await expect(plan(page, 'Plus')).toBeChecked();
    await expect.poll(() => reasons).toEqual(['Payment was cancelled.']);
    await goToPayment(page);
    await page.keyboard.press('Escape');
    await expect(wallet(page).getByRole('alert')).toHaveText('Payment was cancelled.');
  });

  test('W3: confirmed twice is ordered once, and cannot be left meanwhile', async ({ page, request }) => {
    const member = await openSettings(page, request);
    let orders = 0;
    let goOn = () => {};
    const gate = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await page.route(CREATE_ORDER, async (route) => {
      orders += 1;
      await gate;
      await route.continue();
    });
    await wallet(page).getByRole('button', { name: 'Top-Up Now' }).click();
    await confirmation(page)
      .getByRole('button', { name: 'Confirm' })
      .evaluate((button: HTMLButtonElement) => {
        button.click();
        button.click();
      });
    await expect(confirmation(page).getByRole('button', { name: 'Processing...' })).toBeDisabled();
    await expect(confirmation(page).getByRole('button', { name: 'Cancel' })).toBeDisabled();
    await page.mouse.click(5, 5);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(confirmation(page)).toBeVisible();
    goOn();
    await pay(page);
    await expect(success(page)).toBeVisible();
    expect(orders).toBe(1);
    expect(await totalBalance(request, member.session)).toBe(100);
  });

  test('W12: paid but not captured yet, the tokens come by themselves', async ({ page, request }) => {
    const member = await openSettings(page, request);
    let paymentId = '';
    await page.route('**/sandbox/razorpay/v1/checkout', async (route) => {
      const { order_id } = route.request().postDataJSON();
      const payment = await payOrder(request, order_id, 'authorized');
      paymentId = payment.razorpay_payment_id;
      await route.fulfill({ json: payment });
    });
    await goToPayment(page);
    await pay(page);
    await expect(arriving(page)).toContainText('100 tokens will be in your wallet');
    expect(await totalBalance(request, member.session)).toBe(0);
    await capturePayment(request, paymentId);
    await expect(success(page)).toContainText('₹199');
    expect(await totalBalance(request, member.session)).toBe(100);
  });

  test('W12: a member who does not wait finds the tokens in the wallet', async ({ page, request }) => {
    await openSettings(page, request);
    let paymentId = '';
    await page.route('**/sandbox/razorpay/v1/checkout', async (route) => {
      const { order_id } = route.request().postDataJSON();
      const payment = await payOrder(request, order_id, 'authorized');
      paymentId = payment.razorpay_payment_id;
      await route.fulfill({ json: payment });
    });
    await goToPayment(page);
    await pay(page);
    await arriving(page).getByRole('button', { name: 'Close' }).last().click();
    await expect(wallet(page).getByText('Payment received, 100 tokens arriving.')).toBeVisible();
    await settings(page).getByRole('tab', { name: 'Transaction' }).click();
    await expect(settings(page).getByRole('row', { name: /Top-up: Starter/ })).toContainText('Pending');
    await capturePayment(request, paymentId);
    await expect(settings(page).getByRole('row', { name: /Top-up: Starter/ })).toContainText('Success');
    await settings(page).getByRole('tab', { name: 'Your VR Token' }).click();
    await expect(wallet(page).getByText(/^100 top-up tokens until/)).toBeVisible();
    await expect(wallet(page).getByText(/arriving/)).toHaveCount(0);
  });

  test('passes the order to the gateway, and yields the page to its window', async ({ page, request }) => {
    const member = await openSettings(page, request);
    // As the real one: a box over the page rather than a dialog of the browser.
    await page.route('**/sandbox/razorpay/checkout.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: STRANGERS_WINDOW }),
    );
    await wallet(page).getByRole('button', { name: 'Top-Up Now' }).click();
    await confirmation(page).getByRole('button', { name: 'Confirm' }).click();
    const leave = page.getByRole('button', { name: 'Leave' });
    await expect(leave).toBeVisible();
    const options = JSON.parse((await leave.getAttribute('data-options')) ?? '');
    expect(options).toEqual({
      key: 'rzp_test_oriel',
      order_id: expect.stringMatching(/^order_/),
      amount: 19_900,
      currency: 'INR',
      name: 'Oriel',
      description: 'Starter',
      prefill: { name: 'Ada Lovelace', email: member.email },
      theme: { color: '#bf8f2c' },
      retry: { enabled: false },
      modal: {},
    });
    await leave.click();
    await expect(wallet(page).getByRole('alert')).toHaveText('Payment was cancelled.');
  });

  test('is verified even where the settings were left meanwhile', async ({ page, request }) => {
    const member = await createMember(request);
    await storeSession(page, member.session);
    await page.goto('/categories');
    await page.getByRole('button', { name: /^Account:/ }).click();
    await page.getByRole('menuitem', { name: 'My subscription' }).click();
    await goToPayment(page);
    await page.goBack();
    await expect(page).toHaveURL('/categories');
    await pay(page);
    await expect.poll(() => totalBalance(request, member.session)).toBe(100);
    await expect(settings(page)).toHaveCount(0);
    await page.goForward();
    await success(page).getByRole('button', { name: 'OK' }).click();
    await expect(wallet(page).getByText(/^100 top-up tokens until/)).toBeVisible();
  });
});
