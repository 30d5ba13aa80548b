import type { Browser, Page } from '@playwright/test';
import { expect, openAnotherBrowser, test } from '../support/fixtures.ts';
import { createMember, freshEmail } from '../support/members.ts';
import { errorBox, lockedTour, profile, storedSession } from '../support/sign-in.ts';

// A refused call is an error on the console of every browser.
test.use({ allowedErrors: [/status of 4(00|01|09|29)/] });

const googleLink = (page: Page) => page.getByRole('link', { name: 'Continue with Google' });
const inTopBar = (page: Page) => page.getByRole('button', { name: /Grace Hopper/ });

/** At the provider: says who it is. */
async function signInThere(page: Page, email: string): Promise<void> {
  await expect(page).toHaveURL(/^http:\/\/127\.0\.0\.1:\d+\/interaction\//);
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('First name').fill('Grace');
  await page.getByLabel('Last name').fill('Hopper');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Allow access' })).toBeVisible();
}

const consent = (page: Page) => page.getByRole('button', { name: 'Continue' }).click();

/** From our page for signing in to the end. */
async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await googleLink(page).click();
  await signInThere(page, email);
  await consent(page);
  await expect(page).toHaveURL(/\/experiences$/);
  await expect(inTopBar(page)).toBeVisible();
}

/**
 * Consents at the provider and follows its redirects with the browser's cookies, but not in the browser, up to a page of
 * ours that is not opened.
 *
 * @returns its URL: what an attacker would send to a victim
 */
async function linkOf(page: Page, path: string): Promise<string> {
  const { request } = page.context();
  const first = page.url();
  let answer = await request.post(first, { form: { answer: 'yes' }, maxRedirects: 0 });
  for (let url = first, steps = 0; steps < 6; steps += 1) {
    url = new URL(answer.headers().location ?? '', url).href;
    if (new URL(url).pathname === path) return url;
    answer = await request.get(url, { maxRedirects: 0 });
  }
  throw new Error(`the provider never leads to ${path}`);
}

/** Another browser, with a page of its own. */
async function newBrowser(browser: Browser): Promise<Page> {
  return (await openAnotherBrowser(browser)).newPage();
}

test('a new member is signed in, and no URL keeps their data', async ({ page, request }) => {
  const email = freshEmail();
  await page.goto('/experiences');
  await page.goto('/login');
  const carried: URLSearchParams[] = [];
  page.on('request', (sent) => {
    const { pathname, searchParams } = new URL(sent.url());
    if (pathname === '/auth/callback' && sent.isNavigationRequest()) carried.push(searchParams);
  });
  const renewals: unknown[] = [];
  page.on('request', (sent) => {
    if (sent.url().endsWith('/token/refresh')) renewals.push(sent.postDataJSON());
  });
  await googleLink(page).click();
  await signInThere(page, email);
  await consent(page);
  await expect(page).toHaveURL(/\/experiences$/);
  await expect(inTopBar(page)).toBeVisible();

  // The token of the URL is used up: what the browser keeps is its successor.
  expect(carried).toHaveLength(1);
  const [callback] = carried;
  const refreshToken = callback?.get('refreshToken');
  expect(refreshToken).toBeTruthy();
  expect(renewals).toEqual([{ refreshToken, fromAddress: true }]);
  const session = await storedSession(page);
  expect(await profile(page)).toMatchObject({
    email,
    name: 'Grace Hopper',
    emailVerified: true,
    hasPassword: false,
  });
  expect(session?.refreshToken).not.toBe(refreshToken);
  const again = await request.post('/api/auth/token/refresh', { data: { refreshToken, fromAddress: true } });
  expect(again.status()).toBe(401);

  const history = await page.evaluate(() => {
    const { navigation } = window as unknown as { navigation: { entries(): { url: string }[] } };
    return navigation.entries().map(({ url }) => url);
  });
  expect(history.at(-1)).toMatch(/\/experiences$/);
  for (const url of [...history, page.url(), await page.evaluate(() => document.referrer)]) {
    expect(url).not.toMatch(/token|user=|code=/i);
  }
  await page.reload();
  await expect(inTopBar(page)).toBeVisible();
  await page.goBack();
  expect(page.url()).not.toMatch(/token|user=/i);
});

test('a return from another browser signs in the same member', async ({ page, browser }) => {
  const email = freshEmail();
  await signIn(page, email);
  const other = await newBrowser(browser);
  await signIn(other, email);
  const [first, second] = await Promise.all([storedSession(page), storedSession(other)]);
  expect(second?.user.id).toBe(first?.user.id);
  expect(second?.refreshToken).not.toBe(first?.refreshToken);
  await other.context().close();
});

test("A19: a member's email signs the member in, and ends sessions from before it was verified", async ({
  page,
  request,
}) => {
  const { email, password, session } = await createMember(request, {
    firstName: 'Grace',
    lastName: 'Hopper',
  });
  await signIn(page, email);
  expect(await profile(page)).toMatchObject({ id: session.user.id, emailVerified: true });
  const data = { email, password };
  expect((await request.post('/api/auth/login', { data })).status()).toBe(401);
});

test('a tour that asks to sign in is there again afterwards', async ({ page, request }) => {
  const { slug } = await lockedTour(request);
  await page.goto(`/experiences/vr/${slug}`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await googleLink(page).click();
  await signInThere(page, freshEmail());
  await consent(page);
  await expect(page).toHaveURL(new RegExp(`/experiences/vr/${slug}$`));
  await expect.poll(async () => (await storedSession(page))?.user.name).toBe('Grace Hopper');
  await expect(page.getByRole('heading', { name: 'Login to view' })).toBeHidden();
});

for (const when of ['before', 'after'] as const) {
  test(`cancelling ${when} identifying oneself ends at the error page`, async ({ page }) => {
    await page.goto('/login?next=%2Fcategories');
    await googleLink(page).click();
    if (when === 'after') await signInThere(page, freshEmail());
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page).toHaveURL(/\/auth\/error\?error_description=/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Authentication Failed');
    await expect(
      page.getByRole('main').getByText('You cancelled the sign in.', { exact: true }),
    ).toBeVisible();
    expect(await storedSession(page)).toBeNull();
    await page.getByRole('link', { name: 'Back to sign in' }).click();
    await expect(page).toHaveURL(/\/login$/);
  });
}

test.describe('A18: a link that another browser began', () => {
  test("with the provider's response signs no one in", async ({ page, browser }) => {
    await page.goto('/login');
    await googleLink(page).click();
    await signInThere(page, freshEmail());
    const link = await linkOf(page, '/api/auth/oauth/google/callback');
    const victim = await newBrowser(browser);
    await victim.goto(link);
    await expect(victim).toHaveURL(/\/auth\/error\?/);
    const text = 'This sign in has expired, or it began in another browser. Please try again.';
    await expect(victim.getByText(text, { exact: true })).toBeVisible();
    expect(await storedSession(victim)).toBeNull();
    await victim.context().close();
  });

  test('with tokens signs no one in, and the browser that began it can still use it', async ({
    page,
    browser,
  }) => {
    await page.goto('/login');
    const origin = page.url();
    await googleLink(page).click();
    await signInThere(page, freshEmail());
    const link = await linkOf(page, '/auth/callback');
    await page.goto(origin);
    const victim = await newBrowser(browser);
    await victim.goto(link);
    await expect(errorBox(victim)).toHaveText('We could not complete your sign in. Please try again.');
    expect(new URL(victim.url()).search).toBe('');
    expect(await storedSession(victim)).toBeNull();
    await victim.context().close();

    await page.goto(link);
    await expect(inTopBar(page)).toBeVisible();
  });
});
