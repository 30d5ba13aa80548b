import { expect, test } from './fixtures.ts';

test.describe('plans', () => {
  test('cost a tenth less by the year, rounded', async ({ page }) => {
    await page.goto('/pricing');
    const card = (name: string) =>
      page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
    await expect(page.getByRole('radio', { name: 'Monthly' })).toBeChecked();
    for (const [name, price] of [
      ['Free', '$0'],
      ['Pro', '$29'],
      ['Teams', '$39'],
      ['Enterprise', 'Custom'],
    ] as const) {
      await expect(card(name).getByText(price, { exact: true })).toBeVisible();
    }
    await page.getByRole('radio', { name: 'Yearly' }).check();
    await expect(card('Pro').getByText('$26', { exact: true })).toBeVisible();
    await expect(card('Pro').getByText('$29', { exact: true })).toBeHidden();
    await expect(card('Teams').getByText('$35', { exact: true })).toBeVisible();
    await expect(card('Teams').getByText('per member per month, billed yearly')).toBeVisible();
    await expect(card('Free').getByText('$0', { exact: true })).toBeVisible();
  });

  test('lead on: to the settings, or to a message', async ({ page }) => {
    await page.goto('/pricing');
    await expect(page.getByRole('button', { name: 'Current' })).toBeDisabled();
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

  test('come with six answers', async ({ page }) => {
    await page.goto('/pricing');
    await expect(page.locator('details')).toHaveCount(6);
    await page.locator('summary', { hasText: 'Do tokens expire?' }).click();
    await expect(page.getByText('The ones that end first are always spent first.')).toBeVisible();
  });
});
