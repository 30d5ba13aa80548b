import { expectNoBarrierInAnyTheme } from '../support/accessibility.ts';
import { failRequests } from '../support/failing-requests.ts';
import { expect, test } from '../support/fixtures.ts';
import { createMember } from '../support/members.ts';
import { settings } from '../support/settings.ts';
import {
  createInvitedMember,
  disputePayment,
  orderPlan,
  payOrder,
  topUp,
  totalBalance,
} from '../support/wallet.ts';
import { openSettings, plan, wallet } from '../support/wallet-dialogs.ts';

test('the wallet shows the balances, what expires when and the plan in force', async ({ page, request }) => {
  const member = await createInvitedMember(request, await createMember(request));
  await topUp(request, member.session, 'plus');
  await openSettings(page, request, { member });
  await expect(wallet(page).getByText('Total balance')).toBeVisible();
  await expect(wallet(page).getByRole('definition')).toHaveText(['100', '0', '500']);
  await expect(wallet(page).getByText('600', { exact: true })).toBeVisible();
  await expect(wallet(page).getByText(/^Your plan: Plus until \d{1,2} \w{3,4} \d{4}$/)).toBeVisible();
  const lots = wallet(page).getByRole('region', { name: 'Expiry dates' }).getByRole('listitem');
  await expect(lots).toHaveText([
    /^500 top-up tokens, valid until \d{1,2} \w{3,4} \d{4}$/,
    /^100 bonus tokens, valid until \d{1,2} \w{3,4} \d{4}, can be spent once your email is verified$/,
  ]);
});

test('the wallet says what is on hold, and what buying the plan again would mean', async ({
  page,
  request,
}) => {
  const member = await createMember(request);
  const { orderId } = await orderPlan(request, member.session, 'plus');
  const paid = await payOrder(request, orderId);
  await openSettings(page, request, { member });
  await expect(wallet(page).getByText('500', { exact: true }).first()).toBeVisible();
  await disputePayment(request, paid.razorpay_payment_id);
  await expect.poll(() => totalBalance(request, member.session)).toBe(0);
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

test('the wallet offers the plans, the first one chosen, and leads to free tokens', async ({
  page,
  request,
}) => {
  await openSettings(page, request);
  const plans = wallet(page).getByRole('radio');
  await expect(plans).toHaveCount(4);
  await expect(plan(page, 'Starter')).toBeChecked();
  await expect(plan(page, 'Starter')).toHaveAccessibleName('Starter ₹199 100 tokens');
  await expect(plan(page, 'Pro')).toHaveAccessibleName('Pro ₹1,999 1,500 tokens');
  await expect(wallet(page)).toContainText('Included tours open without tokens for 90 days');
  await expect(wallet(page)).toContainText('Valid for 180 days');
  await expect(wallet(page).getByText('Your plan: Free')).toBeVisible();
  await expect(wallet(page).getByRole('region', { name: 'Expiry dates' })).toHaveCount(0);
  await wallet(page).getByRole('button', { name: 'Get free tokens' }).click();
  await expect(page).toHaveURL('/categories?settings=referral');
  await expect(settings(page).getByRole('tab', { name: 'Get Free Tokens' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
});

test.describe('a wallet that cannot be loaded', () => {
  test.use({ allowedErrors: [/status of 503|503 from/] });

  test('says so and is there at the next try', async ({ page, request }) => {
    const restore = await failRequests(page, /\/api\/tokens\/(summary|plans)$/, (route) =>
      route.fulfill({ status: 503, json: {} }),
    );
    await openSettings(page, request);
    await expect(wallet(page).getByText('Failed to load token summary')).toBeVisible();
    await expect(wallet(page).getByText('The plans cannot be shown right now.')).toBeVisible();
    restore();
    await wallet(page).getByRole('button', { name: 'Try again' }).first().click();
    await expect(wallet(page).getByText('Total balance')).toBeVisible();
    await wallet(page).getByRole('button', { name: 'Try again' }).click();
    await expect(plan(page, 'Starter')).toBeChecked();
  });
});
