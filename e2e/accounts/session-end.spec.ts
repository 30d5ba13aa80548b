import type { Session } from '@oriel/contract';
import type { APIRequestContext } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { createMember, storeSession } from '../support/members.ts';
import { accountButton, settings } from '../support/settings.ts';
import { confirmation, wallet } from '../support/wallet-dialogs.ts';

test.use({ allowedErrors: [/status of 40[013]/] });

const SENTENCE = 'Your session has ended. Sign in to continue.';

const endElsewhere = (request: APIRequestContext, { token, refreshToken }: Session) =>
  request.post('/api/auth/logout', { headers: { authorization: `Bearer ${token}` }, data: { refreshToken } });

test.describe('a session that ends', () => {
  test('leads from the settings to the sign-in, and back with what was typed', async ({ page, request }) => {
    const { email, password, session } = await createMember(request);
    await storeSession(page, session);
    await page.goto('/categories?settings=profile');
    await settings(page).getByLabel('City').fill('Porto');
    await settings(page).getByLabel('Address', { exact: true }).fill('Rua do Almada 1');
    await endElsewhere(request, session);
    await settings(page).getByRole('button', { name: 'Save profile' }).click();
    await expect(page.getByText(SENTENCE)).toBeVisible();
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.locator('form').getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page).toHaveURL('/categories?settings=profile');
    await expect(settings(page).getByLabel('City')).toHaveValue('Porto');
    await expect(settings(page).getByLabel('Address', { exact: true })).toHaveValue('Rua do Almada 1');
    await settings(page).getByRole('button', { name: 'Save profile' }).click();
    await expect(settings(page).getByText('Your profile is saved.')).toBeVisible();
  });

  test('keeps the purchase that was about to be confirmed', async ({ page, request }) => {
    const { email, password, session } = await createMember(request);
    await storeSession(page, session);
    await page.goto('/categories?settings=subscription');
    await wallet(page).getByRole('button', { name: 'Top-Up Now' }).click();
    await endElsewhere(request, session);
    await confirmation(page).getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText(SENTENCE)).toBeVisible();
    await expect(confirmation(page)).toHaveCount(0);
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.locator('form').getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page).toHaveURL('/categories?settings=subscription');
    await expect(confirmation(page)).toContainText('Starter');
  });

  test('is said in the other tab too, but not where the member signs out', async ({
    page,
    context,
    request,
  }) => {
    const { session } = await createMember(request);
    await storeSession(page, session);
    await page.goto('/experiences');
    const other = await context.newPage();
    await other.goto('/categories?settings=theme');
    await expect(settings(other)).toBeVisible();
    await accountButton(page).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
    await expect(page).toHaveURL('/experiences');
    await expect(other.getByText(SENTENCE)).toBeVisible();
    await expect(page.getByText(SENTENCE)).toHaveCount(0);
  });
});
