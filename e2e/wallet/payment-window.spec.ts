import type { APIRequestContext, Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { createMember } from '../support/members.ts';

/** Opens the demo's payment window on the page of ours that is there, as the site does, and writes down what it reports. */
async function openWindow(page: Page, request: APIRequestContext): Promise<void> {
  const { session } = await createMember(request);
  const answer = await request.post('/api/tokens/topup/create-order', {
    headers: { authorization: `Bearer ${session.token}` },
    data: { planId: 'starter' },
  });
  const order = await answer.json();
  await page.addScriptTag({ url: order.checkoutScript });
  await page.evaluate(({ orderId, amount, currency, key }) => {
    const told: string[] = [];
    const { Razorpay } = window as unknown as {
      Razorpay: new (
        options: object,
      ) => { open(): void; on(event: string, told: (failure: object) => void): void };
    };
    const checkout = new Razorpay({
      key,
      order_id: orderId,
      amount,
      currency,
      name: 'Oriel',
      description: 'Starter',
      handler: (payment: object) => told.push(`paid ${Object.keys(payment).sort().join(' ')}`),
      modal: { ondismiss: () => told.push('dismissed') },
    });
    checkout.on('payment.failed', (failure) =>
      told.push(`failed ${(failure as { error: { description: string } }).error.description}`),
    );
    (window as unknown as { told: string[] }).told = told;
    checkout.open();
  }, order);
}

const told = (page: Page) => page.evaluate(() => (window as unknown as { told: string[] }).told);

test.describe("the demo's payment window", () => {
  test('fails on demand, is left, or pays and hands over what the server checks', async ({
    page,
    request,
  }) => {
    await page.goto('/');
    const dialog = page.getByRole('dialog', { name: 'Pay Oriel' });
    for (const leave of ['Cancel', 'Escape']) {
      await openWindow(page, request);
      await expect(dialog).toBeVisible();
      if (leave === 'Cancel') await page.getByRole('button', { name: 'Cancel' }).click();
      else await page.keyboard.press('Escape');
      await expect.poll(() => told(page), leave).toEqual(['dismissed']);
      await expect(dialog).toHaveCount(0);
    }

    await openWindow(page, request);
    await page.getByRole('button', { name: 'Fail this payment' }).click();
    await expect.poll(() => told(page)).toEqual(['failed Payment failed.']);
    await expect(dialog).toHaveCount(0);

    await openWindow(page, request);
    await expect(dialog).toBeVisible();
    const pay = dialog.getByRole('button', { name: 'Pay ₹199' });
    await expect(pay).toBeFocused();
    await page.screenshot({ path: 'test-results/payment-window.png' });
    await pay.click();
    await expect
      .poll(() => told(page))
      .toEqual(['paid razorpay_order_id razorpay_payment_id razorpay_signature']);
    await expect(dialog).toHaveCount(0);
  });
});
