import { expectNoBarrierInAnyTheme, expectToFit } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { storeSession } from '../support/members.ts';
import { ownWorkspace } from '../support/studio.ts';

test('a key is made, shown once, used, and revoked', async ({ page, request, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { session, workspace } = await ownWorkspace(request);
  await storeSession(page, session);
  await page.goto(`/studio/keys?workspace=${workspace}`);
  await expect(page.getByText('There is no key yet.')).toBeVisible();

  await page.getByRole('button', { name: 'New key' }).click();
  const dialog = page.getByRole('dialog', { name: 'New API key' });
  await dialog.getByRole('button', { name: 'Make the key' }).click();
  await expect(dialog.getByText('Please name the key.')).toBeVisible();
  await dialog.getByLabel('Name').fill('Nightly import');
  await dialog.getByLabel('See tours').check();
  await expectNoBarrierInAnyTheme(page, 'a new key');
  await dialog.getByRole('button', { name: 'Make the key' }).click();
  const settings = dialog.getByLabel('Settings of a script');
  await expect(settings).toHaveValue(new RegExp(`ORIEL_WORKSPACE=${workspace}\nORIEL_KEY=oriel_[\\w-]{43}$`));
  await expectNoBarrierInAnyTheme(page, 'the secret');
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await settings.inputValue());
  const [secret = ''] = /oriel_[\w-]+$/.exec(await settings.inputValue()) ?? [];
  const ask = () =>
    request.get(`/api/studio/tours?workspace=${workspace}`, {
      headers: { authorization: `Bearer ${secret}` },
    });
  expect((await ask()).status()).toBe(200);
  await page.keyboard.press('Escape');

  const row = page.getByRole('list', { name: 'API keys' }).getByRole('listitem');
  await expect(row).toContainText('Nightly import');
  await expect(row).toContainText('Upload files');
  expect(await page.content()).not.toContain(secret);
  await expectToFit(page, 'API keys');
  await row.getByRole('button', { name: 'Revoke Nightly import' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(page.getByText('“Nightly import” is revoked.')).toBeVisible();
  await expect(row).toHaveCount(0);
  expect((await ask()).status()).toBe(401);
});
