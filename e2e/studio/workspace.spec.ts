import { expectNoBarrierInAnyTheme, expectToFit } from '../support/accessibility.ts';
import { expect, openAnotherBrowser, test } from '../support/fixtures.ts';
import { createMember, mailTo, storeSession } from '../support/members.ts';
import { ownWorkspace } from '../support/studio.ts';

test('a workspace is renamed, and another one is made, handed over and left', async ({
  page,
  request,
  browser,
}) => {
  const { session, workspace, name } = await ownWorkspace(request);
  const member = await createMember(request, { firstName: 'Grace', lastName: 'Hopper' });
  await storeSession(page, session);
  await page.goto(`/studio/workspace?workspace=${workspace}`);
  const owner = page.getByRole('region', { name: 'Owner' });
  await expect(owner).toContainText('To hand it over, invite the next owner');
  await expect(page.getByRole('region', { name: 'Leave' })).toContainText('you are the only one');
  await page.getByLabel('Name', { exact: true }).fill(`${name} North`);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`The workspace is called ${name} North now.`)).toBeVisible();
  const choice = page.getByRole('combobox', { name: /^Workspace/ });
  await expect(choice.locator('option:checked')).toHaveText(`${name} North`);
  await expectNoBarrierInAnyTheme(page, 'the workspace of an only owner');

  await page.getByLabel('Name of the new workspace').fill(`${name} South`);
  await page.getByLabel('Email of its owner').fill(member.email);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Team');
  await expect(choice.locator('option:checked')).toHaveText(`${name} South`);
  await expect(page.getByRole('region', { name: 'Invited' })).toContainText(`${member.email}Owner`);

  const mail = await mailTo(request, member.email, /invites you/);
  const other = await openAnotherBrowser(browser, { viewport: { width: 390, height: 844 } });
  const guest = await other.newPage();
  await storeSession(guest, member.session);
  await guest.goto(/\/studio\/invitation#token=[\w-]+/.exec(mail)?.[0] ?? '');
  await guest.getByRole('button', { name: 'Accept' }).click();
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText('Team');
  await guest.getByRole('link', { name: 'Workspace' }).click();
  await expect(guest.getByRole('button', { name: 'Leave the workspace' })).toBeEnabled();
  await expectToFit(guest, 'the workspace on a phone');
  await other.close();

  await page.reload();
  await page.getByRole('link', { name: 'Workspace' }).click();
  await owner.getByLabel('Next owner').selectOption('Grace Hopper, Owner');
  await owner.getByRole('button', { name: 'Hand the workspace over' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.getByRole('dialog').getByRole('button', { name: 'Hand it over' }).click();
  await expect(page.getByText('Grace Hopper is the owner now, and you are an admin.')).toBeVisible();
  await expect(owner).toBeHidden();
  await expectNoBarrierInAnyTheme(page, 'the workspace of an admin');
  await page.getByRole('button', { name: 'Leave the workspace' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).not.toHaveURL(/workspace/);
  await expect(choice.locator('option', { hasText: `${name} South` })).toHaveCount(0);
});
