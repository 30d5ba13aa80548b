import { expect, test } from '../support/fixtures.ts';
import { pageOf } from '../support/tours.ts';
import {
  accessRequests,
  cardOf,
  confirmUnlock,
  createGate,
  gatedTour,
  linkOf,
  listWith,
  signInWith,
  stage,
} from '../support/unlocks.ts';
import { totalBalance } from '../support/wallet.ts';

test.describe('an unlock from a card', () => {
  test('says the price and the balance, asks, and two quick clicks spend once', async ({ page, request }) => {
    const tour = await gatedTour(request);
    const session = await signInWith(page, request, 'plus');
    const views: string[] = [];
    page.on('request', (sent) => sent.url().endsWith('/view') && views.push(sent.url()));
    const asked = accessRequests(page);
    await page.goto(listWith(tour));
    await expect(cardOf(page, tour)).toContainText(tour.buttonTitle);
    await expect(cardOf(page, tour)).toContainText('100 tokens · you have 500');
    await linkOf(page, tour).dblclick();
    await cardOf(page, tour).getByRole('img', { includeHidden: true }).first().dblclick({ force: true });
    const question = cardOf(page, tour).getByRole('group', { name: 'Unlock for 100 tokens? You keep 400.' });
    await expect(question).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(linkOf(page, tour)).toBeFocused();
    expect(asked).toEqual([]);
    await linkOf(page, tour).click();
    await question.getByRole('button', { name: 'Unlock', exact: true }).click();
    await expect(page).toHaveURL(pageOf(tour));
    await expect(stage(page)).toBeVisible();
    await expect(page.getByText('Loading immersive experience…')).toBeHidden();
    expect(asked).toHaveLength(1);
    expect(await totalBalance(request, session)).toBe(400);
    expect(views).toHaveLength(1);
    // Nothing that was signed for this visit stays in the history.
    expect(await page.evaluate(() => JSON.stringify(history.state))).not.toContain('/media/s/');

    await page.goBack();
    await expect(cardOf(page, tour)).toContainText(tour.buttonTitle);
    await expect(cardOf(page, tour)).not.toContainText('100 tokens');
    await linkOf(page, tour).click();
    await expect(stage(page)).toBeVisible();
    expect(asked).toHaveLength(1);
  });

  test('says that it authorises, takes no click meanwhile and keeps its height', async ({
    page,
    request,
  }) => {
    const tour = await gatedTour(request);
    const session = await signInWith(page, request, 'starter');
    await page.goto(listWith(tour));
    const asked = accessRequests(page);
    const { held, open } = createGate();
    await page.route('**/access', async (route) => {
      await held;
      await route.continue();
    });
    await expect(cardOf(page, tour)).toContainText('you have 100');
    const height = async () => (await cardOf(page, tour).boundingBox())?.height;
    const before = await height();
    await linkOf(page, tour).click();
    await expect(cardOf(page, tour).getByRole('group')).toBeVisible();
    expect(await height()).toBe(before);
    await confirmUnlock(page, tour);
    await expect(cardOf(page, tour).getByRole('status')).toHaveText('Authorizing…');
    await expect(cardOf(page, tour)).toContainText('PROCESSING...');
    await expect(linkOf(page, tour)).toHaveAttribute('aria-disabled', 'true');
    expect(await height()).toBe(before);
    await linkOf(page, tour).click({ force: true });
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(listWith(tour));
    open();
    await expect(page).toHaveURL(pageOf(tour));
    expect(asked).toHaveLength(1);
    expect(await totalBalance(request, session)).toBe(0);
  });

  test('does not navigate a member who has left the page meanwhile', async ({ page, request }) => {
    const tour = await gatedTour(request);
    const session = await signInWith(page, request, 'starter');
    await page.goto(listWith(tour));
    const { held, open } = createGate();
    await page.route('**/access', async (route) => {
      await held;
      await route.continue();
    });
    await expect(cardOf(page, tour)).toContainText('you have 100');
    await linkOf(page, tour).click();
    await confirmUnlock(page, tour);
    await expect(cardOf(page, tour)).toContainText('PROCESSING...');
    await page.getByRole('banner').getByRole('link', { name: 'VR Tour' }).first().click();
    await expect(page).toHaveURL('/experiences');
    // The URL changes before the page does.
    await expect(page.getByText('107 premium VR experiences available')).toBeVisible();
    open();
    await expect.poll(() => totalBalance(request, session)).toBe(0);
    await page.waitForTimeout(500);
    await expect(page).toHaveURL('/experiences');
    await page.goBack();
    await expect(cardOf(page, tour)).not.toContainText('tokens');
  });

  test('is opened by keyboard alone', async ({ page, request }) => {
    const tour = await gatedTour(request);
    await signInWith(page, request, 'starter');
    await page.goto(listWith(tour));
    const asked = accessRequests(page);
    await expect(cardOf(page, tour)).toContainText('you have 100');
    await expect(linkOf(page, tour)).toHaveAccessibleDescription(/100 tokens · you have 100/);
    await page.getByRole('combobox', { name: 'Sort by' }).focus();
    for (let tabs = 0; tabs < 20; tabs++) {
      await page.keyboard.press('Tab');
      if (await linkOf(page, tour).evaluate((link) => link === document.activeElement)) break;
    }
    await expect(linkOf(page, tour)).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    const question = cardOf(page, tour).getByRole('group');
    await expect(question).toBeFocused();
    expect(asked).toEqual([]);
    await page.keyboard.press('Tab');
    await expect(question.getByRole('button', { name: 'Unlock', exact: true })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(pageOf(tour));
    await expect(stage(page)).toBeVisible();
    expect(asked).toHaveLength(1);
  });

  test('does not ask again where the member does not want it', async ({ page, request }) => {
    const tour = await gatedTour(request);
    const next = await gatedTour(request, true);
    const session = await signInWith(page, request, 'studio');
    await page.goto(listWith(tour));
    await expect(cardOf(page, tour)).toContainText('you have 5,000');
    await linkOf(page, tour).click();
    await page.getByRole('checkbox', { name: "Don't ask again" }).check();
    await confirmUnlock(page, tour);
    await expect(page).toHaveURL(pageOf(tour));
    expect(await totalBalance(request, session)).toBe(4900);
    await page.goto(listWith(next));
    await linkOf(page, next).click();
    await expect(page).toHaveURL(pageOf(next));
  });
});
