import type { Locator } from '@playwright/test';
import { LOOKALIKE_PATHS, REDIRECT_PAYLOADS } from '../../contract/src/shared/return-path.fixture.ts';
import { expectNoBarrierInAnyTheme, expectToFit } from '../support/accessibility.ts';
import { failRequests } from '../support/failing-requests.ts';
import { expect, test } from '../support/fixtures.ts';
import { createMember, storeSession } from '../support/members.ts';
import { readPage } from '../support/page-html.ts';
import {
  heading,
  holdResponses,
  inMain,
  joinPath,
  linkField,
  storedReferral,
  storeReferral,
  UNKNOWN_CODE,
  VISIT,
} from '../support/referrals.ts';

// A refused or lost call is an error on the console of every browser.
test.use({ allowedErrors: [/status of 4(00|04|29)|net::ERR_FAILED/] });

const DAY_MS = 24 * 60 * 60 * 1000;

test.describe('a referral link', () => {
  test('welcomes a new visitor, stores the referrer, and does not shift the layout', async ({
    page,
    request,
  }) => {
    const { session } = await createMember(request);
    const release = await holdResponses(page, VISIT);
    await page.goto(joinPath(session, '/categories?sort=name'));
    await expect(heading(page)).toHaveText(/^You have been invited to /);
    await expect(page.getByText('Opening your invitation…')).toBeVisible();
    await expect(inMain(page, 'button', 'Create account')).toBeDisabled();
    expect(await storedReferral(page)).toBeNull();
    const placesOf = (button: Locator) =>
      Promise.all(
        [heading(page), button, inMain(page, 'link', 'Look around first')].map((at) => at.boundingBox()),
      );
    const before = await placesOf(inMain(page, 'button', 'Create account'));

    release();
    const createAccount = inMain(page, 'link', 'Create account');
    await expect(createAccount).toHaveAttribute('href', '/login?signup=1&next=%2Fcategories%3Fsort%3Dname');
    await expect(page.getByRole('main')).toContainText('100 tokens when you sign up');
    await expect(page.getByText(/^Your invitation is valid until /)).toBeVisible();
    expect(await placesOf(createAccount)).toEqual(before);

    const kept = await storedReferral(page);
    expect(Object.keys(kept ?? {}).sort()).toEqual(
      ['code', 'createdAt', 'expiresAt', 'next', 'referrerUserId', 'token'].sort(),
    );
    expect(kept).toMatchObject({
      code: session.user.id,
      referrerUserId: session.user.id,
      next: '/categories?sort=name',
    });
    const days = (Date.parse(kept?.expiresAt ?? '') - Date.parse(kept?.createdAt ?? '')) / DAY_MS;
    expect(days).toBeCloseTo(30, 2);
    await inMain(page, 'link', 'Look around first').click();
    await expect(page).toHaveURL('/categories?sort=name');
    expect(await storedReferral(page)).toEqual(kept);
  });

  test('without an expiry from the server is valid for 30 days', async ({ page }) => {
    const referral = { trackingToken: 't', referrerUserId: UNKNOWN_CODE, welcomeTokens: 2500 };
    await page.route(VISIT, (route) => route.fulfill({ json: { referral } }));
    await page.goto(`/join?ref=${UNKNOWN_CODE}`);
    await expect(page.getByRole('main')).toContainText('2,500 tokens when you sign up');
    const kept = await storedReferral(page);
    expect(Date.parse(kept?.expiresAt ?? '') - Date.parse(kept?.createdAt ?? '')).toBe(30 * DAY_MS);
    expect(kept).not.toHaveProperty('next');
    await expect(inMain(page, 'link', 'Look around first')).toHaveAttribute('href', '/experiences');
  });

  test('that has expired in this browser is removed', async ({ page }) => {
    await page.goto('/healthz');
    await storeReferral(page, { code: UNKNOWN_CODE, expiresAt: new Date(Date.now() - 1000).toISOString() });
    await page.goto('/login?signup=1');
    const google = page.getByRole('link', { name: 'Continue with Google' });
    await expect(google).toHaveAttribute('href', '/api/auth/oauth/google?redirect=1');
    expect(await storedReferral(page)).toBeNull();
    await storeReferral(page, { code: UNKNOWN_CODE, token: 'a.b.c', next: '/categories' });
    await page.reload();
    await expect(google).toHaveAttribute(
      'href',
      `/api/auth/oauth/google?redirect=1&next=%2Fcategories&referralCode=${UNKNOWN_CODE}&referralToken=a.b.c`,
    );
  });

  test("without a code says so in the server's page", async ({ page, request }) => {
    const reasons = [
      'This referral link is missing a code.',
      'Please ask your contact to resend their invitation.',
    ];
    for (const query of ['', '?ref=', '?ref=%20%20', '?next=%2Fcategories']) {
      const { headings, main } = await readPage(request, `/join${query}`);
      expect(headings, query).toEqual(['Referral link invalid']);
      for (const reason of reasons) expect(main, query).toContain(reason);
    }
    await page.goto('/join?ref=%20%20');
    await expect(heading(page)).toHaveText('Referral link invalid');
    for (const reason of reasons) await expect(page.getByText(reason)).toBeVisible();
  });

  test('with an unknown code is refused, and nothing stays stored', async ({ page }) => {
    for (const code of ['nonsense', 'x'.repeat(300), UNKNOWN_CODE]) {
      await page.goto('/healthz');
      await storeReferral(page, { code: 'm_somebody-else' });
      await page.goto(`/join?ref=${code}`);
      await expect(heading(page), code).toHaveText('Referral unavailable');
      await expect(page.getByRole('alert')).toHaveText('This referral link is no longer valid.');
      await expect(page.getByText('This invitation link has expired or is invalid.')).toBeVisible();
      expect(await storedReferral(page), code).toBeNull();
    }
    await expectNoBarrierInAnyTheme(page);
  });

  test("can be retried when there were too many visits, as the server's message says, or the server cannot be reached", async ({
    page,
    request,
  }) => {
    const { session } = await createMember(request);
    await page.goto('/healthz');
    await storeReferral(page, { code: 'm_somebody-else' });
    const problem = { status: 429, code: 'too_many_requests', detail: 'Too many requests. Wait a minute.' };
    let isReached = true;
    const restore = await failRequests(page, VISIT, (route) =>
      isReached
        ? route.fulfill({
            status: 429,
            contentType: 'application/problem+json',
            body: JSON.stringify(problem),
          })
        : route.abort(),
    );
    await page.goto(joinPath(session));
    await expect(page.getByRole('alert')).toHaveText('Too many requests. Wait a minute.');
    const again = inMain(page, 'button', 'Try again');
    await expect(again).toBeVisible();

    isReached = false;
    await again.click();
    await expect(page.getByRole('alert')).toHaveText(
      'The connection may be down. Your invitation is not lost.',
    );
    await expect(heading(page)).toHaveText('Your invitation did not open');
    await expect(again).toBeFocused();
    expect(await storedReferral(page)).toEqual({ code: 'm_somebody-else' });
    restore();
    await again.click();
    await expect(heading(page)).toHaveText(/^You have been invited to /);
    await expect(heading(page)).toBeFocused();
    await expect.poll(async () => (await storedReferral(page))?.code).toBe(session.user.id);
  });

  test('is for new members: members are told so, and are shown their own link', async ({ page, request }) => {
    const [member, friend] = [await createMember(request), await createMember(request)];
    await storeSession(page, member.session);
    const visits: string[] = [];
    page.on('request', (sent) => {
      if (sent.url().includes('/api/referrals/visit')) visits.push(sent.url());
    });
    await page.goto(joinPath(friend.session, '/categories'));
    await expect(heading(page)).toHaveText('You already have an account');
    await expect(inMain(page, 'link', 'Look around')).toHaveAttribute('href', '/categories');
    await page.goto(joinPath(member.session));
    await expect(heading(page)).toHaveText('This is your own invitation');
    await expectNoBarrierInAnyTheme(page);
    await inMain(page, 'link', 'Share your link').click();
    await expect(page).toHaveURL('/experiences?settings=referral');
    await expect(linkField(page)).toHaveValue(new RegExp(`/join\\?ref=${member.session.user.id}$`));
    expect(visits).toEqual([]);
    expect(await storedReferral(page)).toBeNull();
  });

  test('A21: leads only to our own site', async ({ page, request, baseURL }) => {
    const { session } = await createMember(request);
    for (const next of [...REDIRECT_PAYLOADS, ...LOOKALIKE_PATHS]) {
      // A URL with NUL in it is refused before there is a page.
      if (next.includes('\0')) continue;
      const html = await (
        await request.get(`/join?${new URLSearchParams({ ref: session.user.id, next })}`)
      ).text();
      const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
      const links = [...main.matchAll(/href="([^"]*)"/g)].map(([, href]) => href ?? '');
      expect(links.length).toBeGreaterThan(0);
      for (const href of links) {
        expect(new URL(href.replaceAll('&amp;', '&'), baseURL).origin, next).toBe(
          new URL(baseURL ?? '').origin,
        );
      }
    }
    for (const next of ['//evil.example', '/\\evil.example', 'https://evil.example']) {
      await page.goto(`/join?${new URLSearchParams({ ref: session.user.id, next })}`);
      await expect(inMain(page, 'link', 'Create account')).toHaveAttribute('href', '/login?signup=1');
      expect(await storedReferral(page)).not.toHaveProperty('next');
    }
  });

  test('shows the tour that it leads to, and is not shared with third parties or search engines', async ({
    page,
    request,
    baseURL,
  }) => {
    const { session } = await createMember(request);
    const tours: { slug: string; title: string; propertyName?: string }[] = await (
      await request.get('/api/vr360?sort=rating&limit=3')
    ).json();
    const tour = tours.at(-1);
    const elsewhere: string[] = [];
    page.on('request', (sent) => {
      if (new URL(sent.url()).origin !== new URL(baseURL ?? '').origin) elsewhere.push(sent.url());
    });
    const answer = await page.goto(joinPath(session, `/experiences/vr/${tour?.slug}`));
    expect(answer?.headers()).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    });
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
    await expect(page.locator('meta[name="referrer"]')).toHaveAttribute('content', 'no-referrer');
    await expect(inMain(page, 'link', 'Create account')).toBeVisible();
    await expect(page.getByRole('figure')).toContainText(tour?.propertyName ?? tour?.title ?? '');
    expect(elsewhere).toEqual([]);
    // Signing in from here does not lead back to a page for new members.
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toHaveAttribute(
      'href',
      '/login',
    );
    await test.step('it has no barrier, and fits narrow windows', async () => {
      for (const width of [1280, 320]) {
        await page.setViewportSize({ width, height: 720 });
        await expectNoBarrierInAnyTheme(page, `at ${width} px`);
        await expectToFit(page, `at ${width} px`);
      }
    });
  });

  test.describe('without scripts', () => {
    test.use({ javaScriptEnabled: false });

    test('says what it needs', async ({ page }) => {
      await page.goto(`/join?ref=${UNKNOWN_CODE}`);
      await expect(heading(page)).toHaveText(/^You have been invited to /);
      await expect(page.getByText('Taking up an invitation needs JavaScript')).toBeVisible();
    });
  });
});
