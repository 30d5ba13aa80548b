import type { APIRequestContext, Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { createMember, storeSession, type TestMember } from './members.ts';
import { settings } from './settings.ts';

export const wallet = (page: Page) => settings(page).getByRole('tabpanel', { name: 'Your VR Token' });
export const confirmation = (page: Page) => page.getByRole('dialog', { name: 'Confirm Purchase' });
export const paymentWindow = (page: Page) => page.getByRole('dialog', { name: 'Pay Oriel' });
export const success = (page: Page) => page.getByRole('dialog', { name: 'Payment Successful' });
export const failure = (page: Page) => page.getByRole('dialog', { name: 'Payment Failed' });
export const arriving = (page: Page) =>
  page.getByRole('dialog', { name: 'Payment received, tokens arriving' });
export const plan = (page: Page, name: string) =>
  wallet(page).getByRole('radio', { name: new RegExp(`^${name} `) });

/** A member's browser with a tab of the settings open. */
export async function openSettings(
  page: Page,
  request: APIRequestContext,
  { tab = 'subscription', member }: { tab?: string; member?: TestMember } = {},
): Promise<TestMember> {
  const who = member ?? (await createMember(request));
  await storeSession(page, who.session);
  await page.goto(`/categories?settings=${tab}`);
  await expect(settings(page).getByRole('tabpanel')).toBeVisible();
  return who;
}

/** From the chosen plan to the payment window. */
export async function goToPayment(page: Page): Promise<void> {
  await wallet(page).getByRole('button', { name: 'Top-Up Now' }).click();
  await confirmation(page).getByRole('button', { name: 'Confirm' }).click();
  await expect(paymentWindow(page)).toBeVisible();
}

/** Pays in the demo's window. */
export async function pay(page: Page): Promise<void> {
  await paymentWindow(page)
    .getByRole('button', { name: /^Pay ₹/ })
    .click();
}

/** The reasons that the page gives to the server for payments that did not happen. */
export function reportedFailures(page: Page): string[] {
  const reasons: string[] = [];
  page.on('request', (sent) => {
    if (sent.url().endsWith('/report-failure')) reasons.push(sent.postDataJSON().reason);
  });
  return reasons;
}
