import type { APIRequestContext, Page } from '@playwright/test';
import { failRequests } from '../support/failing-requests.ts';
import { expect, test } from '../support/fixtures.ts';
import { freshEmail, mailTo } from '../support/members.ts';

const footer = (page: Page) => page.getByRole('contentinfo');
const main = (page: Page) => page.getByRole('main');
const LEFT = 'Done, you will not hear from us again.';

/** Subscribes to the newsletter through the API. */
async function ask(request: APIRequestContext, email: string): Promise<void> {
  const answer = await request.post('/api/leads', { data: { kind: 'newsletter', email } });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** The tokens in the newest mail that asks for confirmation. */
async function tokensFor(request: APIRequestContext, email: string) {
  const mail = await mailTo(request, email, /Confirm your subscription/);
  const tokenOf = (name: string) => mail.match(new RegExp(`/newsletter#${name}=([\\w.-]+)`))?.[1] ?? '';
  return { token: tokenOf('token'), leaveToken: tokenOf('leave') };
}

test('the link of the mail confirms by a press alone, and can be taken back there', async ({
  page,
  request,
}) => {
  const email = freshEmail();
  await ask(request, email);
  const { token } = await tokensFor(request, email);
  const calls: string[] = [];
  page.on('request', (call) => {
    if (call.method() !== 'GET') calls.push(new URL(call.url()).pathname);
  });
  await page.goto(`/newsletter#token=${token}`);
  const confirm = main(page).getByRole('button', { name: 'Yes, subscribe me' });
  await expect(confirm).toBeEnabled();
  await expect(page).toHaveURL('/newsletter');
  await expect(main(page).getByRole('heading', { level: 1 })).toHaveText('One more step');
  // What a mail program's guard does that opens links and runs their scripts.
  await page.waitForLoadState('networkidle');
  expect(calls).toEqual([]);

  await confirm.press('Enter');
  await expect(main(page).getByRole('status')).toHaveText('You are on the list.');
  await expect(main(page).getByRole('heading', { level: 1 })).toBeFocused();
  await main(page).getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(main(page).getByRole('status')).toHaveText(LEFT);
  await expect(main(page).getByRole('button')).toHaveCount(0);
  expect(calls).toEqual(['/api/newsletter/confirm', '/api/newsletter/unsubscribe']);
});

test.describe('when sending fails', () => {
  test.use({ allowedErrors: [/status of (401|503)|ERR_FAILED|^503 from/] });

  test('the footer keeps the address, says so, and takes it later, also from a dead session', async ({
    page,
  }) => {
    const email = freshEmail();
    await page.goto('/contact');
    await page.evaluate(() => {
      const user = {
        id: 'm_x',
        name: 'Ada',
        email: 'ada@example.org',
        avatar: null,
        subscriptionType: 'Free',
      };
      const session = { user, token: 'dead', refreshToken: 'dead' };
      localStorage.setItem('oriel-session', JSON.stringify(session));
    });
    const field = footer(page).getByLabel('Your email');
    const subscribe = footer(page).getByRole('button', { name: 'Subscribe' });
    for (const refusal of ['abort', 'unavailable'] as const) {
      const restore = await failRequests(page, '**/api/leads', (route) =>
        refusal === 'abort' ? route.abort() : route.fulfill({ status: 503, body: 'down' }),
      );
      await field.fill(email);
      await subscribe.click();
      await expect(footer(page)).toContainText('We could not add your email. Please try again.');
      await expect(field).toHaveValue(email);
      restore();
    }
    await subscribe.click();
    await expect(footer(page)).toContainText(`Almost there. We have sent a link to ${email}.`);
    await expect(field).toHaveValue('');
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('unsubscribing works, and subscribing says what it needs', async ({ page, request }) => {
    const email = freshEmail();
    await ask(request, email);
    const { token, leaveToken } = await tokensFor(request, email);
    const confirmed = await request.post('/api/newsletter/confirm', { data: { token } });
    expect(confirmed.status()).toBe(200);
    await page.goto(`/newsletter?leaveToken=${leaveToken}`);
    await expect(main(page).getByRole('heading', { level: 1 })).toHaveText('No more emails?');
    await main(page).getByRole('button', { name: 'Unsubscribe' }).click();
    await expect(main(page)).toContainText(LEFT);
    // The subscriber is off the list: asking again begins with a confirmation.
    await ask(request, email);
    await expect.poll(async () => (await tokensFor(request, email)).token).not.toBe(token);
    await page.goto('/newsletter');
    await expect(main(page)).toContainText('The link in our email needs JavaScript.');
  });
});
