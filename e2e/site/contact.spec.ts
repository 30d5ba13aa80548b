import type { Page } from '@playwright/test';
import { failRequests } from '../support/failing-requests.ts';
import { expect, test } from '../support/fixtures.ts';
import { createMember, freshEmail, mailTo, storeSession } from '../support/members.ts';

const THANKS = 'Thank you for contacting the company. Our team will reach out shortly.';

const form = (page: Page) => page.getByRole('form', { name: 'Your message' });
const field = (page: Page, name: string) => form(page).getByLabel(name, { exact: true });
const send = (page: Page) => form(page).getByRole('button', { name: 'Send message' }).click();

async function fillIn(page: Page, email: string): Promise<void> {
  await field(page, 'Name').fill('Ada Lovelace');
  await field(page, 'Email').fill(email);
  await field(page, 'Phone').fill('98765 43210');
  await field(page, 'Message').fill('May I show you our house?');
  await form(page).getByRole('checkbox').check();
}

test.describe('the contact form', () => {
  test('asks for what is missing and sends nothing until it is there; then it reaches the company', async ({
    page,
    request,
  }) => {
    const email = freshEmail();
    const calls: string[] = [];
    page.on('request', (call) => {
      if (call.url().includes('/api/contact')) calls.push(call.url());
    });
    await page.goto('/contact');
    await expect(field(page, 'Country code')).toHaveValue('+91');
    await expect(field(page, 'Subject')).toHaveCount(0);
    await send(page);
    await expect(form(page).getByRole('alert')).toHaveText('Please complete all required fields.');
    await expect(field(page, 'Name')).toBeFocused();
    await expect(field(page, 'Name')).toHaveAttribute('aria-invalid', 'true');
    await fillIn(page, 'ada');
    await form(page).getByRole('checkbox').uncheck();
    await send(page);
    await expect(form(page).getByRole('alert')).toHaveText('Please complete all required fields.');
    await expect(form(page)).toContainText('Please enter a valid email address.');
    await fillIn(page, 'ada@example.org');
    await field(page, 'Message').fill('   ');
    await send(page);
    await expect(form(page).getByRole('alert')).toHaveText('Please complete all required fields.');
    await expect(field(page, 'Message')).toBeFocused();
    expect(calls).toEqual([]);

    await fillIn(page, email);
    await field(page, 'Country code').selectOption({ label: 'Portugal (+351)' });
    await send(page);
    await expect(form(page).getByRole('status')).toHaveText(THANKS);
    await expect(field(page, 'Message')).toHaveValue('');
    const mail = await mailTo(request, 'hello@oriel.example', /Message from Ada Lovelace/);
    expect(mail).toContain('May I show you our house?');
  });

  test.describe('when sending fails', () => {
    test.use({ allowedErrors: [/status of (429|502)|ERR_FAILED|^502 from/] });
    const failures: [string, { status: number; contentType: string; body: string } | undefined, string][] = [
      [
        'the server refuses',
        {
          status: 429,
          contentType: 'application/problem+json',
          body: JSON.stringify({ status: 429, code: 'too_many_requests', detail: 'Too many requests.' }),
        },
        'Too many requests.',
      ],
      [
        'a proxy fails',
        { status: 502, contentType: 'text/html', body: 'Bad gateway' },
        'Request failed with status 502',
      ],
      ['the line is dead', undefined, 'Something went wrong. Please try again.'],
    ];
    test('nothing that was typed is lost', async ({ page }) => {
      await page.goto('/contact');
      for (const [what, answer, reason] of failures) {
        await test.step(what, async () => {
          const restore = await failRequests(page, '**/api/contact', (route) =>
            answer ? route.fulfill(answer) : route.abort(),
          );
          await fillIn(page, 'ada@example.org');
          await send(page);
          const banner = form(page).getByRole('alert');
          await expect(banner).toHaveText(`We could not submit your details. Please try again. ${reason}`);
          await expect(banner).toBeInViewport();
          await expect(form(page).getByText(THANKS)).toHaveCount(0);
          await expect(field(page, 'Message')).toHaveValue('May I show you our house?');
          await expect(form(page).getByRole('checkbox')).toBeChecked();
          restore();
          await send(page);
          await expect(form(page).getByRole('status')).toHaveText(THANKS);
          await expect(banner).toBeHidden();
        });
      }
    });
  });

  test.describe('without scripts', () => {
    test.use({ javaScriptEnabled: false });

    test('says what it needs, and names the other way', async ({ page }) => {
      await page.goto('/contact');
      await expect(form(page).getByText('Sending this form needs JavaScript')).toBeVisible();
      await expect(page.getByRole('main').getByRole('link', { name: 'hello@oriel.example' })).toHaveAttribute(
        'href',
        'mailto:hello@oriel.example',
      );
    });
  });

  test("is prefilled with the topic of the linking page and the member's name", async ({ page, request }) => {
    const member = await createMember(request);
    await storeSession(page, member.session);
    await page.goto('/contact?subject=team');
    await expect(field(page, 'Subject')).toHaveValue('I would like to create a new team.');
    await expect(field(page, 'Email')).toHaveValue(member.email);
    await page.goto('/contact?subject=quote');
    await expect(field(page, 'Subject')).toHaveValue('I would like to ask for a quote.');
  });

  test('the map comes on a click that says from where', async ({ page, baseURL }) => {
    const strangers: string[] = [];
    await page.route(
      (url) => url.origin !== new URL(baseURL ?? '').origin,
      (route) => {
        strangers.push(new URL(route.request().url()).host);
        return route.fulfill({ contentType: 'text/html', body: '<p>A map</p>' });
      },
    );
    await page.goto('/contact');
    const load = page.getByRole('button', { name: /^Load the map from/ });
    await load.scrollIntoViewIfNeeded();
    expect(strangers).toEqual([]);
    await load.click();
    const frame = page.getByTitle('Map with the place of Oriel');
    await expect(frame).toHaveAttribute('sandbox', /allow-scripts/);
    await expect(frame).toHaveAttribute('referrerpolicy', 'strict-origin-when-cross-origin');
    await expect.poll(() => strangers).toEqual(['www.openstreetmap.org']);
  });

  test.describe('where everything of others is blocked', () => {
    test.use({ allowedErrors: [/ERR_FAILED/] });

    test('D8 the page works without its map', async ({ page, baseURL }) => {
      const origin = new URL(baseURL ?? '').origin;
      await page.route(
        (url) => url.origin !== origin || url.pathname === '/api/region',
        (route) => route.abort(),
      );
      await page.goto('/contact');
      await page.getByRole('button', { name: /^Load the map from/ }).click();
      await expect(page.getByTitle('Map with the place of Oriel')).toBeVisible();
      await expect(page.getByRole('main').getByRole('link', { name: 'www.openstreetmap.org' })).toBeVisible();
      await fillIn(page, freshEmail());
      await send(page);
      await expect(form(page).getByRole('status')).toHaveText(THANKS);
    });
  });
});
