import type { APIRequestContext } from '@playwright/test';
import type { Experience } from '../../contract/src/index.ts';
import { banner, box, chooseCookies, cookieSettings, visit } from '../support/consent.ts';
import { expect, test } from '../support/fixtures.ts';
import { createMember } from '../support/members.ts';
import { joinPath } from '../support/referrals.ts';

test.use({ hasChosenCookies: false });

async function freeTour(request: APIRequestContext, fits: (tour: Experience) => boolean): Promise<string> {
  const list: Experience[] = await (await request.get('/api/vr360?limit=100')).json();
  const found = list.find((tour) => tour.isPermission && fits(tour));
  if (!found) throw new Error('The demo catalogue has no such tour among its first hundred.');
  return `/experiences/vr/${found.slug}`;
}

const isVideoOfOthers = ({ vrUrl }: Experience) => vrUrl?.includes('youtube.com') === true;

test.describe('before a choice', () => {
  test.use({ allowedErrors: [/leak\.example/] });

  test('P1 before a choice no request leaves the site, no cookie is set and nothing is measured', async ({
    page,
    context,
    request,
    baseURL,
  }) => {
    test.setTimeout(180_000);
    const { origin } = new URL(baseURL ?? '');
    const asked: URL[] = [];
    context.on('request', (sent) => asked.push(new URL(sent.url())));
    context.on('page', (opened) => opened.on('websocket', (socket) => asked.push(new URL(socket.url()))));
    const foreign = () =>
      asked.filter((url) => !['data:', 'blob:'].includes(url.protocol) && url.origin !== origin).map(String);

    const { session } = await createMember(request);
    const pages = [
      '/landing',
      '/experiences',
      await freeTour(request, ({ mediaType }) => mediaType === 'video'),
      await freeTour(request, (tour) => tour.mediaType === 'embed' && !isVideoOfOthers(tour)),
      await freeTour(request, isVideoOfOthers),
      '/contact',
      '/pricing',
      joinPath(session),
      '/login',
    ];
    for (const path of pages) {
      await page.goto(path);
      await expect(banner(page)).toBeVisible();
      await expect(page.getByText('Loading immersive experience…')).toBeHidden();
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      // A video keeps loading.
      if ((await page.locator('video').count()) === 0) await page.waitForLoadState('networkidle');
      expect(foreign(), path).toEqual([]);
    }
    expect(asked.filter(({ pathname }) => pathname.startsWith('/api/analytics'))).toEqual([]);
    // The sign-in page offers passkeys at once, and what it offers is bound to this browser: that is necessary.
    const cookies = (await context.cookies()).map(({ name }) => name);
    expect(cookies.filter((name) => name !== 'oriel_passkey')).toEqual([]);
    expect(await visit(page)).toBeNull();
    // Who recommended us is necessary for what the invitation promises.
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['oriel-referral']);

    // What would leave is refused by the page's policy, and what leaves in spite of it would have been seen.
    const refused = await page.evaluate(async () => {
      const uris: string[] = [];
      const refusedAll = new Promise<string[]>((resolve) => {
        document.addEventListener(
          'securitypolicyviolation',
          (event) => {
            if (uris.push(event.blockedURI) === 4) resolve(uris.sort());
          },
          { capture: true },
        );
      });
      new Image().src = 'https://leak.example/picture';
      navigator.sendBeacon('https://leak.example/beacon');
      await fetch('https://leak.example/fetch', { mode: 'no-cors' }).catch(() => undefined);
      const frame = document.createElement('iframe');
      frame.src = 'https://leak.example/frame';
      document.body.append(frame);
      return refusedAll;
    });
    expect(refused.join()).toMatch(/leak\.example.*leak\.example.*leak\.example.*leak\.example/);
    await context.route('https://leak.example/**', (route) => route.fulfill({ body: '' }));
    await page.evaluate(() => location.assign('https://leak.example/page'));
    await expect.poll(foreign).toContain('https://leak.example/page');
  });
});

test('with consent to marketing a video of another site loads at once, and not after it is taken back', async ({
  page,
  request,
}) => {
  const video = await freeTour(request, isVideoOfOthers);
  const foreign: string[] = [];
  await page.route(/youtube\.com/, (route) => {
    foreign.push(route.request().url());
    return route.fulfill({ contentType: 'text/html', body: '<title>Player</title>' });
  });
  await page.goto(video);
  await expect(page.getByRole('button', { name: /^Load the tour from/ })).toBeVisible();
  expect(foreign).toEqual([]);
  await box(page, 'Marketing').check();
  await chooseCookies(page, 'Save preferences');
  await expect.poll(() => foreign.length).toBe(1);
  await expect(page.locator('iframe')).toHaveCount(1);

  await page.goto('/cookies');
  await cookieSettings(page).click();
  await chooseCookies(page, 'Reject all');
  await page.goto(video);
  await expect(page.getByRole('button', { name: /^Load the tour from/ })).toBeVisible();
  expect(foreign.length).toBe(1);
});

test('the picture of a member that lies with another company waits for consent to marketing', async ({
  page,
  request,
}) => {
  const { session } = await createMember(request);
  const user = { ...session.user, avatar: 'https://lh3.googleusercontent.com/ada.png' };
  const asked: string[] = [];
  await page.route('https://lh3.googleusercontent.com/**', (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' });
  });
  await page.route('**/api/auth/me', (route) => route.fulfill({ json: { user } }));
  await page.addInitScript(
    (text) => localStorage.setItem('oriel-session', text),
    JSON.stringify({ ...session, user }),
  );
  await page.goto('/careers');
  const account = page.getByRole('button', { name: /^Account: Ada Lovelace/ });
  await expect(account).toContainText('AL');
  expect(asked).toEqual([]);
  await chooseCookies(page, 'Allow all');
  await expect(account.locator('img')).toHaveAttribute('src', user.avatar);
  await expect.poll(() => asked.length).toBe(1);
});
