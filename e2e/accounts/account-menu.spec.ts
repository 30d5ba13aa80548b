import type { Session } from '@oriel/contract';
import type { Page } from '@playwright/test';
import { expectNoBarrierInAnyTheme } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { createMember, storeSession } from '../support/members.ts';
import { accountButton, settings, tab } from '../support/settings.ts';

const MENU = [
  'Saved places',
  'Get free VR token',
  'Personal settings',
  'Help center',
  'My subscription',
  'Theme settings',
  'Sign out',
];

/** Passes off a session as one with another plan or picture, as its profile will be answered. */
async function pretend(page: Page, session: Session, changes: Partial<Session['user']>): Promise<void> {
  const user = { ...session.user, ...changes };
  await page.route('**/api/auth/me', (route) => route.fulfill({ json: { user } }));
  await storeSession(page, { ...session, user });
}

test.describe('the top bar', () => {
  test('a guest signs in and returns to the page they came from', async ({ page, request }) => {
    const member = await createMember(request);
    await page.goto('/categories?sort=new');
    await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(/\/login\?next=/);
    await page.getByLabel('Email', { exact: true }).fill(member.email);
    await page.getByLabel('Password', { exact: true }).fill(member.password);
    await page.locator('form').getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page).toHaveURL('/categories?sort=new');
    await expect(accountButton(page)).toContainText('Ada Lovelace');
    await expect(accountButton(page)).toContainText('AL');
  });

  test('a member opens and leaves the menu by keyboard, is led to the settings and back, and signs out by one press', async ({
    page,
    request,
  }) => {
    await storeSession(page, (await createMember(request)).session);
    await page.goto('/experiences?q=sea');
    const button = accountButton(page);
    await expect(button).toHaveAttribute('aria-expanded', 'false');
    await button.focus();
    await page.keyboard.press('Enter');
    const items = page.getByRole('menu', { name: 'Account' }).getByRole('menuitem');
    await expect(items).toHaveText(MENU);
    await expect(button).toHaveAttribute('aria-expanded', 'true');
    await expect(items.nth(0)).toBeFocused();
    await expectNoBarrierInAnyTheme(page);
    const steps: [key: string, index: number][] = [
      ['ArrowDown', 1],
      ['End', MENU.length - 1],
      ['ArrowDown', 0],
      ['ArrowUp', MENU.length - 1],
      ['ArrowUp', MENU.length - 2],
      ['Home', 0],
    ];
    for (const [key, index] of steps) {
      await page.keyboard.press(key);
      await expect(items.nth(index)).toBeFocused();
    }
    await page.keyboard.press('Escape');
    await expect(items.first()).toBeHidden();
    await expect(button).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(items.last()).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(items.first()).toBeHidden();
    await button.click();
    await expect(items.first()).toBeVisible();
    await page.mouse.click(8, 500);
    await expect(items.first()).toBeHidden();

    await button.click();
    await page.getByRole('menuitem', { name: 'Theme settings' }).click();
    await expect(page).toHaveURL('/experiences?q=sea&settings=theme');
    await expect(tab(page, 'Theme Settings')).toHaveAttribute('aria-selected', 'true');
    await expect(settings(page).locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(settings(page)).toBeHidden();
    await expect(page).toHaveURL('/experiences?q=sea');
    await expect(button).toBeFocused();

    await button.click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
    await expect(button).toBeHidden();
  });

  test('the badges of all plans can be read in every theme', async ({ page, request }) => {
    const { session } = await createMember(request);
    const colours = { Free: 'rgb(220, 216, 210)', Plus: 'rgb(106, 61, 154)', Pro: 'rgb(191, 143, 44)' };
    for (const plan of ['Free', 'Plus', 'Pro'] as const) {
      await pretend(page, session, { subscriptionType: plan });
      await page.goto('/categories');
      const badge = accountButton(page).getByText(plan);
      await expect(badge).toHaveCSS('background-color', colours[plan]);
      await expectNoBarrierInAnyTheme(page, plan, { rules: ['color-contrast'], within: 'header' });
    }
  });

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 844 } });

    test('the settings are a sheet that fits, and the menu has what members and what guests need', async ({
      page,
      request,
    }) => {
      await storeSession(page, (await createMember(request)).session);
      await page.goto('/categories?settings=profile');
      await expect(settings(page).getByLabel('Name')).toBeVisible();
      const edges = async () => {
        const box = await settings(page).boundingBox();
        return box && { left: box.x, bottom: box.y + box.height, isLow: box.height <= 0.8 * 844 + 1 };
      };
      await expect.poll(edges).toEqual({ left: 0, bottom: 844, isLow: true });
      await expectNoBarrierInAnyTheme(page, 'settings');
      await page.keyboard.press('Escape');
      await expect(settings(page)).toBeHidden();

      await page.getByRole('button', { name: 'Open menu' }).click();
      const menu = page.getByRole('dialog', { name: 'Menu' });
      await expectNoBarrierInAnyTheme(page);
      await menu.getByRole('link', { name: 'Open dashboard' }).click();
      // The link closes the menu before its page is there; one that is opened again meanwhile stays.
      await expect(menu).toBeHidden();
      await page.getByRole('button', { name: 'Open menu' }).click();
      await expect(page).toHaveURL('/experiences');
      await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toHaveText(/^Discover/);
      await menu.getByRole('button', { name: 'Sign out' }).click();
      await expect(menu).toBeHidden();
      await page.getByRole('button', { name: 'Open menu' }).click();
      await menu.getByRole('link', { name: 'Sign in' }).click();
      await expect(page).toHaveURL(/\/login\?next=/);
    });
  });
});
