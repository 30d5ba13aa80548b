import type { APIRequestContext, Page } from '@playwright/test';
import { expectNoBarrierInAnyTheme } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { codeIn, createMember, mailTo, type TestMember } from '../support/members.ts';
import { profile, storedSession, submit, successBox } from '../support/sign-in.ts';

const QUESTION = /^An account for this address was made on \d+ \w+ \d{4} with .+\. Was that you\?$/;
const YES = 'Yes, this is my account';
const NO = 'No, remove it';

const group = (page: Page) => page.getByRole('group', { name: QUESTION });
const press = (page: Page, name: string) => group(page).getByRole('button', { name }).click();

async function linkTo(request: APIRequestContext, email: string): Promise<string> {
  return (await mailTo(request, email, /confirm/i)).match(/\/verify-email#token=[\w.-]+/)?.[0] ?? '';
}

const me = async (request: APIRequestContext, { session }: TestMember) =>
  (await request.get('/api/auth/me', { headers: { authorization: `Bearer ${session.token}` } })).status();
const logIn = async (request: APIRequestContext, { email, password }: TestMember) =>
  (await request.post('/api/auth/login', { data: { email, password } })).status();

/** Signs in with a code up to the question. */
async function enterCode(page: Page, request: APIRequestContext, email: string): Promise<void> {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign in with an email code' }).click();
  await page.getByLabel('Email', { exact: true }).fill(email);
  await submit(page, 'Send code').click();
  await expect(page.getByLabel('Code', { exact: true })).toBeVisible();
  await page
    .getByLabel('Code', { exact: true })
    .fill(codeIn(await mailTo(request, email, /your code to sign in/i)));
  await submit(page, 'Sign in').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Is this your account?');
}

test.describe('the link of a mail in a browser that did not sign up', () => {
  test('asks, and one press keeps the account', async ({ page, request }) => {
    const member = await createMember(request);
    await page.goto(await linkTo(request, member.email));
    await expect(group(page)).toBeVisible();
    await expect(page.getByText(member.email)).toBeVisible();
    await expectNoBarrierInAnyTheme(page);
    // Looking has changed nothing.
    expect(await me(request, member)).toBe(200);
    await press(page, YES);
    await expect(successBox(page, 'verified')).toBeVisible();
    expect(await me(request, member)).toBe(200);
    expect(await logIn(request, member)).toBe(200);
  });

  test('removes what a stranger added to the account', async ({ page, request }) => {
    const attacker = await createMember(request);
    await page.goto(await linkTo(request, attacker.email));
    await press(page, NO);
    await expect(successBox(page, 'This account is yours now')).toBeVisible();
    await expectNoBarrierInAnyTheme(page);
    expect([await me(request, attacker), await logIn(request, attacker)]).toEqual([401, 401]);
    await page.getByRole('link', { name: 'Sign in' }).last().click();
    await expect(page).toHaveURL(/\/login$/);
  });
});

test.describe('signing in with a code in a browser that did not sign up', () => {
  test('asks before signing in, and keeps the account', async ({ page, request }) => {
    const member = await createMember(request);
    await enterCode(page, request, member.email);
    await expect(group(page)).toBeVisible();
    await expect(page.getByText(QUESTION)).toBeFocused();
    await expectNoBarrierInAnyTheme(page);
    expect(await storedSession(page)).toBeNull();
    expect([await me(request, member), await logIn(request, member)]).toEqual([401, 403]);
    await press(page, YES);
    await expect(page).toHaveURL(/\/dashboard|\/experiences/);
    expect(await profile(page)).toMatchObject({ emailVerified: true, hasPassword: true });
    expect(await me(request, member)).toBe(200);
  });

  test('removes what a stranger added to the account', async ({ page, request }) => {
    const attacker = await createMember(request);
    await enterCode(page, request, attacker.email);
    await press(page, NO);
    await expect(successBox(page, 'You are now signed in.')).toBeVisible();
    expect((await profile(page)).hasPassword).toBe(false);
    expect([await me(request, attacker), await logIn(request, attacker)]).toEqual([401, 401]);
  });

  test.describe('too late', () => {
    test.use({ allowedErrors: [/status of 400/] });
    test('says so', async ({ page, request }) => {
      const member = await createMember(request);
      await enterCode(page, request, member.email);
      await page.route('**/api/auth/email/ownership', async (route) => {
        const body = { ...route.request().postDataJSON(), token: 'used' };
        await route.continue({ postData: body });
      });
      await press(page, YES);
      await expect(page.getByRole('alert')).toHaveText(
        'This question has expired. Please sign in with another code.',
      );
      await expect(page.getByRole('button', { name: 'Back to sign in' })).toBeVisible();
    });
  });
});
