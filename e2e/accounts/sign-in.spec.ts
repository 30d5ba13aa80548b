import { failRequests } from '../support/failing-requests.ts';
import { expect, test } from '../support/fixtures.ts';
import { codeIn, createMember, freshEmail, mailTo } from '../support/members.ts';
import { errorBox, password, profile, storedSession, submit, successBox, tabTo } from '../support/sign-in.ts';

// A refused call is an error on the console of every browser.
test.use({ allowedErrors: [/status of 4(00|01|09|29)/] });

test.describe('with a password', () => {
  test('says what is missing or wrong, keeps what was typed, which it can show, and sends codes to unknown emails as to known ones', async ({
    page,
    request,
  }) => {
    const member = await createMember(request);
    await page.goto('/login');
    await submit(page, 'Sign in').click();
    await expect(errorBox(page)).toHaveText('Enter your email and password.');
    await expect(page.getByLabel('Email', { exact: true })).toBeFocused();
    await expect(page.getByLabel('Email', { exact: true })).toHaveAttribute('aria-invalid', 'true');

    await page.getByLabel('Email', { exact: true }).fill(member.email);
    await password(page).fill('not my password');
    await submit(page, 'Sign in').click();
    await expect(errorBox(page)).toHaveText('Invalid email or password');
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(member.email);
    await expect(password(page)).toHaveValue('not my password');
    await expect(submit(page, 'Sign in')).toBeFocused();

    await page.getByRole('button', { name: 'Show password' }).click();
    await expect(password(page)).toHaveAttribute('type', 'text');
    await page.getByRole('button', { name: 'Hide password' }).click();
    await expect(password(page)).toHaveAttribute('type', 'password');

    await page.getByLabel('Email', { exact: true }).fill('');
    await page.getByRole('button', { name: 'Sign in with an email code' }).click();
    await submit(page, 'Send code').click();
    await expect(errorBox(page)).toHaveText('Please enter your email');
    await page.getByLabel('Email', { exact: true }).fill(freshEmail());
    await submit(page, 'Send code').click();
    await expect(successBox(page, 'OTP sent to your email. Enter the code to continue.')).toBeVisible();
  });

  test("shows progress, and the server's message about too many attempts; then it goes to the dashboard, as does a member who is already signed in", async ({
    page,
    request,
  }) => {
    const member = await createMember(request);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const problem = { status: 429, code: 'too_many_requests', detail: 'Too many tries. Wait a minute.' };
    const restore = await failRequests(page, '**/api/auth/login', async (route) => {
      await held;
      await route.fulfill({
        status: 429,
        contentType: 'application/problem+json',
        body: JSON.stringify(problem),
      });
    });
    await page.goto('/login');
    await page.getByLabel('Email', { exact: true }).fill(member.email);
    await password(page).fill(member.password);
    await submit(page, 'Sign in').click();
    await expect(submit(page, 'Signing in…')).toBeDisabled();
    release();
    await expect(errorBox(page)).toHaveText('Too many tries. Wait a minute.');
    await expect(submit(page, 'Sign in')).toBeEnabled();
    restore();
    await password(page).press('Enter');
    await expect(page).toHaveURL(/\/experiences$/);
    await page.goto('/login');
    await expect(page).toHaveURL(/\/experiences$/);
  });

  test('by keyboard alone signs in by the email in any case, and goes where next leads', async ({
    page,
    request,
  }) => {
    const member = await createMember(request);
    await page.goto('/login?next=%2Fcategories%3Fsort%3Dname');
    await expect(submit(page, 'Sign in')).toBeEnabled();
    await tabTo(page, page.getByLabel('Email', { exact: true }));
    await page.keyboard.type(member.email.toUpperCase());
    await page.keyboard.press('Tab');
    await page.keyboard.type(member.password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/categories\?sort=name$/);
    const session = await storedSession(page);
    expect(Object.keys(session ?? {}).sort()).toEqual(['refreshToken', 'token', 'user']);
    expect(session?.user.email).toBe(member.email);
  });
});

test.describe('with a code', () => {
  test('by keyboard alone, pasted as it stands in the mail', async ({ page, request }) => {
    const member = await createMember(request);
    await page.goto('/login?next=%2Fcategories');
    await page.getByLabel('Email', { exact: true }).fill(member.email);
    await tabTo(page, page.getByRole('button', { name: 'Sign in with an email code' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in with a code');
    await expect(page.getByLabel('Email', { exact: true })).toBeFocused();
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(member.email);
    await page.keyboard.press('Enter');
    await expect(successBox(page, 'OTP sent to your email. Enter the code to continue.')).toBeVisible();

    const code = page.getByLabel('Code', { exact: true });
    await expect(code).toBeFocused();
    await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
    await page.keyboard.press('Enter');
    await expect(errorBox(page)).toHaveText('Enter the OTP you received.');

    const right = codeIn(await mailTo(request, member.email, /code/i));
    const wrong = right === '000000' ? '111111' : '000000';
    await page.keyboard.type(wrong);
    await page.keyboard.press('Enter');
    await expect(errorBox(page)).toHaveText('Failed to verify OTP');
    await expect(code).toBeFocused();

    await code.fill('');
    await page.evaluate(
      (text) => {
        document.execCommand('insertText', false, text);
      },
      `${right.slice(0, 3)} ${right.slice(3)} `,
    );
    await expect(code).toHaveValue(right);
    await page.keyboard.press('Enter');
    // The account was made in another browser.
    await tabTo(page, page.getByRole('button', { name: 'Yes, this is my account' }));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/categories$/);
    expect((await profile(page)).emailVerified).toBe(true);
  });
});

test.describe('an account', () => {
  test('is created by keyboard alone; the name is split at its first space', async ({ page, request }) => {
    const email = freshEmail();
    await page.goto('/login?signup=1&next=%2Fcategories');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create your account');
    await expect(submit(page, 'Create account')).toBeEnabled();
    const fill = async (label: string, text: string) => {
      await tabTo(page, password(page, label));
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(text);
    };
    const expectComplaint = async (text: string) => {
      await page.keyboard.press('Enter');
      await expect(errorBox(page)).toHaveText(text);
    };
    await tabTo(page, page.getByLabel('Full name'));
    await expectComplaint('Email is required');
    await page.keyboard.type(email);
    await expectComplaint('Password must be at least 6 characters long.');
    await page.keyboard.type('a long enough one');
    await expectComplaint('Passwords do not match.');
    await page.keyboard.type('a long enough one');
    await expectComplaint('Please enter your full name.');
    await fill('Full name', 'Ada King Lovelace');
    await page.keyboard.press('Enter');
    await expect(successBox(page, 'Account created successfully.')).toBeVisible();
    await expect(page).toHaveURL(/\/categories$/);
    expect(await profile(page)).toMatchObject({
      email,
      firstName: 'Ada',
      lastName: 'King Lovelace',
      phone: '',
    });
    expect(await mailTo(request, email, /confirm/i)).toContain('/verify-email#token=');
  });

  test("with a taken email is refused, and no input is lost; created from a referral it leads to the referral's page", async ({
    page,
    request,
  }) => {
    const { email, session } = await createMember(request);
    await page.goto('/healthz');
    await page.evaluate(
      (code) =>
        localStorage.setItem('oriel-referral', JSON.stringify({ code, next: '/categories?sort=name' })),
      session.user.id,
    );
    await page.goto('/login?signup=1&next=%2Fexperiences');
    await page.getByLabel('Full name').fill('New Comer');
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByLabel('Phone').fill('+91 98765 43210');
    await password(page).fill('a long enough one');
    await password(page, 'Confirm password').fill('a long enough one');
    await submit(page, 'Create account').click();
    await expect(errorBox(page)).toContainText('already an account');
    await expect(page.getByLabel('Phone')).toHaveValue('+91 98765 43210');
    await expect(password(page, 'Confirm password')).toHaveValue('a long enough one');

    await page.getByLabel('Email', { exact: true }).fill(freshEmail());
    const [sent] = await Promise.all([
      page.waitForRequest('**/api/auth/signup'),
      submit(page, 'Create account').click(),
    ]);
    expect(sent.postDataJSON()).toMatchObject({ referralCode: session.user.id });
    await expect(page).toHaveURL(/\/categories\?sort=name$/);
    expect(await page.evaluate(() => localStorage.getItem('oriel-referral'))).toBeNull();
  });
});

test.describe('a forgotten password', () => {
  test('is replaced with a code from a mail, by keyboard alone', async ({ page, request }) => {
    const member = await createMember(request);
    await page.goto('/login?next=%2Fcategories');
    await expect(submit(page, 'Sign in')).toBeEnabled();
    await tabTo(page, page.getByRole('button', { name: 'Forgot password' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reset your password');
    await expect(page.getByLabel('Email', { exact: true })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(errorBox(page)).toHaveText('Please enter your email');
    await page.keyboard.type(member.email);
    await page.keyboard.press('Enter');
    await expect(successBox(page, 'OTP sent to your email. Enter the code to continue.')).toBeVisible();
    await page.keyboard.type(codeIn(await mailTo(request, member.email, /password/i)));
    await page.keyboard.press('Enter');
    await expect(successBox(page, 'OTP verified. Please set your new password.')).toBeVisible();
    await expect(password(page, 'New password')).toBeFocused();
    await page.keyboard.type('a brand new one');
    await tabTo(page, password(page, 'Confirm password'));
    await page.keyboard.type('a brand new two');
    await page.keyboard.press('Enter');
    await expect(errorBox(page)).toHaveText('Passwords do not match.');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('a brand new one');
    await page.keyboard.press('Enter');
    await expect(successBox(page, 'Password updated successfully. You are now signed in.')).toBeVisible();
    await expect(page).toHaveURL(/\/categories$/);
    expect((await storedSession(page))?.user.email).toBe(member.email);
  });

  test('is replaced from the link in the mail, whose token leaves the address bar', async ({
    page,
    request,
  }) => {
    const member = await createMember(request);
    await request.post('/api/auth/password/reset/request', { data: { email: member.email } });
    const mail = await mailTo(request, member.email, /password/i);
    const link = mail.match(/\/login#reset=[\w.-]+/)?.[0] ?? '';
    expect(link).not.toBe('');
    await page.goto(link);
    await expect(password(page, 'New password')).toBeFocused();
    expect(page.url()).not.toContain('reset');
    await password(page, 'New password').fill('12345');
    await submit(page, 'Set new password').click();
    await expect(errorBox(page)).toHaveText('Password must be at least 6 characters long.');
    await password(page, 'New password').fill('a brand new one');
    await password(page, 'Confirm password').fill('a brand new one');
    await submit(page, 'Set new password').click();
    await expect(page).toHaveURL(/\/experiences$/);

    await page.evaluate(() => localStorage.clear());
    await page.goto(link);
    await password(page, 'New password').fill('another new one');
    await password(page, 'Confirm password').fill('another new one');
    await submit(page, 'Set new password').click();
    await expect(errorBox(page)).toHaveText('Failed to reset password');
    await page.getByRole('button', { name: 'Send a new code' }).click();
    await expect(page.getByLabel('Email', { exact: true })).toBeFocused();
  });
});
