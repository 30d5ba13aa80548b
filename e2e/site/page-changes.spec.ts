import { expect, test } from '../support/fixtures.ts';

test('a new page is said to screen readers, and has the focus', async ({ page }) => {
  await page.goto('/experiences');
  const spoken = page.locator('body > [aria-live="polite"]:not([role])');
  await expect(spoken).toHaveText('');
  const community = page.getByRole('banner').getByRole('link', { name: 'Community' });
  await community.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/community');
  await expect(spoken).toHaveText(/^Community /);
  // It is still there.
  await expect(community).toBeFocused();

  await page.goBack();
  await expect(page).toHaveURL('/experiences');
  await expect(spoken).toHaveText(/^Discover premium VR experiences/);
  const card = page.getByRole('main').getByRole('article').nth(2).getByRole('link');
  const href = await card.getAttribute('href');
  await card.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(href ?? '');
  await expect(page.getByRole('main')).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL('/experiences');
  await expect(card).toBeFocused();
});
