import { readFile } from 'node:fs/promises';
import { expectNoBarrier } from '../support/accessibility.ts';
import { failRequests } from '../support/failing-requests.ts';
import { expect, test } from '../support/fixtures.ts';
import { createMember, mailTo, storeSession } from '../support/members.ts';
import { settings } from '../support/settings.ts';
import { orderPlan, payOrder, refundPayment, topUp } from '../support/wallet.ts';
import { openSettings } from '../support/wallet-dialogs.ts';

test.describe('the history', () => {
  test.describe('of one member', () => {
    // The receipt that another member asks for.
    test.use({ allowedErrors: [/status of 404/] });

    test('lists what moved, with receipts as PDF and as pages for their member alone', async ({
      page,
      request,
      context,
    }) => {
      const member = await createMember(request);
      await topUp(request, member.session, 'plus');
      const { orderId } = await orderPlan(request, member.session, 'starter');
      await payOrder(request, orderId, 'failed');
      await request.post('/api/tokens/topup/report-failure', {
        headers: { authorization: `Bearer ${member.session.token}` },
        data: { orderId, reason: 'Payment failed.' },
      });
      await orderPlan(request, member.session, 'studio');
      await openSettings(page, request, { tab: 'history', member });
      const rows = settings(page).getByRole('table').getByRole('row');
      await expect(rows).toHaveCount(4);
      await expect(rows.nth(1)).toContainText(/Top-up, Studio plan.*\+5,000.*₹5,499.*Pending/);
      await expect(rows.nth(2)).toContainText(/Top-up, Starter plan.*₹199.*Failed/);
      await expect(rows.nth(3)).toContainText(/Top-up, Plus plan.*\+500.*₹799.*Success/);
      await expect(rows.nth(1).getByRole('button')).toHaveCount(0);

      const link = rows.nth(3).getByRole('link', { name: /^Receipt R-/ });
      const path = (await link.getAttribute('href')) ?? '';
      expect(path).toMatch(/^\/receipts\/R-\d{4}-\d\d-\d{6}$/);
      const opened = context.waitForEvent('page');
      await link.click();
      const receipt = await opened;
      const heading = receipt.getByRole('heading', { name: /^Receipt R-\d{4}-\d\d-\d{6}$/ });
      await expect(heading).toBeVisible();
      await expect(receipt).toHaveURL(path);
      await expect(receipt).toHaveTitle(/^Receipt R-/);
      await expect(receipt.getByRole('article').getByText(member.email)).toBeVisible();
      await expect(receipt.getByRole('table')).toContainText('₹799.00');
      await expect(receipt.locator('.receipt')).toHaveCSS('border-top-color', 'rgb(191, 143, 44)');
      await expectNoBarrier(receipt, 'a receipt');
      await receipt.emulateMedia({ media: 'print' });
      await expect(receipt.getByRole('link', { name: 'All transactions' })).toBeHidden();
      await expect(receipt.locator('.receipt')).toHaveCSS('padding-left', '0px');
      await expect(receipt.locator('button, header, footer').filter({ visible: true })).toHaveCount(0);
      await receipt.emulateMedia({ media: 'screen' });
      await receipt.reload();
      await expect(heading).toBeVisible();
      await receipt.close();

      const download = page.waitForEvent('download');
      await rows
        .nth(3)
        .getByRole('button', { name: /^PDF of receipt/ })
        .click();
      const file = await download;
      expect(file.suggestedFilename()).toMatch(/^R-\d{4}-\d\d-\d{6}\.pdf$/);
      expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');

      await storeSession(page, (await createMember(request)).session);
      await page.goto(path);
      await expect(page.getByRole('heading', { name: 'No such receipt' })).toBeVisible();
    });
  });

  test('gives a voucher for what was refunded, which the receipt names', async ({
    page,
    request,
    context,
  }) => {
    const member = await createMember(request);
    const { orderId } = await orderPlan(request, member.session, 'plus');
    const paid = await payOrder(request, orderId);
    await openSettings(page, request, { tab: 'history', member });
    await expect(settings(page).getByRole('row', { name: /Top-up, Plus plan/ })).toContainText('Success');
    await refundPayment(request, paid.razorpay_payment_id, 26_700);
    await page.reload();
    // The number follows by itself.
    const row = settings(page).getByRole('row', { name: /Refund, Plus plan/ });
    await expect(row).toContainText(/−167.*₹267/);
    const pages: string[] = [];
    for (const name of [/^Voucher RV-/, /^Receipt R-/]) {
      const opened = context.waitForEvent('page');
      await settings(page).getByRole('link', { name }).click();
      const document = await opened;
      await expect(document.getByRole('table')).toContainText('₹');
      pages.push(await document.locator('.receipt').innerText());
      await document.close();
    }
    expect(pages[0]).toMatch(/Refund voucher RV-[\s\S]*₹267\.00[\s\S]*For receipt R-/);
    expect(pages[1]).toMatch(/₹267\.00 of this purchase was refunded: see RV-/);
  });

  test('is loaded when its tab opens, page by page', async ({ page, request }) => {
    // More than a page of purchases, one after the other.
    test.slow();
    const member = await createMember(request);
    for (let index = 0; index < 21; index += 1) await topUp(request, member.session);
    // A receipt that has no number yet is asked for again.
    const headers = { authorization: `Bearer ${member.session.token}` };
    await expect
      .poll(async () => (await request.get('/api/tokens/history?limit=100', { headers })).text())
      .not.toContain('receiptPending');
    let asked = 0;
    page.on('request', (sent) => {
      if (sent.url().includes('/api/tokens/history')) asked += 1;
    });
    await openSettings(page, request, { tab: 'theme', member });
    expect(asked).toBe(0);
    await settings(page).getByRole('tab', { name: 'Transaction' }).click();
    const rows = settings(page).getByRole('row');
    await expect(rows).toHaveCount(21);
    await settings(page).getByRole('button', { name: 'Load more' }).click();
    await expect(rows).toHaveCount(22);
    await expect(settings(page).getByRole('button', { name: 'Load more' })).toHaveCount(0);
    expect(asked).toBe(2);
  });

  test('the mail of a receipt leads there; a guest signs in first', async ({ page, request }) => {
    const member = await createMember(request);
    await topUp(request, member.session);
    expect(await mailTo(request, member.email, /receipt/i)).toContain('/?settings=history');
    await page.goto('/?settings=history');
    await expect(page).toHaveURL(/\/login\?next=/);
    await page.getByLabel('Email', { exact: true }).fill(member.email);
    await page.getByLabel('Password', { exact: true }).fill(member.password);
    await page.locator('form').getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(settings(page).getByRole('tab', { name: 'Transaction' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await expect(settings(page).getByRole('row', { name: /Top-up, Starter plan/ })).toBeVisible();
  });

  test.describe('that cannot be loaded', () => {
    test.use({ allowedErrors: [/status of 503|503 from/] });

    test('says so calmly and is there at the next try, empty at first', async ({ page, request }) => {
      const restore = await failRequests(page, '**/api/tokens/history?*', (route) =>
        route.fulfill({ status: 503, json: {} }),
      );
      await openSettings(page, request, { tab: 'history' });
      await expect(settings(page).getByText('Your transactions cannot be shown right now.')).toBeVisible();
      restore();
      await settings(page).getByRole('button', { name: 'Try again' }).click();
      await expect(settings(page).getByRole('heading', { name: 'No transactions yet' })).toBeVisible();
    });
  });
});
