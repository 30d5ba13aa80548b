import type { Page } from '@playwright/test';
import { failRequests } from '../support/failing-requests.ts';
import { expect, test } from '../support/fixtures.ts';

const cards = (page: Page) => page.getByRole('main').getByRole('article');

test.use({ allowedErrors: [/ERR_FAILED/] });

test('a like stays unset when the server cannot be reached; else it counts once and stays', async ({
  page,
}) => {
  const restore = await failRequests(page, '**/like');
  await page.goto('/experiences?sort=new');
  const button = cards(page)
    .nth(5)
    .getByRole('button', { name: /^Like / });
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  const refused = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/like'));
  await button.click();
  await refused;
  await expect(button).toHaveAttribute('aria-busy', 'false');
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  await expect(button).toBeEnabled();
  await expect(page.getByRole('alert')).toHaveText('Your like was not counted. Please try again.');
  await expect(page.getByRole('alert')).toBeInViewport();

  restore();
  const likes: string[] = [];
  page.on('request', (request) => request.url().endsWith('/like') && likes.push(request.url()));
  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await expect(button).toBeDisabled();
  await button.click({ force: true });
  await page.reload();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await expect(button).toBeDisabled();
  expect(likes).toHaveLength(1);
});
