import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { freshEmail, mailTo } from '../support/members.ts';

const footer = (page: Page) => page.getByRole('contentinfo');

test.describe('the newsletter', () => {
  test.use({ allowedErrors: [/status of (400|429)/] });

  const letterLink = (mail: string, name: 'token' | 'leave') =>
    mail.match(new RegExp(`/newsletter#${name}=[\\w.-]+`))?.[0] ?? 'no link';

  test('is asked for, confirmed and ended', async ({ page, request }) => {
    const email = freshEmail();
    await page.goto('/experiences');
    await footer(page).getByLabel('Your email').fill(email);
    await footer(page).getByRole('button', { name: 'Subscribe' }).click();
    await expect(footer(page)).toContainText(`Almost there. We have sent a link to ${email}.`);

    const mail = await mailTo(request, email, /Confirm your subscription/);
    const confirm = page.getByRole('button', { name: 'Yes, subscribe me' });
    await page.goto(letterLink(mail, 'token'));
    await expect(page).toHaveURL('/newsletter');
    await confirm.click();
    await expect(page.getByRole('main')).toContainText('You are on the list.');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    // Of another address than the one in the bar, which has lost its fragment.
    await page.goto('/healthz');
    await page.goto(letterLink(mail, 'token'));
    await confirm.click();
    await expect(page.getByRole('main').getByRole('alert')).toContainText('This link is no longer valid.');

    await page.goto('/healthz');
    await page.goto(letterLink(await mailTo(request, email, /Welcome to the .* newsletter/), 'leave'));
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await expect(page.getByRole('main')).toContainText('Done, you will not hear from us again.');
  });
});

test.describe('the footer', () => {
  test.use({ allowedErrors: [/status of (400|429)|ERR_FAILED/] });

  test('leads to the pages of the company, says what is wrong with an address and keeps it, and stands at the default region where the server does not know', async ({
    page,
  }) => {
    await page.route('**/api/region', (route) => route.abort());
    await page.goto('/contact');
    const links = {
      'About Us': '/landing#about',
      Contact: '/contact',
      'Terms & Conditions': '/terms',
      'Privacy Policy': '/privacy',
    };
    for (const [name, url] of Object.entries(links)) {
      await expect(footer(page).getByRole('link', { name, exact: true })).toHaveAttribute('href', url);
    }
    await expect(footer(page).getByRole('button', { name: 'Cookie settings' })).toBeVisible();
    await expect(footer(page).getByRole('link', { name: 'Instagram' })).toHaveAttribute('rel', /noopener/);

    const region = footer(page).getByRole('combobox', { name: 'Preferred region' });
    await region.scrollIntoViewIfNeeded();
    await expect(region).toHaveValue('US');

    const field = footer(page).getByLabel('Your email');
    await field.fill('ada');
    await footer(page).getByRole('button', { name: 'Subscribe' }).click();
    await expect(footer(page)).toContainText('Please enter a valid email address.');
    await expect(field).toHaveValue('ada');
    await expect(field).toBeFocused();
  });
});
