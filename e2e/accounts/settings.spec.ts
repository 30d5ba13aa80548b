import { readFile } from 'node:fs/promises';
import type { Session } from '@oriel/contract';
import { expectNoBarrierInAnyTheme } from '../support/accessibility.ts';
import { failRequests } from '../support/failing-requests.ts';
import { expect, test } from '../support/fixtures.ts';
import { codeIn, createMember, mailTo, storeSession } from '../support/members.ts';
import { accountButton, settings, tab } from '../support/settings.ts';

const TABS = [
  'Your VR Token',
  'Get Free Tokens',
  'Profile Settings',
  'Theme Settings',
  'Password update',
  'Help Center',
  'Transaction',
];

test.describe('the settings', () => {
  test.use({ allowedErrors: [/ERR_FAILED/] });

  test('an unknown tab shows the profile; the arrow keys move between the tabs, and the address follows', async ({
    page,
    request,
  }) => {
    await storeSession(page, (await createMember(request)).session);
    await page.goto('/categories?settings=nonsense');
    await expect(tab(page, 'Profile Settings')).toHaveAttribute('aria-selected', 'true');
    await expect(settings(page).getByRole('tab')).toHaveText(TABS);
    await expect(settings(page).locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Tab');
    await expect(tab(page, 'Profile Settings')).toBeFocused();
    const steps: [key: string, name: string, id: string][] = [
      ['ArrowDown', 'Theme Settings', 'theme'],
      ['ArrowRight', 'Password update', 'password'],
      ['End', 'Transaction', 'history'],
      ['ArrowDown', 'Your VR Token', 'subscription'],
      ['ArrowLeft', 'Transaction', 'history'],
      ['Home', 'Your VR Token', 'subscription'],
    ];
    for (const [key, name, id] of steps) {
      await page.keyboard.press(key);
      await expect(tab(page, name)).toBeFocused();
      await expect(tab(page, name)).toHaveAttribute('aria-selected', 'true');
      await expect(page).toHaveURL(`/categories?settings=${id}`);
      await expect(settings(page).getByRole('tabpanel', { name })).toBeVisible();
    }
    const height = await settings(page).evaluate((element) => element.getBoundingClientRect().height);
    expect(height).toBeLessThanOrEqual(722);
    await test.step('no tab has a barrier', async () => {
      for (const name of ['Profile Settings', 'Theme Settings', 'Password update', 'Help Center']) {
        await tab(page, name).click();
        await expect(settings(page).getByRole('tabpanel', { name })).toBeVisible();
        await expectNoBarrierInAnyTheme(page, name);
      }
    });
    await settings(page).getByRole('button', { name: 'Close' }).click();
    await expect(page).toHaveURL('/categories');
  });

  test('the theme chosen there is the one in the footer; the help form is stored and mailed to the site', async ({
    page,
    request,
  }) => {
    const member = await createMember(request);
    await storeSession(page, member.session);
    await page.goto('/categories?settings=help');
    const form = settings(page).getByRole('tabpanel');
    await form.getByRole('button', { name: 'Send' }).click();
    await expect(form.getByText('Please complete all required fields.')).toHaveCount(2);
    await expect(form.getByLabel('Subject')).toBeFocused();
    await form.getByLabel('Subject').fill(`A question of ${member.email}`);
    await form.getByLabel('Message').fill('How do I turn around?\nI see only the wall.');
    // What was typed outlives a look at another tab.
    await tab(page, 'Theme Settings').click();
    await settings(page).getByRole('radio', { name: 'Dark' }).check();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await tab(page, 'Help Center').click();
    // And a line that breaks.
    const restore = await failRequests(page, '**/api/leads');
    await form.getByRole('button', { name: 'Send' }).click();
    await expect(form.getByRole('alert')).toHaveText('We could not submit your details. Please try again.');
    await expect(form.getByLabel('Message')).toHaveValue('How do I turn around?\nI see only the wall.');
    restore();
    await form.getByRole('button', { name: 'Send' }).click();
    await expect(form.getByRole('status')).toContainText('answers in under 12 hours');
    await expect(form.getByLabel('Message')).toHaveValue('');
    const mail = await mailTo(request, 'hello@oriel.example', new RegExp(member.email));
    expect(mail).toContain('How do I turn around?');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('contentinfo').getByRole('radio', { name: 'Dark' })).toBeChecked();
  });
});

test.describe('the profile', () => {
  test('is downloaded, saved, shown in the bar and there after a reload; the mail for its address is sent again', async ({
    page,
    request,
  }) => {
    const member = await createMember(request);
    await storeSession(page, member.session);
    await page.goto('/categories?settings=profile');
    const form = settings(page).getByRole('tabpanel');
    await test.step('an unverified address can be sent the mail again', async () => {
      const again = settings(page).getByRole('button', { name: 'Send the mail again' });
      await expect(settings(page).getByText('Not verified yet')).toBeVisible();
      await again.click();
      await expect(again).toBeHidden();
      await expect(settings(page).getByRole('status').filter({ hasText: /sent/i })).toBeVisible();
    });
    await test.step('everything that is stored can be downloaded', async () => {
      const download = page.waitForEvent('download');
      await settings(page).getByRole('button', { name: 'Export my data' }).click();
      const file = await download;
      expect(file.suggestedFilename()).toBe('my-data.json');
      const data = JSON.parse(await readFile(await file.path(), 'utf8'));
      expect(data.member).toMatchObject({ email: member.email, firstName: 'Ada' });
    });
    await expect(form.getByLabel('Email')).toHaveValue(member.email);
    await expect(form.getByLabel('Email')).not.toBeEditable();
    await form.getByLabel('Name').fill('Grace Brewster Hopper');
    await form.getByLabel('Phone').fill('nonsense');
    await form.getByRole('button', { name: 'Save profile' }).click();
    await expect(form.getByText('Please enter a valid phone number.')).toBeVisible();
    await expect(form.getByLabel('Phone')).toBeFocused();
    await form.getByLabel('Phone').fill('+91 98450 12345');
    await form.getByLabel('Date of birth').fill('1906-12-09');
    await form.getByLabel('City').fill('New York');
    await form.getByLabel('Country').fill('United States');
    await form.getByRole('button', { name: 'Save profile' }).click();
    await expect(form.getByRole('status').filter({ hasText: 'Your profile is saved.' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(accountButton(page)).toContainText('Grace Brewster Hopper');
    await page.goto('/categories?settings=profile');
    await expect(form.getByLabel('Name')).toHaveValue('Grace Brewster Hopper');
    await expect(form.getByLabel('Date of birth')).toHaveValue('1906-12-09');
    await expect(form.getByLabel('City')).toHaveValue('New York');
  });

  test('lists where the member is signed in, and ends one of them, or all others at once', async ({
    page,
    request,
  }) => {
    const { email, password, session } = await createMember(request);
    const signInElsewhere = async (): Promise<Session> =>
      (await request.post('/api/auth/login', { data: { email, password } })).json();
    const other = await signInElsewhere();
    await storeSession(page, session);
    await page.goto('/categories?settings=profile');
    const section = settings(page).getByRole('region', { name: 'Where you are signed in' });
    await expect(section.getByRole('listitem')).toHaveCount(2);
    await expect(section.getByText('This device')).toHaveCount(1);
    await section.getByRole('button', { name: /^Sign out/ }).click();
    await expect(section.getByRole('listitem')).toHaveCount(1);
    const headers = { authorization: `Bearer ${other.token}` };
    expect((await request.get('/api/auth/me', { headers })).status()).toBe(401);

    for (let times = 0; times < 2; times += 1) await signInElsewhere();
    await page.reload();
    await expect(section.getByRole('listitem')).toHaveCount(3);
    await section.getByRole('button', { name: 'Sign out all other devices' }).click();
    await expect(section.getByRole('listitem')).toHaveCount(1);
    await expect(section.getByRole('button')).toHaveCount(0);
  });
});

test.describe('the password', () => {
  // A refused password is an error on the console of every browser.
  test.use({ allowedErrors: [/status of 403/] });

  test('is changed by a guest who signs in first, and only the new one works; no phone is offered where no codes can be sent to phones', async ({
    page,
    request,
  }) => {
    const member = await createMember(request);
    await page.goto('/categories?settings=password');
    await expect(page).toHaveURL(/\/login\?next=/);
    await page.getByLabel('Email', { exact: true }).fill(member.email);
    await page.getByLabel('Password', { exact: true }).fill(member.password);
    await page.locator('form').getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page).toHaveURL('/categories?settings=password');
    await expect(tab(page, 'Password update')).toHaveAttribute('aria-selected', 'true');

    const form = settings(page).getByRole('tabpanel');
    await expect(form.getByPlaceholder('At least 8 characters')).toBeVisible();
    await expect(form.getByRole('heading', { name: 'Recovery codes' })).toBeVisible();
    await expect(form.getByRole('heading', { name: 'Sign in by phone' })).toHaveCount(0);
    const fill = async (current: string, next: string, again: string) => {
      await form.getByLabel('Current password').fill(current);
      await form.getByLabel('New password', { exact: true }).fill(next);
      await form.getByLabel('New password again').fill(again);
      await form.getByRole('button', { name: 'Update password' }).click();
    };
    await fill(member.password, 'short', 'short');
    await expect(form.getByText('Password must be at least 6 characters long.')).toBeVisible();
    await fill(member.password, 'a new corridor', 'another corridor');
    await expect(form.getByText('Passwords do not match.')).toBeVisible();
    await fill('not my password', 'a new corridor', 'a new corridor');
    await expect(form.getByRole('alert')).toHaveText('Your password is not correct.');
    await fill(member.password, 'a new corridor', 'a new corridor');
    await expect(form.getByRole('status')).toHaveText('Password updated successfully.');
    await expect(form.getByLabel('Current password')).toHaveValue('');
    const logIn = (password: string) =>
      request.post('/api/auth/login', { data: { email: member.email, password } });
    expect((await logIn(member.password)).status()).toBe(401);
    expect((await logIn('a new corridor')).status()).toBe(200);
    await page.reload();
    await expect(accountButton(page)).toBeVisible();
  });
});

test.describe('leaving', () => {
  test.use({ allowedErrors: [/status of 40[13]/] });

  test('asks for the password, says what stays, and signs out', async ({ page, request }) => {
    const member = await createMember(request);
    await storeSession(page, member.session);
    await page.goto('/categories?settings=profile');
    const section = settings(page).getByRole('region', { name: 'Delete your account' });
    await expect(section).toContainText('What stays is counted without you');
    await section.getByRole('button', { name: 'Delete my account' }).click();
    await section.getByRole('button', { name: 'Delete my account for good' }).click();
    await expect(section.getByLabel('Your password')).toBeFocused();
    await section.getByLabel('Your password').fill('not my password');
    await section.getByRole('button', { name: 'Delete my account for good' }).click();
    await expect(section.getByRole('alert')).toHaveText('Your password is not correct.');
    await section.getByLabel('Your password').fill(member.password);
    await section.getByRole('button', { name: 'Delete my account for good' }).click();
    const farewell = page.getByRole('dialog', { name: 'Goodbye' });
    await expect(farewell).toContainText('Your account is deleted.');
    await farewell.getByRole('button', { name: 'Close' }).last().click();
    await expect(page).toHaveURL('/categories');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
    const { email, password } = member;
    expect((await request.post('/api/auth/login', { data: { email, password } })).status()).toBe(401);
  });

  test('takes a fresh code by mail instead', async ({ page, request }) => {
    const member = await createMember(request);
    await storeSession(page, member.session);
    await page.goto('/categories?settings=profile');
    const section = settings(page).getByRole('region', { name: 'Delete your account' });
    await section.getByRole('button', { name: 'Delete my account' }).click();
    await section.getByRole('button', { name: 'Use a code by email instead' }).click();
    await section.getByRole('button', { name: 'Mail me a code' }).click();
    await expect(section.getByRole('status')).toContainText('OTP sent to your email.');
    await section.getByLabel('Code of six digits').fill(codeIn(await mailTo(request, member.email, /code/i)));
    await section.getByRole('button', { name: 'Delete my account for good' }).click();
    await expect(page.getByRole('dialog', { name: 'Goodbye' })).toBeVisible();
  });
});
