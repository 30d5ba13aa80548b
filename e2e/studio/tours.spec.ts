import type { Session, StudioTour } from '@oriel/contract';
import type { APIRequestContext, Page } from '@playwright/test';
import { expectNoBarrierInAnyTheme, expectToFit } from '../support/accessibility.ts';
import { expect, openAnotherBrowser, test } from '../support/fixtures.ts';
import { storeSession } from '../support/members.ts';
import { ownWorkspace, signForFiles } from '../support/studio.ts';

const PHOTO = 'content/media/photos/cinema-film.jpg';

// Changes that come too late, a line that is cut, and the page of a hidden tour.
test.use({ allowedErrors: [/40[1349]|ERR_INTERNET_DISCONNECTED/] });

const saved = (page: Page) => page.getByRole('status').filter({ hasText: /^Saved$/ });

async function upload(page: Page): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).click();
  await (await chooser).setFiles(PHOTO);
  await expect(page.getByRole('list', { name: 'Files', exact: true })).toContainText('Ready');
}

function tourRequests(request: APIRequestContext, { token }: Session, workspace: string) {
  const headers = { authorization: `Bearer ${token}` };
  const toursPath = (id = '') => `/api/studio/tours${id && `/${id}`}?workspace=${workspace}`;
  return {
    create: async (data: object): Promise<StudioTour> =>
      (await request.post(toursPath(), { headers, data })).json(),
    read: async (id: string): Promise<StudioTour> => (await request.get(toursPath(id), { headers })).json(),
    change: async (id: string, revision: number, data: object): Promise<void> => {
      const sent = { headers: { ...headers, 'if-match': `"${revision}"` }, data };
      expect((await request.patch(toursPath(id), sent)).status()).toBe(200);
    },
  };
}

test('a photo becomes a public tour by keys, is changed, and is withdrawn', async ({
  page,
  request,
  browser,
}) => {
  const { session, workspace } = await ownWorkspace(request);
  await storeSession(page, session);
  await page.goto(`/studio/tours?workspace=${workspace}`);
  await expect(page.getByRole('heading', { name: 'No tours yet' })).toBeVisible();
  await expectNoBarrierInAnyTheme(page, 'no tours');
  await page.getByRole('link', { name: 'Upload files' }).click();
  await upload(page);
  await signForFiles(request, session, workspace);
  await page.getByRole('link', { name: 'Tours', exact: true }).click();
  await page.getByRole('button', { name: 'New tour' }).press('Enter');

  // What is missing leads to its field.
  await page.getByRole('button', { name: 'Publish…' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('5 things are missing before visitors can go in:');
  await expectNoBarrierInAnyTheme(page, 'what is missing');
  await dialog.getByRole('button', { name: 'The tour needs a title.' }).press('Enter');
  const title = page.getByRole('textbox', { name: 'Title', exact: true });
  await expect(title).toBeFocused();
  await expect(title).toHaveAccessibleDescription('The tour needs a title.');
  const name = `Harbour ${workspace.slice(2, 10)}`;
  await page.keyboard.type(name);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);

  await page.getByRole('button', { name: 'Add scenes' }).press('Enter');
  await dialog.getByRole('checkbox', { name: /cinema-film/ }).press('Space');
  await dialog.getByRole('button', { name: 'Add' }).press('Enter');
  const scenes = page.getByRole('list', { name: 'Scenes' }).getByRole('listitem');
  await expect(scenes).toHaveCount(1);
  await page.getByRole('textbox', { name: 'Title of scene 1' }).fill('Auditorium');
  await page.getByRole('button', { name: 'Undo: Rename a scene' }).press('Enter');
  await expect(page.getByRole('textbox', { name: 'Title of scene 1' })).toHaveValue('Cinema film');
  await page.keyboard.press('Control+Shift+Z');
  await expect(page.getByRole('textbox', { name: 'Title of scene 1' })).toHaveValue('Auditorium');
  await page.getByLabel('Category', { exact: true }).selectOption({ index: 1 });
  await page.getByRole('radio', { name: 'Free' }).press('Space');
  await page.getByLabel('Title in results').fill(`Stand in ${name}`);
  await expect(saved(page)).toBeVisible();
  await expectNoBarrierInAnyTheme(page, 'a whole tour');
  await page.setViewportSize({ width: 320, height: 800 });
  await expectToFit(page, 'a tour on a small phone');

  await page.getByRole('button', { name: 'Publish…' }).press('Enter');
  await expect(dialog).toContainText('becomes public with 1 scene.');
  await dialog.getByRole('button', { name: 'Publish', exact: true }).press('Enter');
  await expect(dialog).toHaveAccessibleName('Published');
  await expect(dialog.getByLabel('Code for your website')).toHaveValue(/^<iframe src="[^"]+\/embed\//);
  const url = await dialog.getByLabel('Address').inputValue();
  await expectNoBarrierInAnyTheme(page, 'the published tour');
  await expectToFit(page, 'the published tour on a small phone');
  const other = await openAnotherBrowser(browser);
  const guest = await other.newPage();
  await guest.goto(url);
  await expect(guest.getByRole('heading', { level: 1 })).toContainText(name);
  await expect(guest).toHaveTitle(`Stand in ${name} · Oriel`);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.keyboard.press('Escape');

  // Who sees it changes at once.
  await page.getByRole('radio', { name: /^Private/ }).check();
  await expect(page.getByText('The tour is private now.')).toBeVisible();
  expect((await guest.request.get(url)).status()).toBe(404);
  const own = await page.context().newPage();
  await own.goto(url);
  await expect(own.getByRole('heading', { level: 1 })).toContainText(name);
  await own.close();
  await page.getByRole('radio', { name: /^Unlisted/ }).check();
  await expect(page.getByText('The tour is unlisted now.')).toBeVisible();
  await expectNoBarrierInAnyTheme(page, 'who sees a tour');
  await guest.goto(url);
  await expect(guest.getByRole('heading', { level: 1 })).toContainText(name);
  await expect(guest.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  await page.getByRole('radio', { name: /^By link/ }).check();
  await expect(page.getByText('The tour opens by link now.')).toBeVisible();
  await page.getByRole('button', { name: 'New link…' }).click();
  await dialog.getByLabel('Who it is for').fill('The planner');
  await dialog.getByRole('textbox', { name: 'Password' }).fill('a quiet harbour');
  await expectNoBarrierInAnyTheme(page, 'a new link');
  await dialog.getByRole('button', { name: 'Make the link' }).click();
  const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue();
  await page.keyboard.press('Escape');
  await guest.goto(link);
  await guest.getByRole('textbox', { name: 'Password' }).fill('a loud harbour');
  await guest.getByRole('button', { name: 'Open the tour' }).click();
  await expect(guest.getByRole('alert')).toHaveText('The password is not correct.');
  await expectNoBarrierInAnyTheme(guest, 'a link with a password');
  await guest.getByRole('textbox', { name: 'Password' }).fill('a quiet harbour');
  await guest.getByRole('button', { name: 'Open the tour' }).click();
  await expect(guest.getByRole('heading', { level: 1 })).toContainText(name);
  // A reload goes on with the same visit.
  await guest.reload();
  await expect(guest.getByRole('heading', { level: 1 })).toContainText(name);
  await page.reload();
  await expect(page.getByRole('list', { name: 'Links' })).toContainText('Opened once');
  await expectNoBarrierInAnyTheme(page, 'links of a tour');
  await page.getByRole('button', { name: 'Revoke the link “The planner”' }).click();
  await expect(page.getByRole('list', { name: 'Links' })).toHaveCount(0);
  await guest.reload();
  await expect(guest.getByRole('heading', { name: 'This link has ended' })).toBeVisible();
  await page.getByRole('radio', { name: /^Public/ }).check();
  await expect(page.getByText('The tour is public now.')).toBeVisible();

  // What changes for visitors is said before it does.
  await page.getByRole('textbox', { name: 'City' }).fill('Porto');
  await expect(page.getByText('Changes not published')).toBeVisible();
  await page.getByRole('button', { name: 'Publish…' }).click();
  await expect(dialog.getByRole('listitem')).toHaveText(['City now “Porto”']);
  await dialog.getByRole('button', { name: 'Publish the changes' }).click();
  await expect(dialog).toHaveAccessibleName('Published');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Look at version 1' }).click();
  await expect(dialog).toContainText('City no longer “Porto”');
  await dialog.getByRole('button', { name: 'Make this the draft again' }).click();
  await expect(page.getByRole('textbox', { name: 'City' })).toHaveValue('');

  // The restored draft is published at a time, which is cancelled.
  await page.getByRole('button', { name: 'Publish…' }).click();
  await dialog.getByRole('button', { name: 'At a time…' }).press('Enter');
  await expect(dialog.getByLabel('Publish at')).toBeFocused();
  await expect(dialog.getByLabel('Publish at')).toHaveAccessibleDescription(/^Your time zone: /);
  await expectNoBarrierInAnyTheme(page, 'a time for the publication');
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).press('Enter');
  await expect(dialog).toHaveAccessibleName('Scheduled');
  await expect(dialog).toContainText('as it is then');
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(page.getByText(/Scheduled for .* 0?9:00/)).toBeVisible();
  await expectNoBarrierInAnyTheme(page, 'a scheduled tour');
  await page.getByRole('button', { name: 'Cancel the publication' }).click();
  await expect(page.getByText('The publication is cancelled.')).toBeVisible();

  await page.getByRole('button', { name: 'Withdraw the tour…' }).click();
  await expect(dialog).toContainText('Members who have paid for it keep it');
  await dialog.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await expect(page.getByText('The tour is withdrawn.', { exact: true })).toBeVisible();
  expect((await guest.request.get(url)).status()).toBe(404);
  await other.close();

  await page.getByRole('button', { name: 'Delete this tour…' }).press('Enter');
  await dialog.getByRole('button', { name: 'Delete' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'No tours yet' })).toBeVisible();
});

test('two who write at once lose nothing, and neither does a lost line', async ({ page, request }) => {
  const { session, workspace } = await ownWorkspace(request);
  const { create, read, change } = tourRequests(request, session, workspace);
  const { id, revision } = await create({ title: 'Quay' });
  await storeSession(page, session);
  await page.goto(`/studio/tours/${id}?workspace=${workspace}`);
  const title = page.getByRole('textbox', { name: 'Title', exact: true });
  await expect(title).toHaveValue('Quay');
  await change(id, revision, { title: 'Theirs', city: 'Porto' });
  await title.fill('Mine');
  await expect(page.getByRole('alert')).toContainText('Olive Owner has changed this tour in the meantime');
  await expect(title).toHaveValue('Mine');
  await expectNoBarrierInAnyTheme(page, 'two who write at once');
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await expect(saved(page)).toBeVisible();
  expect((await read(id)).draft).toMatchObject({ title: 'Mine', city: 'Porto' });

  await change(id, (await read(id)).revision, { title: 'Theirs again' });
  await title.fill('Mine again');
  await page.getByRole('button', { name: 'Take theirs' }).click();
  await expect(title).toHaveValue('Theirs again');
  await page.keyboard.press('Control+z');
  await expect(title).toHaveValue('Mine again');
  await expect(saved(page)).toBeVisible();

  await page.context().setOffline(true);
  await title.fill('Written under way');
  await expect(page.getByRole('status').filter({ hasText: 'Offline: kept here' })).toBeVisible();
  await page.context().setOffline(false);
  await expect(saved(page)).toBeVisible();
  expect((await read(id)).draft.title).toBe('Written under way');

  // Who goes to another page within the second has saved.
  await title.fill('Last word');
  await page.getByRole('link', { name: 'Tours', exact: true }).first().click();
  await page.getByRole('link', { name: 'Last word' }).click();
  await page.getByRole('button', { name: 'Delete this draft…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'No tours yet' })).toBeVisible();
});
