import { expectNoBarrierInAnyTheme, expectToFit } from '../support/accessibility.ts';
import { expect, openAnotherBrowser, test } from '../support/fixtures.ts';
import { createMember, mailTo, storeSession } from '../support/members.ts';
import { accountButton } from '../support/settings.ts';
import { ownWorkspace } from '../support/studio.ts';

test('a team grows by an invitation, changes and shrinks, and its log says so', async ({
  page,
  request,
  browser,
}) => {
  const { session, workspace, name } = await ownWorkspace(request);
  const member = await createMember(request, { firstName: 'Grace', lastName: 'Hopper' });
  await storeSession(page, session);
  await page.goto(`/studio/team?workspace=${workspace}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Team');
  const team = page.getByRole('list', { name: 'Team' });
  await expect(team.getByRole('listitem')).toHaveCount(1);
  await expect(page.getByRole('combobox', { name: /^Workspace/ })).toHaveValue(workspace);

  await page.getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite' });
  await expect(dialog.getByLabel('Email')).toBeFocused();
  await page.keyboard.type('nobody');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Please enter a valid email address.')).toBeVisible();
  await dialog.getByLabel('Email').fill(member.email);
  await dialog.getByRole('radio', { name: /^Contributor/ }).check();
  await expectNoBarrierInAnyTheme(page, 'the invitation');
  await dialog.getByRole('button', { name: 'Send the invitation' }).click();
  await expect(page.getByRole('status').filter({ hasText: `${member.email} is invited.` })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Invited' })).toContainText(`${member.email}Contributor`);
  await expectNoBarrierInAnyTheme(page, 'the team');

  const mail = await mailTo(request, member.email, /invites you/);
  const link = /\/studio\/invitation#token=[\w-]+/.exec(mail)?.[0] ?? '';
  const other = await openAnotherBrowser(browser, { viewport: { width: 390, height: 844 } });
  const guest = await other.newPage();
  await storeSession(guest, member.session);
  await guest.goto(link);
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText(`Join ${name}`);
  await expect(guest).toHaveURL('/studio/invitation');
  await guest.getByRole('button', { name: 'Accept' }).click();
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText('Tours');
  await expect(guest).toHaveURL(`/studio/tours?workspace=${workspace}`);
  // One row, which shows the open tab.
  const tabs = guest.getByRole('navigation', { name: 'Studio' });
  expect((await tabs.boundingBox())?.height).toBeLessThan(60);
  await tabs.getByRole('link', { name: 'Workspace' }).click();
  await expect(tabs.getByRole('link', { name: 'Workspace' })).toBeInViewport({ ratio: 1 });
  await guest.getByRole('link', { name: 'Team', exact: true }).click();
  await expect(guest.getByRole('list', { name: 'Team' }).getByRole('listitem')).toHaveCount(2);
  await expect(guest.getByRole('button', { name: 'Invite' })).toBeHidden();
  await expectToFit(guest, 'the team on a phone');
  await other.close();

  await page.reload();
  const role = page.getByLabel('Role of Grace Hopper');
  await expect(role).toHaveValue('contributor');
  await role.selectOption('Editor');
  await expect(page.getByRole('status').filter({ hasText: 'The role is changed.' })).toBeVisible();
  await expect(role).toHaveValue('editor');
  await page.getByRole('button', { name: 'Remove Grace Hopper' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(team.getByRole('listitem')).toHaveCount(1);

  // What loads later moves nothing from under the pointer.
  const isPlanAwaited = Promise.withResolvers<void>();
  await page.route('**/api/studio/plan?*', async (route) => {
    await isPlanAwaited.promise;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Workspace', exact: true }).click();
  const withoutCheck = page.getByRole('button', { name: 'Publish without the check' });
  await expect(withoutCheck).toBeVisible();
  const place = await withoutCheck.boundingBox();
  isPlanAwaited.resolve();
  await expect(page.getByRole('heading', { name: /^Plan: / })).toBeVisible();
  expect(await withoutCheck.boundingBox()).toEqual(place);
  await withoutCheck.click();
  await expect(page.getByRole('button', { name: 'Require the check' })).toBeVisible();
  await expectNoBarrierInAnyTheme(page, 'the workspace');

  await page.getByRole('link', { name: 'Activity', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Activity' }).getByRole('listitem')).toContainText([
    'lets tours be published without the privacy check',
    'took Grace Hopper off the team',
    'changed the role of Grace Hopper from Contributor to Editor',
    'Grace Hopper joined the team: Contributor',
    `invited ${member.email}: Contributor`,
    'made the workspace',
  ]);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  expect((await saved).suggestedFilename()).toBe('activity.csv');
  await expectNoBarrierInAnyTheme(page, 'the activity');
});

test('the studio opens from the account menu of those who have a role, and for nobody else', async ({
  page,
  request,
}) => {
  const response = await page.goto('/studio');
  expect(response?.headers()).toMatchObject({ 'x-robots-tag': 'noindex', 'cache-control': 'no-store' });
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/login?next=%2Fstudio');
  await storeSession(page, (await createMember(request)).session);
  await page.goto('/studio');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nothing to do here yet');
  await storeSession(page, (await ownWorkspace(request)).session);
  await page.goto('/experiences');
  await expect(accountButton(page)).toContainText('Olive Owner');
  await accountButton(page).click();
  await page.getByRole('menuitem', { name: 'Studio' }).click();
  await expect(page).toHaveURL('/studio/tours');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tours');
  await page.goBack();
  await expect(page).toHaveURL('/experiences');
  await page.goForward();
  await page.getByRole('link', { name: 'Staff' }).click();
  await expect(page.getByRole('list', { name: 'Staff' })).toContainText('Olive Owner');
});
