import type { Experience } from '@oriel/contract';
import type { Page } from '@playwright/test';
import { expect, openAnotherBrowser, test } from '../support/fixtures.ts';
import { createMember, storeSession } from '../support/members.ts';
import { lockedTour, password, storedSession, submit } from '../support/sign-in.ts';

// A refused call is an error on the console of every browser.
test.use({ allowedErrors: [/status of 4(00|01|09|29)/] });

test.describe('the session', () => {
  /** What an access token looks like that the server no longer takes. */
  const spoil = (page: Page) =>
    page.evaluate(() => {
      const session = JSON.parse(localStorage.getItem('oriel-session') ?? '{}');
      localStorage.setItem('oriel-session', JSON.stringify({ ...session, token: 'spoiled' }));
    });

  /** A page that asks the server for the member's tokens whenever its tab is shown. */
  const PATH = '/categories?settings=subscription';

  /**
   * Runs in the page, as if its tab were shown: its scripts have renewed the session, and it is still signed in. Another tab's
   * change arrives late in this one, so the refresh token must differ from the previous one.
   */
  const isRenewed = (previous: string) => {
    dispatchEvent(new Event('visibilitychange'));
    const { token, refreshToken } = JSON.parse(localStorage.getItem('oriel-session') ?? '{}');
    const isFresh = token && token !== 'spoiled' && refreshToken !== previous;
    return isFresh && document.documentElement.hasAttribute('data-session');
  };
  /** Runs in a page without scripts: the renewed refresh token, once it has arrived. */
  const renewedToken = (previous: string) => {
    const { token, refreshToken } = JSON.parse(localStorage.getItem('oriel-session') ?? '{}');
    return token !== 'spoiled' && refreshToken !== previous && refreshToken;
  };

  /** Runs in a page: while one tab renews, the other waits for its lock. */
  const isAnotherWaiting = async () => (await navigator.locks.query()).pending?.length === 1;

  for (const locks of [true, false]) {
    test(`A2: two tabs that refresh at once stay signed in, ${locks ? 'with' : 'without'} locks`, async ({
      page,
      context,
      request,
    }) => {
      const rounds = 6;
      if (!locks) {
        await context.addInitScript(() => {
          Object.defineProperty(Navigator.prototype, 'locks', { value: undefined, configurable: true });
          delete (Navigator.prototype as { locks?: unknown }).locks;
        });
      }
      const { session } = await createMember(request);
      await storeSession(page, session);
      const [other, storage] = [await context.newPage(), await context.newPage()];
      await storage.goto('/healthz');
      const tabs = [page, other];

      // Chance seldom has both renew at once, so the first renewal of a round waits until the other tab wants to renew too.
      const statuses: number[] = [];
      let [arrivals, underWay, most] = [0, 0, 0];
      await context.route('**/api/auth/token/refresh', async (route) => {
        arrivals += 1;
        underWay += 1;
        most = Math.max(most, underWay);
        if (!locks) await expect.poll(() => arrivals, { intervals: [20] }).toBeGreaterThan(1);
        else if (arrivals === 1) await storage.waitForFunction(isAnotherWaiting);
        const response = await route.fetch();
        statuses.push(response.status());
        underWay -= 1;
        await route.fulfill({ response });
      });

      let current = session.refreshToken;
      const renewed = new Set([current]);
      for (let round = 0; round < rounds; round += 1) {
        arrivals = 0;
        await spoil(storage);
        // At times they find the token when they open, else while they are open.
        if (round % 3 === 0) await Promise.all(tabs.map((tab) => tab.goto(PATH, { waitUntil: 'commit' })));
        // Without locks both tabs renew, and the one that stores its session last may store the token read before.
        const previous = locks ? current : '';
        await Promise.all(tabs.map((tab) => tab.waitForFunction(isRenewed, previous, { polling: 20 })));
        await expect.poll(() => underWay, { intervals: [20] }).toBe(0);
        const arrival = await storage.waitForFunction(renewedToken, previous, { polling: 20 });
        current = String(await arrival.jsonValue());
        renewed.add(current);
      }
      expect(renewed.size).toBe(rounds + 1);
      expect(new Set(statuses)).toEqual(new Set([200]));
      if (locks) expect(most, 'renewals at a time').toBe(1);
      else expect(most, 'renewals at a time').toBeGreaterThan(1);
    });
  }

  test('is worthless in another browser, and continues in its own', async ({ page, request, browser }) => {
    const { email, password: secret } = await createMember(request);
    await page.goto('/login');
    await page.getByLabel('Email', { exact: true }).fill(email);
    await password(page).fill(secret);
    await submit(page, 'Sign in').click();
    await expect(page.getByRole('button', { name: /Ada Lovelace/ })).toBeVisible();

    const copied = await storedSession(page);
    const elsewhere = await (await openAnotherBrowser(browser)).newPage();
    await elsewhere.goto('/healthz');
    await elsewhere.evaluate(
      (text) => localStorage.setItem('oriel-session', text),
      JSON.stringify({ ...copied, token: 'spoiled' }),
    );
    await elsewhere.goto('/categories');
    await expect.poll(() => storedSession(elsewhere)).toBeNull();
    await elsewhere.context().close();

    await spoil(page);
    await page.goto('/categories');
    await expect.poll(async () => (await storedSession(page))?.token).not.toBe('spoiled');
    const account = page.getByRole('button', { name: /Ada Lovelace/ });
    await expect(account).toBeVisible();
    await page.context().clearCookies();
    await spoil(page);
    await page.goto('/categories');
    await expect.poll(() => storedSession(page)).toBeNull();
    await expect(account).toBeHidden();
  });

  test('ends where the server has ended it, and the page continues as a guest', async ({ page, request }) => {
    const { session } = await createMember(request);
    await storeSession(page, session);
    await request.post('/api/auth/logout', { data: { refreshToken: session.refreshToken } });
    await page.goto('/experiences');
    await expect.poll(() => storedSession(page)).toBeNull();
    await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible();
  });

  test.describe('without a network', () => {
    test.use({ allowedErrors: [/ERR_FAILED/] });

    test('survives it', async ({ page, request }) => {
      const { session } = await createMember(request);
      await storeSession(page, session);
      await page.route('**/api/auth/me', (route) => route.abort());
      await page.goto('/categories');
      await expect(page.getByRole('button', { name: /Ada Lovelace/ })).toBeVisible();
      expect(await storedSession(page)).not.toBeNull();
    });
  });

  test('X10: after signing out, Back shows nothing private, and the other tab is signed out as well', async ({
    page,
    context,
    request,
  }) => {
    const { session, email } = await createMember(request);
    await storeSession(page, session);
    await page.goto('/categories');
    await page.goto('/experiences');
    const account = page.getByRole('button', { name: /Ada Lovelace/ });
    await expect(account).toBeVisible();
    const other = await context.newPage();
    await other.goto('/categories');
    await expect(other.getByRole('button', { name: /Ada Lovelace/ })).toBeVisible();

    await account.click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible();
    await expect(other.getByRole('link', { name: 'Sign in' }).first()).toBeVisible();

    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible();
    for (const tab of [page, other]) {
      expect(await tab.content()).not.toContain('Lovelace');
      expect(await tab.content()).not.toContain(email);
    }
    await expect
      .poll(async () => {
        const headers = { authorization: `Bearer ${session.token}` };
        return (await request.get('/api/auth/me', { headers })).status();
      })
      .toBe(401);
  });
});

test.describe('what members see', () => {
  test('shows after hydration: their likes, on the tour and in the list', async ({ page, request }) => {
    const { session } = await createMember(request);
    const headers = { authorization: `Bearer ${session.token}` };
    const [tour]: Experience[] = await (await request.get('/api/vr360')).json();
    if (!tour) throw new Error('The demo has no tour.');
    const liked = await request.post(`/api/vr360/${tour.id}/like`, { headers, data: {} });
    expect(liked.status()).toBe(200);

    const name = new RegExp(`^Like (${tour.title}|${tour.propertyName}),`);
    const like = page.getByRole('button', { name }).first();
    await page.goto('/experiences');
    await expect(like).toHaveAttribute('aria-pressed', 'false');
    await storeSession(page, session);
    for (const path of ['/experiences', `/experiences/vr/${tour.slug}`]) {
      await page.goto(path);
      await expect(like).toHaveAttribute('aria-pressed', 'true');
    }
  });

  test('a tour that they have unlocked opens without unlocking it again', async ({ page, request }) => {
    const { session } = await createMember(request);
    const { slug } = await lockedTour(request);
    const tours: Experience[] = await (await request.get('/api/vr360')).json();
    const open = tours.find(({ isPermission, mediaType }) => isPermission && mediaType === 'photo');
    const { vrUrl, panorama } = await (await request.get(`/api/vr360/${open?.slug}`)).json();
    // Unlocking costs tokens, which is another feature's; here the server's answer is as if they had been paid.
    await page.route(`**/api/vr360/${slug}`, async (route) => {
      expect(route.request().headers().authorization).toBe(`Bearer ${session.token}`);
      const answer = await route.fetch();
      await route.fulfill({ json: { ...(await answer.json()), isPermission: true, vrUrl, panorama } });
    });
    await page.goto(`/experiences/vr/${slug}`);
    await expect(page.getByRole('heading', { name: 'Login to view' })).toBeVisible();
    await storeSession(page, session);
    await page.goto(`/experiences/vr/${slug}`);
    await expect(page.locator('canvas')).toBeVisible();
  });
});

test.describe('return paths', () => {
  // Some lead to pages of ours that do not exist.
  test.use({ allowedErrors: [/status of 404/] });

  // One of each kind; every payload is tried with the function that decides, in the contract's tests.
  const PAYLOADS = [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/\t/evil.example',
    '/\0/evil.example',
    '/%2fevil.example',
    '/a/..//evil.example',
    '/@evil.example',
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
  ];

  test('A21: next never leads off this site', async ({ page, request, baseURL }) => {
    const { session } = await createMember(request);
    await storeSession(page, session);
    const own = new URL(baseURL ?? '').origin;
    const strangers: string[] = [];
    page.on('request', (sent) => {
      if (/^https?:/.test(sent.url()) && new URL(sent.url()).origin !== own) strangers.push(sent.url());
    });
    for (const payload of PAYLOADS) {
      await page.goto(`/login?next=${encodeURIComponent(payload)}`);
      // A URL with NUL in it is refused before there is a page.
      if (!payload.includes('\0')) await expect(page, payload).not.toHaveURL(/\/login/);
      expect(new URL(page.url()).origin, payload).toBe(own);
    }
    expect(strangers).toEqual([]);
  });
});
