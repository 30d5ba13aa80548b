import { readFile } from 'node:fs/promises';
import type { Movement, Session, TokenSummary } from '@oriel/contract';
import type { APIRequestContext, Page } from '@playwright/test';
import { expectToFit } from '../support/accessibility.ts';
import { expect, openAnotherBrowser, test } from '../support/fixtures.ts';
import { createMember, freshEmail, mailTo, storeSession } from '../support/members.ts';
import { heading, inMain, linkField, signUp, storedReferral } from '../support/referrals.ts';
import { settings } from '../support/settings.ts';
import { password, profile, storedSession, submit } from '../support/sign-in.ts';
import { cardOf, confirmUnlock, gatedTour, linkOf, listWith } from '../support/unlocks.ts';
import { topUp, totalBalance } from '../support/wallet.ts';
import {
  failure,
  goToPayment,
  pay,
  paymentWindow,
  plan,
  success,
  wallet,
} from '../support/wallet-dialogs.ts';
import { expectToWatch, swipe, turnByKey, watchSignedMedia } from '../support/watching.ts';

const MINUS = '\u2212';

/** Opens a tab of the settings as a member does: by the account's menu. */
async function openTab(page: Page, menuItem: string, tab: string): Promise<void> {
  await page.getByRole('button', { name: /^Account:/ }).click();
  await page.getByRole('menuitem', { name: menuItem }).click();
  const height = () => settings(page).evaluate((dialog: HTMLElement) => dialog.offsetHeight);
  const before = await height();
  await settings(page).getByRole('tab', { name: tab }).click();
  await expect(settings(page).getByRole('tabpanel', { name: tab })).toBeVisible();
  // The tabs stay under the pointer.
  expect(await height()).toBe(before);
}

async function closeSettings(page: Page): Promise<void> {
  await settings(page).getByRole('button', { name: 'Close' }).click();
  await expect(settings(page)).toBeHidden();
}

/** No token is anywhere that the history does not tell of: balance, what is left of the grants, and the sum of all movements agree. */
async function expectToAddUp(request: APIRequestContext, { token }: Session, balance: number): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const history = await request.get('/api/tokens/history?limit=100', { headers });
  const { transactions }: { transactions: Movement[] } = await history.json();
  const summary: TokenSummary = await (await request.get('/api/tokens/summary', { headers })).json();
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
  const moved = transactions.filter(({ status }) => status === 'success').map(({ amount }) => amount);
  const { totalBalance: total, ...kinds } = summary.wallet;
  expect({
    total,
    moved: sum(moved),
    kinds: sum(Object.values(kinds)),
    lots: sum(summary.lots.map(({ tokens }) => tokens)),
  }).toEqual({ total: balance, moved: balance, kinds: balance, lots: balance });
}

test('from a locked card by a friend’s link to a tour that is paid for', async ({
  page,
  request,
  context,
  browser,
}) => {
  test.setTimeout(240_000);
  // More than the welcome, and in no plan.
  const tour = await gatedTour(request, false, 150);
  const friend = await createMember(request);
  const email = freshEmail();
  const friendsPage = await (await openAnotherBrowser(browser)).newPage();
  let link = '';

  await test.step('a guest is asked to sign in, and leaves', async () => {
    await page.goto(listWith(tour));
    await expect(cardOf(page, tour)).toContainText('Login to view');
    await expect(cardOf(page, tour)).toContainText('150 tokens');
    await linkOf(page, tour).click();
    await expect(page).toHaveURL(`/login?${new URLSearchParams({ next: listWith(tour) })}`);
    await page.goBack();
    await expect(cardOf(page, tour)).toContainText('Login to view');
  });

  await test.step('a friend has a link', async () => {
    await storeSession(friendsPage, friend.session);
    await friendsPage.goto('/experiences?settings=referral');
    await expect(linkField(friendsPage)).toHaveValue(/\/join\?ref=/);
    link = await linkField(friendsPage).inputValue();
  });

  await test.step('the guest follows it and signs up', async () => {
    await page.goto(link);
    await expect(page.getByRole('main')).toContainText('100 tokens when you sign up');
    await inMain(page, 'link', 'Create account').click();
    await expect(heading(page)).toHaveText('Create your account');
    await signUp(page, email);
    await expect(page).toHaveURL('/experiences');
    expect(await storedReferral(page)).toBeNull();
    await expect(page.getByRole('button', { name: /^Account: New Comer/ })).toBeVisible();
  });
  const newcomer = (await storedSession(page)) as Session;

  await test.step('the welcome is in the wallet', async () => {
    await openTab(page, 'My subscription', 'Your VR Token');
    await expect(wallet(page).getByRole('definition')).toHaveText(['100', '0', '0']);
    await expect(wallet(page).getByText(/^100 bonus tokens, valid until \d/)).toBeVisible();
    await closeSettings(page);
  });

  await test.step('the tour costs more: the card leads to the plans', async () => {
    await page.goto(listWith(tour));
    await expect(cardOf(page, tour)).toContainText('Recharge 150 tokens');
    // The welcome waits for the email to be verified.
    await expect(cardOf(page, tour)).toContainText('you can spend 0');
    await linkOf(page, tour).click();
    await expect(page).toHaveURL(`${listWith(tour)}&settings=subscription`);
    // The smallest plan that pays for the tour is chosen.
    await expect(plan(page, 'Plus')).toBeChecked();
    await plan(page, 'Starter').check({ force: true });
  });

  await test.step('the first payment fails', async () => {
    await goToPayment(page);
    await paymentWindow(page).getByRole('button', { name: 'Fail this payment' }).click();
    await expect(failure(page).getByRole('alert')).toHaveText('Payment failed.');
    await failure(page).getByRole('button', { name: 'Try again' }).click();
  });

  await test.step('the second is dismissed', async () => {
    await page
      .getByRole('dialog', { name: 'Confirm Purchase' })
      .getByRole('button', { name: 'Confirm' })
      .click();
    await paymentWindow(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(wallet(page).getByRole('alert')).toHaveText('Payment was cancelled.');
    expect(await totalBalance(request, newcomer)).toBe(100);
  });

  await test.step('the third is paid', async () => {
    await goToPayment(page);
    await pay(page);
    await expect(success(page)).toContainText('₹199');
    await success(page).getByRole('button', { name: 'OK' }).click();
    await expect(wallet(page).getByRole('definition')).toHaveText(['100', '0', '100']);
    await expect(wallet(page).getByRole('alert')).toHaveCount(0);
    await closeSettings(page);
  });

  await test.step('the mail’s link verifies the address', async () => {
    const verify = (await mailTo(request, email, /confirm/i)).match(/\/verify-email#token=[\w.-]+/)?.[0];
    await page.goto(verify ?? '');
    await page.getByRole('button', { name: 'Confirm my email address' }).click();
    await expect(page.getByText('Your email address is verified.')).toBeVisible();
    await expect.poll(async () => (await profile(page)).emailVerified).toBe(true);
  });

  await test.step('the card says the price and the balance, and opens the tour', async () => {
    await page.goto(listWith(tour));
    await expect(cardOf(page, tour)).toContainText(tour.buttonTitle);
    await expect(cardOf(page, tour)).toContainText('150 tokens · you have 200');
    const media = watchSignedMedia(page);
    await linkOf(page, tour).click();
    await confirmUnlock(page, tour);
    await expectToWatch(page, tour, media, turnByKey);
    await page.goBack();
    await expect(cardOf(page, tour)).toContainText(tour.buttonTitle);
    await expect(cardOf(page, tour)).not.toContainText('tokens');
  });

  await test.step('the history has every movement, and the receipt', async () => {
    await openTab(page, 'My subscription', 'Transaction');
    const rows = settings(page).getByRole('table').getByRole('row');
    await expect(rows).toHaveText([
      /^Date/,
      new RegExp(`Unlock: ${tour.propertyName}.*${MINUS}150Success$`),
      // All three tries were of one order.
      /Top-up, Starter plan.*\+100₹199SuccessReceiptPDF$/,
      /Welcome bonus.*\+100Success$/,
    ]);
    const opened = context.waitForEvent('page');
    await rows
      .nth(2)
      .getByRole('link', { name: /^Receipt R-/ })
      .click();
    const receipt = await opened;
    await expect(receipt.getByRole('heading', { name: /^Receipt R-\d{4}-\d\d-\d{6}$/ })).toBeVisible();
    await expect(receipt.getByRole('article').getByText(email)).toBeVisible();
    await expect(receipt.getByRole('table')).toContainText('₹199.00');
    await receipt.close();
    const download = page.waitForEvent('download');
    await rows
      .nth(2)
      .getByRole('button', { name: /^PDF of receipt/ })
      .click();
    const pdf = await readFile(await (await download).path());
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    await settings(page).getByRole('tab', { name: 'Your VR Token' }).click();
    // The top-up would have expired first, so it was spent first.
    await expect(wallet(page).getByRole('definition')).toHaveText(['50', '0', '0']);
    await expectToAddUp(request, newcomer, 50);
    await expectToAddUp(request, friend.session, 100);
  });

  await test.step('which brings the friend their tokens', async () => {
    await expect.poll(() => totalBalance(request, friend.session)).toBe(100);
    await friendsPage.reload();
    const earned = settings(friendsPage).getByRole('region', { name: 'What you have earned' });
    await expect(earned.getByRole('definition')).toHaveText(['100', '100', '1']);
    await expect(earned.getByRole('listitem')).toHaveText([/^A friend joined.*\+100$/]);
    await settings(friendsPage).getByRole('tab', { name: 'Transaction' }).click();
    await expect(settings(friendsPage).getByRole('table').getByRole('row')).toHaveText([
      /^Date/,
      /Referral.*\+100Success$/,
    ]);
    await expectToAddUp(request, friend.session, 100);
    await expectToAddUp(request, newcomer, 50);
  });
  await friendsPage.context().close();
});

test.describe('on a phone, in the dark', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a member signs in by the menu, opens a tour with tokens and finds it in the history', async ({
    page,
    request,
  }) => {
    await page.addInitScript(() => localStorage.setItem('oriel-theme', 'dark'));
    const tour = await gatedTour(request);
    const member = await createMember(request);
    await topUp(request, member.session, 'plus');

    await page.goto(listWith(tour));
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(cardOf(page, tour)).toContainText('Login to view');
    await page.getByRole('button', { name: 'Open menu' }).tap();
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Sign in' }).tap();
    await expectToFit(page);
    await page.getByLabel('Email', { exact: true }).fill(member.email);
    await password(page).fill(member.password);
    await submit(page, 'Sign in').tap();

    await expect(page).toHaveURL(listWith(tour));
    await expect(cardOf(page, tour)).toContainText('100 tokens · you have 500');
    await expectToFit(page);
    const media = watchSignedMedia(page);
    await linkOf(page, tour).tap();
    await confirmUnlock(page, tour);
    await expectToWatch(page, tour, media, swipe);
    await expectToFit(page);
    await page.getByRole('button', { name: 'Back', exact: true }).tap();
    await expect(cardOf(page, tour)).not.toContainText('tokens');

    await page.getByRole('button', { name: /^Account:/ }).tap();
    await page.getByRole('menuitem', { name: 'My subscription' }).tap();
    await expect(wallet(page).getByText(/^400 top-up tokens, valid until/)).toBeVisible();
    await settings(page).getByRole('tab', { name: 'Transaction' }).tap();
    await expect(settings(page).getByRole('tabpanel').getByRole('listitem')).toHaveText([
      new RegExp(`Unlock: ${tour.propertyName}.*${MINUS}100 tokens.*Success$`),
      /Top-up, Plus plan.*\+500 tokens₹799.*SuccessReceiptPDF$/,
    ]);
    await expectToFit(page);
    await expectToAddUp(request, member.session, 400);
  });
});
