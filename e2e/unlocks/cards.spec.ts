import { expectNoBarrierInAnyTheme } from '../support/accessibility.ts';
import { expect, openAnotherBrowser, test } from '../support/fixtures.ts';
import { createMember, storeSession } from '../support/members.ts';
import { openUrls } from '../support/open-urls.ts';
import { settings } from '../support/settings.ts';
import { pageOf } from '../support/tours.ts';
import {
  accessRequests,
  cardOf,
  createGate,
  gatedTour,
  linkOf,
  listWith,
  returnToTab,
  signInWith,
  stage,
} from '../support/unlocks.ts';
import { topUp, totalBalance } from '../support/wallet.ts';

test.describe('a gated card', () => {
  test('leads a guest to the sign-in and back to the list, and opens the plans for a member without tokens, over the page they are on', async ({
    page,
    request,
  }) => {
    const tour = await gatedTour(request);
    const { email, password } = await createMember(request);
    await page.goto(listWith(tour));
    await expect(cardOf(page, tour)).toContainText('Login to view');
    await expect(cardOf(page, tour)).toContainText('100 tokens');
    const asked = accessRequests(page);
    await linkOf(page, tour).click();
    await expect(page).toHaveURL(`/login?${new URLSearchParams({ next: listWith(tour) })}`);
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.locator('form').getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page).toHaveURL(listWith(tour));
    await expect(cardOf(page, tour)).toContainText('Recharge 100 tokens');
    await expect(cardOf(page, tour)).not.toContainText('Login to view');
    await expect(cardOf(page, tour)).toContainText('you have 0');
    await expectNoBarrierInAnyTheme(page, 'short of tokens');
    await linkOf(page, tour).click();
    await expect(page).toHaveURL(`${listWith(tour)}&settings=subscription`);
    await expect(settings(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(settings(page)).toBeHidden();
    await expect(page).toHaveURL(listWith(tour));
    await expect(linkOf(page, tour)).toBeFocused();
    expect(asked).toEqual([]);
  });

  test('keeps the list as it was below the plans', async ({ page, request }) => {
    await signInWith(page, request);
    const loads: string[] = [];
    await page.goto('/experiences');
    const articles = page.getByRole('main').getByRole('article');
    for (const seen of [12, 24]) {
      await articles.nth(seen - 1).scrollIntoViewIfNeeded();
      await page.mouse.wheel(0, 400);
      await expect(articles).toHaveCount(seen + 12);
    }
    const card = articles.filter({ hasText: /Recharge \d/ }).last();
    await card.scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => scrollY);
    // Of the list alone: a card under the pointer loads its own page in advance.
    page.on(
      'request',
      (sent) => /\/experiences\.data|api\/vr360\?/.test(sent.url()) && loads.push(sent.url()),
    );
    await card.getByRole('link').click();
    await expect(settings(page)).toBeVisible();
    await expect(articles).toHaveCount(36);
    await settings(page).getByRole('button', { name: 'Close' }).click();
    await expect(settings(page)).toBeHidden();
    await expect(articles).toHaveCount(36);
    expect(await page.evaluate(() => scrollY)).toBe(before);
    expect(loads).toEqual([]);
    await page.goBack();
    await expect(articles).toHaveCount(36);
  });

  test('in a new tab shows the locked page and spends nothing', async ({ page, context, request }) => {
    const tour = await gatedTour(request);
    const session = await signInWith(page, request, 'starter');
    await page.goto(listWith(tour));
    await expect(cardOf(page, tour)).toContainText('you have 100');
    await linkOf(page, tour).click({ button: 'middle' });
    await expect.poll(() => openUrls(page)).toHaveLength(2);
    await linkOf(page, tour).click({ modifiers: ['ControlOrMeta'] });
    await expect.poll(() => openUrls(page)).toHaveLength(3);
    await expect.poll(() => openUrls(page)).toEqual([pageOf(tour), pageOf(tour), listWith(tour)]);
    const tab = await context.newPage();
    await tab.goto(pageOf(tour));
    await expect(tab.getByRole('button', { name: 'Unlock for 100 tokens' })).toBeVisible();
    await expect(page).toHaveURL(listWith(tour));
    expect(await totalBalance(request, session)).toBe(100);
  });

  test('promises nothing until the balance is known, and then does not move', async ({ page, request }) => {
    const tour = await gatedTour(request);
    const session = await signInWith(page, request, 'starter');
    const { held, open } = createGate();
    await page.route('**/api/tokens/summary', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(listWith(tour));
    const card = cardOf(page, tour);
    await expect(card).toContainText('100 tokens');
    await expect(card).not.toContainText(/Login|Recharge|you have/);
    const box = await card.boundingBox();
    await page.evaluate(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
      }).observe({ type: 'layout-shift' });
    });
    open();
    await expect(card).toContainText('you have 100');
    expect(await card.boundingBox()).toEqual(box);
    expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([]);
    expect(await totalBalance(request, session)).toBe(100);
  });

  test('is as high for members as in the HTML for guests', async ({ page, request, browser }) => {
    const tour = await gatedTour(request);
    const bare = await openAnotherBrowser(browser, { javaScriptEnabled: false });
    const plain = await bare.newPage();
    await plain.goto(listWith(tour));
    await signInWith(page, request, 'starter');
    await page.goto(listWith(tour));
    await expect(cardOf(page, tour)).toContainText('you have 100');
    for (const width of [320, 390, 820, 1440]) {
      for (const each of [plain, page]) await each.setViewportSize({ width, height: 900 });
      const expected = (await cardOf(plain, tour).boundingBox())?.height;
      const height = async () => (await cardOf(page, tour).boundingBox())?.height;
      await expect.poll(height, `${width}px`).toBe(expected);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide).toBeLessThanOrEqual(width);
    }
    await bare.close();
  });

  test('opens by itself when tokens, a plan or another device have opened it', async ({
    page,
    request,
    browser,
  }) => {
    const tour = await gatedTour(request);
    const packaged = await gatedTour(request, true);
    const session = await signInWith(page, request);
    await page.goto(listWith(tour));
    await expect(cardOf(page, tour)).toContainText('Recharge 100 tokens');
    await topUp(request, session, 'plus');
    await returnToTab(page);
    await expect(cardOf(page, tour)).toContainText('100 tokens · you have 500');

    const elsewhere = await openAnotherBrowser(browser);
    const phone = await elsewhere.newPage();
    await storeSession(phone, session);
    await phone.goto(pageOf(tour));
    await phone.getByRole('button', { name: 'Unlock for 100 tokens' }).click();
    await expect(stage(phone)).toBeVisible();
    await elsewhere.close();
    await returnToTab(page);
    await expect(cardOf(page, tour)).not.toContainText('tokens');
    await expect(cardOf(page, tour)).toContainText(tour.buttonTitle);

    await page.goto(listWith(packaged));
    await expect(cardOf(page, packaged)).toContainText('included in your plan');
    await linkOf(page, packaged).click();
    await expect(stage(page)).toBeVisible();
    expect(await totalBalance(request, session)).toBe(400);
  });
});
