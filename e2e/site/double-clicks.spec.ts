import { expect, test } from '../support/fixtures.ts';
import { createMember, storeSession } from '../support/members.ts';
import { accountButton, settings } from '../support/settings.ts';
import { confirmation, wallet } from '../support/wallet-dialogs.ts';

test('a double click does not reach what the first click has brought under the pointer', async ({
  page,
  request,
}) => {
  await storeSession(page, (await createMember(request)).session);
  await page.goto('/experiences');
  await accountButton(page).click();
  await page.getByRole('menuitem', { name: 'My subscription' }).dblclick();
  await expect(settings(page)).toBeVisible();
  await expect(page).toHaveURL('/experiences?settings=subscription');

  // The confirmation opens away from the button, so that its backdrop is beneath the pointer.
  await wallet(page).getByRole('button', { name: 'Top-Up Now' }).dblclick();
  await expect(confirmation(page)).toBeVisible();
  await confirmation(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(confirmation(page)).toHaveCount(0);
  await expect(settings(page)).toBeVisible();
});
