import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { createMember, storeSession } from '../support/members.ts';

const card = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });

test.describe('plans', () => {
  test('say what is in them and what they cost by the month and the year, answer questions, and lead on', async ({
    page,
  }) => {
    await page.goto('/pricing');
    for (const [name, points] of [
      ['Free', ['3 tours', '50 scenes', '1 GB of storage', '5K views a month']],
      ['Pro', ['50 tours', '1,000 scenes', '50 GB of storage', '100K views a month']],
      [
        'Teams',
        [
          '5 seats',
          '200 GB of storage',
          '500K pooled views a month',
          'Roles and permissions',
          'Shared libraries',
        ],
      ],
    ] as const) {
      for (const point of points) {
        await expect(card(page, name).getByRole('listitem').filter({ hasText: point })).toHaveCount(1);
      }
    }

    await expect(page.getByRole('radio', { name: 'Monthly' })).toBeChecked();
    for (const [name, price] of [
      ['Free', '$0'],
      ['Pro', '$29'],
      ['Teams', '$39'],
      ['Enterprise', 'Custom'],
    ] as const) {
      await expect(card(page, name).getByText(price, { exact: true })).toBeVisible();
    }
    // A tenth less, rounded.
    await page.getByRole('radio', { name: 'Yearly' }).check();
    await expect(card(page, 'Pro').getByText('$26', { exact: true })).toBeVisible();
    await expect(card(page, 'Pro').getByText('$29', { exact: true })).toBeHidden();
    await expect(card(page, 'Teams').getByText('$35', { exact: true })).toBeVisible();
    await expect(card(page, 'Teams').getByText('per member per month, billed yearly')).toBeVisible();
    await expect(card(page, 'Free').getByText('$0', { exact: true })).toBeVisible();

    await expect(page.locator('details')).toHaveCount(6);
    await page.locator('summary', { hasText: 'Do tokens expire?' }).click();
    await expect(page.getByText('The ones that end first are always spent first.')).toBeVisible();

    await expect(page.getByRole('button', { name: 'Current' })).toBeDisabled();
    await expect(page.getByRole('link', { name: 'Start free' })).toHaveAttribute('href', '/login?signup=1');
    await expect(page.getByRole('link', { name: 'Create new team' })).toHaveAttribute(
      'href',
      '/contact?subject=team',
    );
    await expect(page.getByRole('link', { name: 'Ask for a quote' })).toHaveAttribute(
      'href',
      '/contact?subject=quote',
    );
    await page.getByRole('link', { name: /^Upgrade/ }).click();
    await expect(page).toHaveURL(/\/login\?next=%2Fpricing%3Fsettings%3Dsubscription$/);
  });

  test('are bought by a member in the settings, over the page', async ({ page, request }) => {
    await storeSession(page, (await createMember(request)).session);
    await page.goto('/pricing');
    await expect(page.getByRole('link', { name: 'Start free' })).toHaveCount(0);
    await page.getByRole('link', { name: /^Upgrade/ }).click();
    const settings = page.getByRole('dialog', { name: 'Settings' });
    await expect(settings.getByRole('tab', { name: 'Your VR Token', selected: true })).toBeVisible();
    await expect(page).toHaveURL('/pricing?settings=subscription');
    await page.keyboard.press('Escape');
    await expect(settings).toBeHidden();
    await expect(page).toHaveURL('/pricing');
  });
});
