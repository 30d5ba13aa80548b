import { expectNoBarrierInAnyTheme, expectToFit } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { storeSession } from '../support/members.ts';
import { ownWorkspace } from '../support/studio.ts';

test('the staff narrow the log of the installation to what they look for', async ({ page, request }) => {
  const { session, name } = await ownWorkspace(request);
  await storeSession(page, session);
  await page.goto('/studio/audit');
  const list = page.getByRole('list', { name: 'All activity' });
  const made = list.getByRole('listitem').filter({ hasText: name }).filter({ hasText: 'made the workspace' });
  await expect(made).toBeVisible();
  const form = page.getByRole('form', { name: 'Narrow the list' });
  await form.getByLabel('Where').selectOption(name);
  await form.getByRole('button', { name: 'Show' }).click();
  // Its making, and its plan.
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expect(list.getByRole('listitem').filter({ hasText: name })).toHaveCount(2);
  await expectNoBarrierInAnyTheme(page, 'the log');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectToFit(page, 'the log on a phone');
  await form.getByLabel('What').selectOption('Team: left');
  await form.getByLabel('Who').fill('Olive');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Nothing here fits.')).toBeVisible();
  await form.getByRole('button', { name: 'Clear' }).click();
  await expect(made).toBeVisible();
});
