import { expect, test } from '../support/fixtures.ts';
import { createMember, storeSession } from '../support/members.ts';
import { accountButton, settings } from '../support/settings.ts';
import { capturePayment, payOrder, totalBalance } from '../support/wallet.ts';
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

test.describe('a top-up', () => {
  test('says how it ended to a member who went back meanwhile', async ({ page, request }) => {
    const member = await createMember(request);
    await storeSession(page, member.session);
    await page.goto('/categories');
    await accountButton(page).click();
    await page.getByRole('menuitem', { name: 'My subscription' }).click();
    await goToPayment(page);
    await page.goBack();
    await expect(page).toHaveURL('/categories');
    await pay(page);
    await expect(success(page)).toContainText('100');
    await success(page).getByRole('button', { name: 'OK' }).click();
    await expect(wallet(page).getByText(/^100 top-up tokens, valid until/)).toBeVisible();
    expect(await totalBalance(request, member.session)).toBe(100);
  });

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
    await expect(wallet(page).getByText(/^1,500 top-up tokens, valid until/)).toBeVisible();
    await expect(wallet(page).getByText(/^Your plan: Pro until/)).toBeVisible();
    await expect(plan(page, 'Pro')).toBeChecked();
    expect(await totalBalance(request, member.session)).toBe(1_500);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: /^Account:/ })).toContainText('Pro');
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

  test('that has just failed is told of, although the gateway has not told the server yet', async ({
    page,
    request,
  }) => {
    await openSettings(page, request);
    await page.route('**/api/tokens/topup/open', (route) => route.fulfill({ json: [] }));
    await goToPayment(page);
    await paymentWindow(page).getByRole('button', { name: 'Fail this payment' }).click();
    await failure(page).getByRole('button', { name: 'Try again' }).click();
    await expect(confirmation(page).getByRole('status')).toContainText('may still go through');
  });

  test('is called off before anything is ordered; one whose window is closed says so under the plans', async ({
    page,
    request,
  }) => {
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
    await expect(settings(page).getByRole('row', { name: /Top-up, Starter plan/ })).toContainText('Pending');
    await capturePayment(request, paymentId);
    await expect(settings(page).getByRole('row', { name: /Top-up, Starter plan/ })).toContainText('Success');
    await settings(page).getByRole('tab', { name: 'Your VR Token' }).click();
    await expect(wallet(page).getByText(/^100 top-up tokens, valid until/)).toBeVisible();
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
});
