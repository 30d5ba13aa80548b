import type { Locator, Page } from '@playwright/test';
import { expectNoBarrier, expectNoMotion, expectToFit } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { door, enter, expectRoom, HOTEL, openHelp, roomButton, roomLink, spot } from '../support/tours.ts';

/** What the page shows has no barrier as it is, on the narrowest screens, and where the system chooses the colours. */
async function expectNoBarrierAnywhere(page: Page, what: string): Promise<void> {
  await expectNoBarrier(page, what);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectToFit(page, `320 px, ${what}`);
  await page.emulateMedia({ forcedColors: 'active' });
  await expectNoBarrier(page, `forced colours, ${what}`);
  await page.emulateMedia({ forcedColors: 'none' });
  await page.setViewportSize({ width: 1280, height: 720 });
}

/** Where no colours say it, an outline does. */
async function expectToBeTold(page: Page, chosen: Locator, other: Locator): Promise<void> {
  const outline = (element: Locator) =>
    element.evaluate((node) => getComputedStyle(node.closest('label') ?? node).outlineStyle);
  await page.emulateMedia({ forcedColors: 'active' });
  await expect.poll(() => outline(chosen)).toBe('solid');
  expect(await outline(other)).toBe('none');
  await page.emulateMedia({ forcedColors: 'none' });
}

test.use({ reducedMotion: 'reduce' });

test('a tour has no barrier in any of its states, and nothing moves by itself', async ({ page }) => {
  await enter(page, `${HOTEL}?scene=room`);
  await expectNoMotion(page);
  const sound = spot(page, /^The sea below the balcony, sound/);
  await sound.focus();
  await expectNoBarrierAnywhere(page, 'a hotspot with its label');
  await sound.press('Enter');
  await expect(page.getByRole('dialog', { name: 'The sea below the balcony' })).toBeVisible();
  await expectNoBarrierAnywhere(page, 'a sound');
  await page.keyboard.press('Escape');

  await openHelp(page);
  await page.getByLabel('Save data').check();
  const meter = page.getByText(/^Saving data: /);
  await expect(meter).toHaveText('Saving data: 0.0 of 1 MB');
  await roomButton(page).press('Enter');
  await expectToBeTold(page, roomLink(page, 'Sea-view room'), roomLink(page, 'Lobby'));
  await roomLink(page, 'Bathroom').press('Enter');
  await expectRoom(page, 'Bathroom');
  await expect(meter).toHaveText(/^Saving data: (?!0\.0)[\d.]+ of 1 MB/);
  await expectNoBarrierAnywhere(page, 'help, rooms, and how much data is saved');

  await roomLink(page, 'Terrace at nightfall').press('Enter');
  await expectRoom(page, 'Terrace at nightfall');
  await expect(page.getByText(/\[(Water|Crickets)/)).toBeVisible();
  // Films are streams, and not limited.
  await expect(meter).toBeHidden();
  await page.getByRole('button', { name: 'Caption style' }).press('Enter');
  await expect(page.getByRole('checkbox', { name: 'Large text' })).toBeVisible();
  await expectNoBarrierAnywhere(page, 'a film with captions, and how they look');
});

test.describe('what fails', () => {
  test.use({ allowedErrors: [/404/] });

  test('a room that cannot be loaded has no barrier, and the choice of a light none', async ({ page }) => {
    test.setTimeout(60_000);
    await page.route('**/scenes/restaurant', (route) => route.fulfill({ status: 404, body: '{}' }));
    await enter(page, HOTEL);
    await door(page, /^Restaurant/).press('Enter');
    const alert = page.getByRole('alert').filter({ hasText: 'This room could not be loaded.' });
    await expect(alert).toBeVisible();
    await expectNoBarrierAnywhere(page, 'a failure');

    await enter(page, '/experiences/vr/the-lobby-at-midnight');
    const light = (name: string) => page.getByRole('radio', { name });
    await expect(light('At midnight')).toBeChecked();
    await expectToBeTold(page, light('At midnight'), light('At noon'));
    await expectNoBarrierAnywhere(page, 'lights');
  });
});
