import type { Session } from '@oriel/contract';
import type { APIRequestContext, Page } from '@playwright/test';
import { expectNoBarrierInAnyTheme } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { codeIn, createMember, mailTo, storeSession, type TestMember } from '../support/members.ts';
import { pageOf } from '../support/tours.ts';
import {
  access,
  accessRequests,
  cardOf,
  gatedTour,
  linkOf,
  listWith,
  returnToTab,
  stage,
} from '../support/unlocks.ts';
import { createInvitedMember, topUp, totalBalance } from '../support/wallet.ts';
import { openSettings, wallet } from '../support/wallet-dialogs.ts';

// What the browser itself notes of a refusal.
test.use({ allowedErrors: [/status of 403/] });

const SENTENCE =
  /Your welcome tokens can be spent once your email is verified\. Enter the code from our mail/;
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Verify your email first' });
const unlock = (page: Page) => page.getByRole('button', { name: 'Unlock for 100 tokens' });

/** A newcomer with 100 welcome tokens whose email is not verified, signed in in this browser. */
async function arrive(page: Page, request: APIRequestContext): Promise<TestMember> {
  const member = await createInvitedMember(request, await createMember(request));
  await storeSession(page, member.session);
  return member;
}

const verifyMail = (request: APIRequestContext, { email }: TestMember) => mailTo(request, email, /confirm/i);

/** As from another device. */
async function verifyElsewhere(request: APIRequestContext, member: TestMember): Promise<void> {
  const link = (await verifyMail(request, member)).match(/\/verify-email#token=([\w.-]+)/)?.[1];
  const response = await request.post('/api/auth/email/verify', { data: { token: link } });
  expect(response.status(), await response.text()).toBe(200);
}

const bearer = ({ token }: Session) => ({ authorization: `Bearer ${token}` });

test.describe('a newcomer whose email is not verified', () => {
  test('is asked for it by the card, has the mail sent again, and enters the tour', async ({
    page,
    request,
  }) => {
    const tour = await gatedTour(request);
    const member = await arrive(page, request);
    await page.goto(listWith(tour));
    await expect(cardOf(page, tour)).toContainText('Verify your email');
    await expect(cardOf(page, tour)).toContainText('then 100 tokens');
    await expectNoBarrierInAnyTheme(page, 'card');
    const asked = accessRequests(page);
    await linkOf(page, tour).click();
    await expect(dialog(page)).toContainText(SENTENCE);
    await expect(dialog(page)).toContainText('Then the tour opens for 100 tokens.');
    const code = dialog(page).getByLabel('Code', { exact: true });
    await expect(code).toBeFocused();
    const first = await verifyMail(request, member);
    await dialog(page).getByRole('button', { name: 'Send another email' }).click();
    await expect(dialog(page).getByRole('status').filter({ hasText: /./ })).toBeVisible();
    await expect.poll(() => verifyMail(request, member)).not.toBe(first);
    expect(asked).toEqual([]);
    await code.fill(codeIn(await verifyMail(request, member)));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(pageOf(tour));
    await expect(stage(page)).toBeVisible();
    expect(asked).toHaveLength(1);
    expect(await totalBalance(request, member.session)).toBe(0);
  });

  test('is asked by the page of the tour, which opens when the link was followed elsewhere', async ({
    page,
    request,
  }) => {
    const tour = await gatedTour(request);
    const member = await arrive(page, request);
    await page.goto(pageOf(tour));
    await expect(page.getByRole('heading', { name: 'Verify your email first' })).toBeVisible();
    await expect(page.getByRole('definition')).toHaveText([
      '100 tokens',
      '100 tokens',
      '100 tokens',
      '0 tokens',
    ]);
    const verify = page.getByRole('button', { name: 'Verify email' });
    await verify.click();
    await expect(dialog(page)).toContainText(SENTENCE);
    await page.keyboard.press('Escape');
    await expect(verify).toBeFocused();
    await verify.click();
    await expect(dialog(page)).toBeVisible();
    await expectNoBarrierInAnyTheme(page, 'dialog');
    await verifyElsewhere(request, member);
    await returnToTab(page);
    await expect(stage(page)).toBeVisible();
    await expect(dialog(page)).toBeHidden();
    expect(await totalBalance(request, member.session)).toBe(0);
  });

  test('is asked where the page did not know that the other tokens are gone', async ({ page, request }) => {
    const tour = await gatedTour(request);
    const member = await arrive(page, request);
    await topUp(request, member.session);
    await page.goto(pageOf(tour));
    await expect(unlock(page)).toBeVisible();
    const other = await access(request, member.session, await gatedTour(request, true));
    expect(other.status()).toBe(200);
    await unlock(page).click();
    await expect(dialog(page)).toBeVisible();
    await dialog(page)
      .getByLabel('Code', { exact: true })
      .fill(codeIn(await verifyMail(request, member)));
    await page.keyboard.press('Enter');
    await expect(stage(page)).toBeVisible();
    expect(await totalBalance(request, member.session)).toBe(0);
  });

  test('sees in the wallet what waits, and verifies there', async ({ page, request }) => {
    const member = await createInvitedMember(request, await createMember(request));
    await openSettings(page, request, { member });
    const notice = wallet(page).getByText('100 tokens can be spent once your email is verified.');
    await expect(notice).toBeVisible();
    await expectNoBarrierInAnyTheme(page, 'wallet');
    await wallet(page).getByRole('button', { name: 'Verify email' }).click();
    await dialog(page)
      .getByLabel('Code', { exact: true })
      .fill(codeIn(await verifyMail(request, member)));
    await page.keyboard.press('Enter');
    await expect(dialog(page)).toBeHidden();
    await expect(notice).toBeHidden();
    await expect(
      wallet(page).getByText(/^100 bonus tokens, valid until \d{1,2} \w{3,4} \d{4}$/),
    ).toBeVisible();
  });
});

test('a referrer sees from when the reward for a plan can be spent', async ({ page, request }) => {
  const friend = await createMember(request);
  const newcomer = await createInvitedMember(request, friend);
  await verifyElsewhere(request, newcomer);
  await topUp(request, newcomer.session, 'plus');
  const summary = await request.get('/api/tokens/summary', { headers: bearer(friend.session) });
  const { lots } = await summary.json();
  const available = new Date(lots.find(({ tokens }: { tokens: number }) => tokens === 150).availableAt);
  await openSettings(page, request, { member: friend });
  await expect(wallet(page).getByText('150 tokens can be spent later, as listed below.')).toBeVisible();
  const day = await page.evaluate(
    (time) =>
      new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' }).format(time),
    available.getTime(),
  );
  await expect(
    wallet(page).getByText(new RegExp(`^150 referral tokens, valid until .*, can be spent from ${day}$`)),
  ).toBeVisible();
});
