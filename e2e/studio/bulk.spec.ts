import type { StudioTour } from '@oriel/contract';
import { expectNoBarrierInAnyTheme, expectToFit } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { storeSession } from '../support/members.ts';
import { ownWorkspace } from '../support/studio.ts';

// Drafts that are not complete, and one that somebody else has changed.
test.use({ allowedErrors: [/409|422/] });

test('many tours are changed at once by keys, each with its result, and changed back', async ({
  page,
  request,
}) => {
  const { session, workspace } = await ownWorkspace(request);
  const headers = { authorization: `Bearer ${session.token}` };
  const toursPath = (id = '') => `/api/studio/tours${id && `/${id}`}?workspace=${workspace}`;
  const ids: string[] = [];
  for (const title of ['Attic', 'Boathouse', 'Chapel']) {
    const data = { title, price: title === 'Chapel' ? 40 : 5 };
    ids.push((await (await request.post(toursPath(), { headers, data })).json()).id);
  }
  const prices = async () =>
    Promise.all(
      ids.map(async (id) => {
        const tour: StudioTour = await (await request.get(toursPath(id), { headers })).json();
        return tour.draft.price;
      }),
    );
  await storeSession(page, session);
  await page.goto(`/studio/tours?workspace=${workspace}`);
  await page.getByRole('checkbox', { name: 'Select Attic' }).press('Space');
  const bar = page.getByRole('region', { name: 'Selected tours' });
  await expect(bar).toContainText('1 selected');
  await page.getByRole('checkbox', { name: 'Select all shown' }).press('Space');
  await expect(bar).toContainText('3 selected');
  await expectNoBarrierInAnyTheme(page, 'selected tours');

  await bar.getByRole('button', { name: 'Price…' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Cost tokens' }).press('Space');
  await dialog.getByRole('textbox', { name: 'Tokens' }).fill('40');
  await expectNoBarrierInAnyTheme(page, 'a price for many');
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('2 done, 1 unchanged.');
  await expect(dialog.getByRole('button', { name: 'Close', exact: true }).last()).toBeFocused();
  expect(await prices()).toEqual([40, 40, 40]);
  await dialog.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(dialog).toContainText('1 unchanged, 2 as before.');
  expect(await prices()).toEqual([5, 5, 40]);
  await page.keyboard.press('Escape');

  // What a colleague has changed since is not undone.
  await bar.getByRole('button', { name: 'Price…' }).click();
  await dialog.getByRole('button', { name: 'Change' }).click();
  await expect(dialog).toContainText('3 done.');
  const [first = ''] = ids;
  const { revision }: StudioTour = await (await request.get(toursPath(first), { headers })).json();
  const changed = { headers: { ...headers, 'if-match': `"${revision}"` }, data: { price: 9 } };
  expect((await request.patch(toursPath(first), changed)).status()).toBe(200);
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(dialog).toContainText('1 done, 2 as before.');
  await expect(dialog).toContainText('Not undone. Olive Owner has changed this tour in the meantime.');
  await expect(dialog.getByRole('button', { name: 'Try again' })).toBeHidden();
  expect(await prices()).toEqual([9, 5, 40]);
  await page.keyboard.press('Escape');

  await page.setViewportSize({ width: 390, height: 844 });
  await expectToFit(page, 'selected tours on a phone');
  await bar.getByRole('button', { name: 'Publish…' }).click();
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(dialog).toContainText('3 not done.');
  await expect(dialog.getByRole('list', { name: 'Results' })).toContainText('The tour needs a category');
  await expect(dialog.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expectNoBarrierInAnyTheme(page, 'results');
  await expectToFit(page, 'results on a phone');
  await page.keyboard.press('Escape');
  await bar.getByRole('button', { name: 'Clear' }).click();
  await expect(bar).toBeHidden();
});
