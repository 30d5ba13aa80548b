import type { Locator } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { createMember, storeSession } from '../support/members.ts';
import { settings, tab } from '../support/settings.ts';
import { plan, wallet } from '../support/wallet-dialogs.ts';

test.use({ forcedColors: 'active', contrast: 'more' });

const outline = (element: Locator) =>
  element.evaluate((node) => {
    const marked = node instanceof HTMLInputElement ? (node.closest('label') ?? node) : node;
    return getComputedStyle(marked).outlineStyle;
  });

/** The selected one of a group can be told from another where no colours say so. */
async function expectToBeTold(selected: Locator, other: Locator): Promise<void> {
  await expect.poll(() => outline(selected)).toBe('solid');
  expect(await outline(other)).toBe('none');
}

test('what is selected can be seen without colours', async ({ page, request }) => {
  await page.goto('/pricing');
  const period = (name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) });
  await expectToBeTold(period('Monthly'), period('Yearly'));
  await expectToBeTold(page.getByRole('radio', { name: 'Cream' }), page.getByRole('radio', { name: 'Dark' }));

  await page.goto('/experiences');
  const bar = page.getByRole('banner');
  await expectToBeTold(
    bar.getByRole('link', { name: 'VR Tour' }),
    bar.getByRole('link', { name: 'Community' }),
  );
  const tags = page.getByRole('navigation', { name: 'Tags' });
  await expectToBeTold(tags.getByRole('link', { name: 'All' }), tags.getByRole('link', { name: 'Sea view' }));

  await storeSession(page, (await createMember(request)).session);
  await page.goto('/categories?settings=subscription');
  await plan(page, 'Pro').check({ force: true });
  // A radio button that was chosen by keyboard has the focus, too, and shows both.
  await expect(wallet(page)).toBeVisible();
  await expectToBeTold(plan(page, 'Pro'), plan(page, 'Starter'));
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => outline(plan(page, 'Studio'))).toBe('double');
  await expectToBeTold(tab(page, 'Your VR Token'), settings(page).getByRole('tab').last());
});
