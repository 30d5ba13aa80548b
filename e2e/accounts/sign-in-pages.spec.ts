import type { Page } from '@playwright/test';
import { expectNoBarrier, expectNoBarrierInAnyTheme, expectToFit } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { codeIn, createMember, freshEmail, mailTo, storeSession } from '../support/members.ts';
import { errorBox, lockedTour, profile, storedSession, submit, successBox } from '../support/sign-in.ts';

// A refused call is an error on the console of every browser.
test.use({ allowedErrors: [/status of 4(00|01|09|29)/] });

test.describe('accounts of other services', () => {
  test('a service that is not set up ends at the error page, with a link back; the others say that they are unavailable', async ({
    page,
  }) => {
    await page.goto('/api/auth/oauth/facebook?redirect=1&next=%2Fcategories');
    await expect(page).toHaveURL(/\/auth\/error/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Authentication Failed');
    await expect(page.getByText('Signing in with this service is not available.')).toBeVisible();
    await page.getByRole('link', { name: 'Back to sign in' }).click();
    await expect(page).toHaveURL(/\/login$/);
    for (const name of ['Facebook', 'Instagram', 'LinkedIn', 'WhatsApp']) {
      const button = page.getByRole('button', { name });
      await expect(button).toHaveAttribute('aria-disabled', 'true');
      await expect(button).toHaveAccessibleDescription(/currently unavailable/i);
      await button.focus();
      await page.keyboard.press('Enter');
      await expect(page.getByText(new RegExp(`^${name}.* is currently unavailable\\.$`))).toBeVisible();
    }
  });

  const user = Buffer.from('{"id":"x","name":"Mallory"}').toString('base64');
  const refusals = [
    ['', 'Missing authentication data. Please try signing in again.'],
    ['?token=a&refreshToken=b', 'Missing authentication data. Please try signing in again.'],
    ['?token=a&refreshToken=b&user=%25%25', 'We could not complete your sign in. Please try again.'],
    [`?token=a&refreshToken=b&user=${user}`, 'We could not complete your sign in. Please try again.'],
  ] as const;
  test('A18: the callback refuses what is missing or made up, and the living session of a stranger', async ({
    page,
    request,
  }) => {
    for (const [query, text] of refusals) {
      await page.goto(`/auth/callback${query}`);
      await expect(page.getByRole('heading', { level: 1 }), query).toHaveText('Authentication Error');
      await expect(errorBox(page), query).toHaveText(text);
      expect(new URL(page.url()).search).toBe('');
      expect(await storedSession(page)).toBeNull();
      await page.getByRole('link', { name: 'Back to sign in' }).click();
      await expect(page).toHaveURL(/\/login$/);
    }

    const { session } = await createMember(request);
    const query = new URLSearchParams({
      token: session.token,
      refreshToken: session.refreshToken,
      user: Buffer.from(JSON.stringify(session.user)).toString('base64'),
    });
    await page.goto(`/auth/callback?${query}`);
    await expect(errorBox(page)).toHaveText('We could not complete your sign in. Please try again.');
    expect(await storedSession(page)).toBeNull();
  });

  test('the callback exchanges the token at once, fetches the user from the server and continues', async ({
    page,
    request,
  }) => {
    const { session } = await createMember(request);
    const query = new URLSearchParams({
      token: session.token,
      refreshToken: session.refreshToken,
      user: Buffer.from('{"id":"x","name":"Mallory"}').toString('base64'),
      next: '/categories?sort=name',
    });
    // No provider was visited: the request goes on as one of the browser that began the sign-in would.
    await page.route('**/api/auth/token/refresh', (route) => {
      expect(route.request().postDataJSON()).toMatchObject({ fromAddress: true });
      return route.continue({ postData: { refreshToken: session.refreshToken } });
    });
    await page.goto(`/auth/callback?${query}`);
    await expect(page).toHaveURL(/\/categories\?sort=name$/);
    const now = await storedSession(page);
    expect(now?.user.name).toBe('Ada Lovelace');
    expect(now?.refreshToken).not.toBe(session.refreshToken);
    await page.goBack();
    expect(page.url()).not.toContain('token');
  });

  test('the page for errors shows texts from its address as text', async ({ page }) => {
    const text = '<img src=x onerror="window.hacked=1">';
    const cases = [
      [`?error_description=${encodeURIComponent(text)}&error=no`, text],
      ['?error=access_denied', 'access_denied'],
      ['', 'We could not complete the sign in process.'],
    ] as const;
    for (const [query, shown] of cases) {
      await page.goto(`/auth/error${query}`);
      await expect(page.getByRole('main').getByText(shown, { exact: true })).toBeVisible();
    }
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  });
});

test.describe('verifying an email', () => {
  test('accepts the link of the mail once', async ({ page, request }) => {
    const member = await createMember(request);
    const link = (await mailTo(request, member.email, /confirm/i)).match(/\/verify-email#token=[\w.-]+/)?.[0];
    await storeSession(page, member.session);
    await page.goto(link ?? '');
    await submit(page, 'Confirm my email address').click();
    await expect(successBox(page, 'verified')).toBeVisible();
    expect(page.url()).not.toContain('token');
    await expect.poll(async () => (await profile(page)).emailVerified).toBe(true);
  });

  test("accepts a member's code, and says when a link is invalid", async ({ page, request }) => {
    const member = await createMember(request);
    const code = codeIn(await mailTo(request, member.email, /confirm/i));
    await storeSession(page, member.session);
    await page.goto('/verify-email#token=dead');
    await expect(errorBox(page)).toBeVisible();
    await page.getByLabel('Code', { exact: true }).fill(code);
    await submit(page, 'Verify email').click();
    await expect(successBox(page, 'verified')).toBeVisible();
  });
});

test.describe('every screen', () => {
  const screens: [name: string, path: string, prepare?: (page: Page) => Promise<void>][] = [
    ['sign in', '/login', (page) => submit(page, 'Sign in').click()],
    ['sign up', '/login?signup=1', (page) => submit(page, 'Create account').click()],
    ['code', '/login', (page) => page.getByRole('button', { name: 'Sign in with an email code' }).click()],
    [
      'code sent',
      '/login',
      async (page) => {
        await page.getByLabel('Email', { exact: true }).fill(freshEmail());
        await page.getByRole('button', { name: 'Forgot password' }).click();
        await submit(page, 'Send code').click();
        await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
      },
    ],
    ['new password', '/login#reset=token', (page) => submit(page, 'Set new password').click()],
    ['callback', '/auth/callback'],
    ['error', '/auth/error'],
    ['verify', '/verify-email#token=dead'],
  ];

  test('has no barrier in any theme, and fits 320 px', async ({ page }) => {
    test.slow();
    for (const [name, path, prepare] of screens) {
      await page.goto(path);
      await expect(page.locator('meta[name="robots"]'), name).toHaveAttribute('content', 'noindex');
      await expect(page.getByRole('heading', { level: 1 }), name).toHaveCount(1);
      expect(await page.title(), name).toMatch(/ · Oriel$/);
      await prepare?.(page);
      for (const width of [320, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        await expectToFit(page, `${name} at ${width} px`);
        // Structure depends on the width, colours on the theme.
        if (width === 320) await expectNoBarrier(page, `${name} at ${width} px`);
        else await expectNoBarrierInAnyTheme(page, `${name} at ${width} px`);
      }
    }
  });
});

test.describe('as a dialog', () => {
  test('signs in without leaving the page, and returns the focus when it is closed', async ({
    page,
    request,
  }) => {
    const member = await createMember(request);
    const { slug } = await lockedTour(request);
    await page.goto(`/experiences/vr/${slug}`);
    const opener = page.getByRole('button', { name: 'Sign in' });
    await opener.click();
    const dialog = page.getByRole('dialog', { name: 'Welcome back' });
    await expect(dialog.getByLabel('Email')).toBeFocused();
    await expectNoBarrier(page, 'dialog', { within: 'dialog' });
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe('hidden');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();

    await opener.click();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toBeHidden();

    await opener.click();
    await dialog.getByLabel('Email').fill(member.email);
    await dialog.getByLabel('Password', { exact: true }).fill(member.password);
    await dialog.getByLabel('Password', { exact: true }).press('Enter');
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(new RegExp(`/experiences/vr/${slug}$`));
    await expect(opener).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Login to view' })).toBeHidden();
  });
});
