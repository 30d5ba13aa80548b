import { expectNoBarrierInAnyTheme } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { enter, HOTEL } from '../support/tours.ts';
import { signInWith } from '../support/unlocks.ts';

test('a sheet tells all about a place, by button, key and drag, and leads to the next', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/experiences');
  await page.goto('/experiences/vr/the-west-suite');
  const open = page.getByRole('button', { name: 'About this place' });
  await open.focus();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Casa Marelua' });
  await expect(sheet.getByRole('heading', { level: 2 })).toBeFocused();
  await expect(sheet.getByRole('list', { name: 'Facts' }).getByRole('listitem')).toHaveCount(3);
  await expect(sheet.getByText('Narrowest door')).toBeVisible();
  await expect(sheet.getByRole('link', { name: 'Enquire' })).toHaveAttribute('href', /place=Casa\+Marelua/);
  await expect(sheet.getByRole('heading', { name: 'More like this' })).toBeAttached();
  await expectNoBarrierInAnyTheme(page);
  await sheet.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(sheet.getByRole('button', { name: 'Saved' })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await expect(open).toBeFocused();

  // Pulled up, and pushed down again.
  const drag = async (x: number, y: number, dx: number, dy: number) => {
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (const share of [0.3, 0.6, 1]) await page.mouse.move(x + dx * share, y + dy * share);
    await page.mouse.up();
  };
  const button = await open.boundingBox();
  if (!button) throw new Error('no button');
  await drag(button.x + 20, button.y + 10, 0, -120);
  await expect(sheet).toBeVisible();
  const head = await sheet.getByRole('heading', { level: 2 }).boundingBox();
  if (!head) throw new Error('no head');
  await drag(head.x + 10, head.y + 10, 0, 260);
  await expect(sheet).toHaveCount(0);

  await open.click();
  await expect(sheet.getByRole('button', { name: /^Next place/ })).toBeVisible();
  const again = await sheet.getByRole('heading', { level: 2 }).boundingBox();
  if (!again) throw new Error('no head');
  await drag(again.x + 200, again.y + 10, -160, 0);
  await expect(page).not.toHaveURL(/the-west-suite/);
  await expect(page.getByRole('dialog').getByRole('heading', { level: 2 })).toBeFocused();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Previous place/ })
    .click();
  await expect(page).toHaveURL(/the-west-suite/);
  // Once closed it stays closed.
  await expect(sheet.getByRole('heading', { level: 2 })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('button', { name: 'About this place' })).toBeVisible();
  await expect(sheet).toHaveCount(0);
  // Back leads out of the tours, not through all of them.
  await page.goBack();
  await expect(page).toHaveURL('/experiences');
});

test('stays open from place to place for a member', async ({ page, request }) => {
  await signInWith(page, request, 'studio');
  await page.goto('/experiences/vr/the-west-suite');
  await page.getByRole('button', { name: 'About this place' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Next place/ })
    .click();
  await expect(page).not.toHaveURL(/the-west-suite/);
  await expect(page.getByRole('dialog').getByRole('heading', { level: 2 })).toBeFocused();
});

test('makes way for a guided tour, and is there again after it', async ({ page }) => {
  await enter(page, HOTEL);
  const open = page.getByRole('button', { name: 'About this place' });
  const start = page.getByRole('button', { name: 'Guided tour', exact: true });
  await open.click();
  const sheet = page.getByRole('dialog', { name: 'Hotel Almedra' });
  await expect(sheet.getByRole('heading', { level: 2 })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await start.press('Enter');
  const guide = page.getByRole('region', { name: 'Guided tour' });
  await expect(guide.getByRole('button', { name: 'Pause the guided tour' })).toBeFocused();
  await expect(open).toHaveCount(0);
  await guide.getByRole('button', { name: 'End the guided tour' }).press('Enter');
  await expect(guide).toHaveCount(0);
  await open.click();
  await expect(sheet.getByRole('heading', { level: 2 })).toBeFocused();
});
