import { readFile } from 'node:fs/promises';
import type { APIRequestContext, Page } from '@playwright/test';
import { expectNoBarrierInAnyTheme, expectToFit } from '../support/accessibility.ts';
import { addAuthenticator, disablePasskeySuggestions } from '../support/authenticator.ts';
import { expect, test } from '../support/fixtures.ts';
import { createMember, mailTo, storeSession, type TestMember } from '../support/members.ts';
import { accountButton, settings } from '../support/settings.ts';
import { errorBox, storedSession } from '../support/sign-in.ts';

// A refused call is an error on the console of every browser.
test.use({ allowedErrors: [/status of 40[13]/] });

const section = (page: Page, name: string) => settings(page).getByRole('region', { name });
const passkeys = (page: Page) => section(page, 'Passkeys');

async function openSettings(page: Page, member: TestMember, tab = 'password'): Promise<void> {
  await storeSession(page, member.session);
  await page.goto(`/categories?settings=${tab}`);
}

/** Adds a passkey in the settings of a member who has just signed up. */
async function addPasskey(page: Page, request: APIRequestContext) {
  const member = await createMember(request);
  const keys = await addAuthenticator(page);
  await openSettings(page, member);
  await passkeys(page).getByRole('button', { name: 'Add a passkey' }).click();
  await expect(passkeys(page).getByRole('status')).toContainText('You can now sign in with it.');
  return { member, keys };
}

/** Signs out in this browser; the authenticator keeps its passkeys. */
async function signOut(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.removeItem('oriel-session'));
}

/** Refuses exports until a fresh proof is taken, as the server does ten minutes after the last. */
async function sessionWithoutProof(page: Page): Promise<void> {
  let isProven = false;
  await page.route('**/api/auth/reauth', async (route) => {
    const response = await route.fetch();
    isProven ||= response.ok();
    await route.fulfill({ response });
  });
  await page.route('**/api/auth/me/export', async (route) => {
    if (isProven) return route.continue();
    const problem = {
      type: 'about:blank',
      title: 'Forbidden',
      status: 403,
      code: 'reauthentication_required',
      detail: 'Please confirm that it is you to continue.',
    };
    return route.fulfill({
      status: 403,
      contentType: 'application/problem+json',
      body: JSON.stringify(problem),
    });
  });
}

test.describe('passkeys', () => {
  test('are added, renamed and removed in the settings; the owner is notified', async ({ page, request }) => {
    const { member, keys } = await addPasskey(page, request);
    expect(await keys.count()).toBe(1);
    const rows = passkeys(page).getByRole('listitem');
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText('Chrome on');
    await expect(rows).toContainText('not used yet');
    // The same authenticator holds one already.
    await passkeys(page).getByRole('button', { name: 'Add a passkey' }).click();
    await expect(passkeys(page).getByRole('alert')).toHaveText(
      'This device already holds a passkey for your account.',
    );

    await rows.getByRole('button', { name: /^Rename/ }).click();
    await expect(rows.getByLabel('Name of the passkey')).toBeFocused();
    await page.keyboard.type('My laptop');
    await page.keyboard.press('Enter');
    await expect(rows).toContainText('My laptop');

    await expect(section(page, 'Recent security activity').getByRole('listitem').first()).toContainText(
      'added',
    );
    expect(await mailTo(request, member.email, /passkey was added/i)).toContain('Chrome');

    await rows.getByRole('button', { name: 'Remove My laptop' }).click();
    await expect(rows.getByRole('button', { name: 'Keep it' })).toBeFocused();
    await rows.getByRole('button', { name: 'Remove it' }).click();
    await expect(rows).toHaveCount(0);
    await expect(passkeys(page).getByText('You have no passkeys yet.')).toBeVisible();
  });

  test('sign in by the button, without an email address', async ({ page, request }) => {
    const { member } = await addPasskey(page, request);
    await signOut(page);
    await disablePasskeySuggestions(page);
    await page.goto('/login?next=%2Fcategories');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(page).toHaveURL(/\/categories$/);
    expect((await storedSession(page))?.user.email).toBe(member.email);
    await expect(accountButton(page)).toBeVisible();
  });

  test('sign in by the suggestions of the email field', async ({ page, request }) => {
    const { member } = await addPasskey(page, request);
    await signOut(page);
    await page.goto('/login?next=%2Fcategories');
    // The virtual authenticator chooses the only passkey among the suggestions.
    await expect(page).toHaveURL(/\/categories$/);
    expect((await storedSession(page))?.user.email).toBe(member.email);
  });

  test('that were removed are refused with a sentence', async ({ page, request }) => {
    const { member } = await addPasskey(page, request);
    const headers = { authorization: `Bearer ${member.session.token}` };
    const { passkeys: list } = await (await request.get('/api/auth/passkeys', { headers })).json();
    await request.delete(`/api/auth/passkeys/${list[0].id}`, { headers });
    await signOut(page);
    await disablePasskeySuggestions(page);
    await page.goto('/login');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(errorBox(page)).toContainText('This passkey is not known here.');
  });

  test('confirm the member before a sensitive change', async ({ page, request }) => {
    await addPasskey(page, request);
    await sessionWithoutProof(page);
    await page.goto('/categories?settings=profile');
    const download = page.waitForEvent('download');
    await settings(page).getByRole('button', { name: 'Export my data' }).click();
    const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await question.getByRole('button', { name: 'Use a passkey' }).click();
    expect((await download).suggestedFilename()).toBe('my-data.json');
    await expect(question).toBeHidden();
  });
});

test.describe('without a recent proof', () => {
  test('the password is asked for, and without one the change is refused', async ({ page, request }) => {
    const member = await createMember(request);
    await openSettings(page, member, 'profile');
    await sessionWithoutProof(page);
    const exportButton = settings(page).getByRole('button', { name: 'Export my data' });
    await exportButton.click();
    const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await expect(question.getByLabel('Your password')).toBeVisible();
    await expectNoBarrierInAnyTheme(page);
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(settings(page).getByRole('alert')).toHaveText('Please confirm that it is you to continue.');

    await exportButton.click();
    await question.getByRole('button', { name: 'Confirm' }).click();
    await expect(question.getByText('Enter your password.')).toBeVisible();
    await question.getByLabel('Your password').fill('not my password');
    await question.getByRole('button', { name: 'Confirm' }).click();
    await expect(question.getByRole('alert')).toHaveText('Your password is not correct.');
    const download = page.waitForEvent('download');
    await question.getByLabel('Your password').fill(member.password);
    await page.keyboard.press('Enter');
    await download;
    await expect(question).toBeHidden();
  });
});

test.describe('recovery codes', () => {
  test('are made, saved as text, and sign in once', async ({ page, request }) => {
    const member = await createMember(request);
    await openSettings(page, member);
    const codes = section(page, 'Recovery codes');
    await expect(codes.getByText('You have no recovery codes yet.')).toBeVisible();
    await codes.getByRole('button', { name: 'Make recovery codes' }).click();
    await expect(codes.getByRole('list', { name: 'Your recovery codes' }).getByRole('listitem')).toHaveCount(
      10,
    );
    await expect(codes.getByText('10 of 10 codes left')).toBeVisible();
    const download = page.waitForEvent('download');
    await codes.getByRole('button', { name: 'Download as text' }).click();
    const text = await readFile(await (await download).path(), 'utf8');
    const [code = ''] = text.match(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){2}$/m) ?? [];
    expect(text).toContain(member.email);

    await signOut(page);
    await page.goto('/login?next=%2Fcategories');
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await expect(page.getByRole('heading', { name: 'Use a recovery code' })).toBeVisible();
    await page.getByLabel('Email', { exact: true }).fill(member.email);
    await page.getByLabel('Recovery code').fill('0000-0000-0000');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(errorBox(page)).toHaveText('Invalid email or recovery code');
    await page.getByLabel('Recovery code').fill(code.toLowerCase());
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page).toHaveURL(/\/categories$/);
    await page.goto('/categories?settings=password');
    await expect(codes.getByText('9 of 10 codes left')).toBeVisible();
    expect(await mailTo(request, member.email, /recovery code signed in/i)).toContain(
      '9 of 10 codes are left.',
    );
  });
});

test('the security of an account fits every screen and has no barrier', async ({ page, request }) => {
  const { member } = await addPasskey(page, request);
  for (let times = 0; times < 9; times += 1) {
    const data = { email: member.email, password: times === 4 ? 'wrong' : member.password };
    await request.post('/api/auth/login', { data });
  }
  await page.goto('/categories?settings=password');
  const activity = section(page, 'Recent security activity');
  await expect(activity.getByRole('listitem')).toHaveCount(8);
  await activity.getByRole('button', { name: 'Show more' }).click();
  await expect(activity.getByRole('listitem')).toHaveCount(10);
  await section(page, 'Recovery codes').getByRole('button', { name: 'Make recovery codes' }).click();
  await expect(section(page, 'Recovery codes').getByRole('list')).toBeVisible();
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectToFit(page, `${width}`);
  }
  await passkeys(page)
    .getByRole('button', { name: /^Remove/ })
    .click();
  await expectNoBarrierInAnyTheme(page);
});
