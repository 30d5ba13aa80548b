import { failRequests } from '../support/failing-requests.ts';
import { expect, test } from '../support/fixtures.ts';
import { payOrder, totalBalance } from '../support/wallet.ts';
import {
  arriving,
  confirmation,
  failure,
  goToPayment,
  openSettings,
  pay,
  plan,
  success,
  wallet,
} from '../support/wallet-dialogs.ts';

const VERIFY = '**/api/tokens/topup/verify';
const CREATE_ORDER = '**/api/tokens/topup/create-order';
const CHECKOUT_SCRIPT = '**/sandbox/razorpay/checkout.js';

test.describe('a top-up in trouble', () => {
  test.use({ allowedErrors: [/status of (400|503)|503 from|ERR_FAILED/] });

  test('C5: verification that cannot be reached is asked for until it answers', async ({ page, request }) => {
    const member = await openSettings(page, request);
    const restore = await failRequests(page, VERIFY);
    await goToPayment(page);
    await pay(page);
    await expect(arriving(page)).toBeVisible();
    restore();
    await expect(success(page)).toContainText('₹199');
    expect(await totalBalance(request, member.session)).toBe(100);
  });

  test('a script that is blocked says so, and is loaded at the next try', async ({ page, request }) => {
    await openSettings(page, request);
    const unblock = await failRequests(page, CHECKOUT_SCRIPT);
    await wallet(page).getByRole('button', { name: 'Top-Up Now' }).click();
    await confirmation(page).getByRole('button', { name: 'Confirm' }).click();
    await expect(failure(page).getByRole('alert')).toHaveText(
      'Could not load payment gateway. Please check your connection.',
    );
    unblock();
    const repair = await failRequests(page, CHECKOUT_SCRIPT, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: '// nothing' }),
    );
    await failure(page).getByRole('button', { name: 'Try again' }).click();
    await confirmation(page).getByRole('button', { name: 'Confirm' }).click();
    await expect(failure(page).getByRole('alert')).toHaveText('Payment gateway is not available.');
    repair();
    await failure(page).getByRole('button', { name: 'Try again' }).click();
    await confirmation(page).getByRole('button', { name: 'Confirm' }).click();
    await pay(page);
    await expect(success(page)).toBeVisible();
  });

  test('an order that fails is reported, and nothing is lost', async ({ page, request }) => {
    await openSettings(page, request);
    await plan(page, 'Plus').check({ force: true });
    const restore = await failRequests(page, CREATE_ORDER, (route) =>
      route.fulfill({ status: 503, json: {} }),
    );
    await wallet(page).getByRole('button', { name: 'Top-Up Now' }).click();
    await confirmation(page).getByRole('button', { name: 'Confirm' }).click();
    await expect(failure(page).getByRole('alert')).toHaveText('Could not create payment order.');
    restore();
    await page.route(CREATE_ORDER, (route) => route.fulfill({ json: {} }));
    await failure(page).getByRole('button', { name: 'Try again' }).click();
    await confirmation(page).getByRole('button', { name: 'Confirm' }).click();
    await expect(failure(page).getByRole('alert')).toHaveText('Payment order is missing an identifier.');
    await failure(page).getByRole('button', { name: 'Close' }).last().click();
    await expect(plan(page, 'Plus')).toBeChecked();
    await expect(wallet(page).getByRole('button', { name: 'Top-Up Now' })).toBeEnabled();
  });

  test('a payment that the server does not believe is not credited', async ({ page, request }) => {
    const member = await openSettings(page, request);
    await page.route('**/sandbox/razorpay/v1/checkout', async (route) => {
      const { order_id } = route.request().postDataJSON();
      const payment = await payOrder(request, order_id, 'failed');
      await route.fulfill({ json: { ...payment, razorpay_signature: '0'.repeat(64), error: undefined } });
    });
    await goToPayment(page);
    await pay(page);
    await expect(failure(page).getByRole('alert')).toHaveText('Payment verification failed.');
    await expect(failure(page)).toContainText('we credit or refund it automatically');
    expect(await totalBalance(request, member.session)).toBe(0);
  });
});
