import { expectNoBarrierInAnyTheme, expectToFit } from '../support/accessibility.ts';
import { deskRequests } from '../support/catalogue-desk.ts';
import { expect, test } from '../support/fixtures.ts';
import { storeSession } from '../support/members.ts';
import { ownWorkspace } from '../support/studio.ts';

// Names that are taken, and changes that come too late.
test.use({ allowedErrors: [/409/] });

test('former addresses of categories and tags lead to those of today, for good', async ({ request }) => {
  const { session } = await ownWorkspace(request);
  const { create, change, merge } = deskRequests(request, session);
  const redirectOf = async (path: string) => {
    const response = await request.get(path, { maxRedirects: 0 });
    const { location, 'cache-control': cacheControl } = response.headers();
    return [response.status(), location, cacheControl];
  };
  const [from, into] = [
    await create('categories', { name: 'From' }),
    await create('categories', { name: 'Into' }),
  ];
  const part = await create('subcategories', { name: 'Part', categoryId: from.id });
  const tag = await create('tags', { name: 'Tag' });
  const library = (fields: Record<string, string>) => `/experiences?${new URLSearchParams(fields)}`;
  await change(`categories/${into.id}`, 1, { name: `${into.name} today` });
  await change(`subcategories/${part.id}`, 1, { name: `${part.name} today` });
  await change(`tags/${tag.id}`, 1, { name: `${tag.name} today` });
  await merge('categories', from.id, into.id);

  const led = (to: string) => [301, to, 'no-cache'];
  for (const { name } of [from, into]) {
    expect(await redirectOf(library({ category: name, price: 'free' }))).toEqual(
      led(library({ category: `${into.name} today`, price: 'free' })),
    );
  }
  expect(await redirectOf(library({ category: part.name }))).toEqual(
    led(library({ category: `${part.name} today` })),
  );
  expect(await redirectOf(library({ tag: tag.name }))).toEqual(led(library({ tag: `${tag.name} today` })));
  expect(await redirectOf(`/categories/${from.id}/subcategories`)).toEqual(
    led(`/categories/${into.id}/subcategories`),
  );
  expect((await redirectOf(library({ category: `${into.name} today` })))[0]).toBe(200);
  expect((await redirectOf(library({ category: 'Never heard of' })))[0]).toBe(200);
});

test('a category is added, renamed, moved by keys and dragged, dressed, merged and deleted', async ({
  page,
  request,
}) => {
  const { session } = await ownWorkspace(request);
  const { create } = deskRequests(request, session);
  const parent = await create('categories', { name: 'Parent' });
  const parts: string[] = [];
  for (const name of ['Alpha', 'Beta', 'Gamma'])
    parts.push((await create('subcategories', { name, categoryId: parent.id })).name);
  const [alpha = '', beta = '', gamma = ''] = parts;
  await storeSession(page, session);
  await page.goto('/studio/categories');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Categories');
  await page.getByRole('button', { name: `3 subcategories of ${parent.name}` }).click();
  const list = page.getByRole('list', { name: `Subcategories of ${parent.name}` });
  const names = () => list.getByRole('button', { name: /^Rename/ }).allTextContents();
  await expect.poll(names).toEqual(parts);
  const toast = (text: string) => page.getByRole('status').getByText(text);

  // By keys.
  await page.getByRole('button', { name: `Move ${alpha}` }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByText(`${alpha}, 1 of 3, lifted.`)).toBeAttached();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect.poll(names).toEqual([beta, gamma, alpha]);
  await page.keyboard.press('Escape');
  await expect.poll(names).toEqual(parts);
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect(toast(`“${alpha}” has moved.`)).toBeVisible();
  await expect.poll(names).toEqual([beta, alpha, gamma]);
  await expect(page.getByRole('button', { name: `Move ${alpha}` })).toBeFocused();

  // By the pointer, and back again; away from the edges of the window, where the page scrolls along.
  await list.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
  const handle = page.getByRole('button', { name: `Move ${gamma}` });
  const from = await handle.boundingBox();
  const to = await page.getByRole('button', { name: `Move ${beta}` }).boundingBox();
  if (!from || !to) throw new Error('the handles are not shown');
  await page.mouse.move(from.x + 10, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(from.x + 10, from.y - 20, { steps: 3 });
  await page.mouse.move(to.x + 10, to.y - 8, { steps: 3 });
  await page.mouse.up();
  await expect(toast(`“${gamma}” has moved.`)).toBeVisible();
  await expect.poll(names).toEqual([gamma, beta, alpha]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(names).toEqual([beta, alpha, gamma]);
  await page.reload();
  await page.getByRole('button', { name: `3 subcategories of ${parent.name}` }).click();
  await expect.poll(names).toEqual([beta, alpha, gamma]);

  // Renamed in place: what is taken is refused, and what was typed stays.
  await page.getByRole('button', { name: `Rename ${beta}` }).click();
  const field = page.getByRole('textbox', { name: `New name of ${beta}` });
  await expect(field).toBeFocused();
  await field.fill(alpha);
  await field.press('Enter');
  await expect(field).toHaveAccessibleDescription(
    `There is already a subcategory called “${alpha}” in this category.`,
  );
  await expect(field).toHaveValue(alpha);
  await field.fill(`${beta} new`);
  await field.press('Enter');
  await expect(page.getByRole('button', { name: `Rename ${beta} new` })).toBeFocused();
  await expect.poll(names).toEqual([`${beta} new`, alpha, gamma]);

  // Several are added in a row.
  const add = page.getByRole('textbox', { name: `Add a subcategory to ${parent.name}` });
  await add.fill('Delta');
  await add.press('Enter');
  await expect(add).toHaveValue('');
  await expect.poll(names).toEqual([`${beta} new`, alpha, gamma, 'Delta']);
  await expectNoBarrierInAnyTheme(page, 'the categories');

  // Dressed in the dialog.
  await page.getByRole('button', { name: 'Edit Delta' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Where rivers end.');
  await dialog.getByRole('radio', { name: 'Sea' }).check();
  await dialog.getByRole('searchbox').fill('pool');
  await dialog.getByRole('group', { name: 'Cover' }).getByRole('radio').nth(1).check();
  await expectNoBarrierInAnyTheme(page, 'the dialog of a category');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(list.getByRole('listitem').filter({ hasText: 'Delta' }).locator('picture')).toBeVisible();

  // Merged, once the dialog has said what happens.
  await page.getByRole('button', { name: `Edit ${parent.name}` }).click();
  await dialog.getByRole('button', { name: 'Merge into another category…' }).click();
  await expect(dialog).toHaveAccessibleName(`Merge “${parent.name}”`);
  const target = await create('categories', { name: 'Target' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.reload();
  await page.getByRole('button', { name: `Edit ${parent.name}` }).click();
  await dialog.getByRole('button', { name: 'Merge into another category…' }).click();
  await dialog.getByRole('combobox', { name: 'Into' }).selectOption(target.name);
  await expect(dialog.getByRole('listitem')).toContainText([
    'No tour moves.',
    '4 subcategories move along:',
    `“${parent.name}” ends, and its old address leads to “${target.name}”.`,
    'This cannot be undone.',
  ]);
  await expectNoBarrierInAnyTheme(page, 'the merge');
  await dialog.getByRole('button', { name: 'Merge' }).click();
  await expect(toast(`“${parent.name}” is merged into “${target.name}”.`)).toBeVisible();
  await expect(page.getByRole('button', { name: `Edit ${parent.name}` })).toHaveCount(0);
  await page.goto(`/categories/${parent.id}/subcategories`);
  await expect(page).toHaveURL(`/categories/${target.id}/subcategories`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(target.name);
});

test('a tag is hidden, deleted and brought back on a phone', async ({ page, request }) => {
  const { session } = await ownWorkspace(request);
  const { name } = await deskRequests(request, session).create('tags', { name: 'Fleeting' });
  await page.setViewportSize({ width: 390, height: 844 });
  await storeSession(page, session);
  await page.goto('/experiences');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Studio' }).click();
  await page.getByRole('link', { name: 'Tags' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tags');
  await page.getByRole('searchbox', { name: 'Search tags' }).fill(name);
  const row = page.getByRole('list', { name: 'Tags' }).getByRole('listitem');
  await expect(row).toHaveCount(1);
  await expect(page.getByRole('button', { name: `Move ${name}` })).toBeDisabled();
  await expectToFit(page, 'the tags on a phone');
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  const dialog = page.getByRole('dialog', { name });
  await dialog.getByRole('checkbox', { name: /^Offered to visitors/ }).uncheck();
  await expectNoBarrierInAnyTheme(page, 'the dialog of a tag');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('All categories · hidden');
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(row).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toContainText('All categories · hidden');
});

test('a change that came too late says who was faster, and what was typed stays', async ({
  page,
  request,
}) => {
  const { session } = await ownWorkspace(request);
  const { create, change } = deskRequests(request, session);
  const { id, name } = await create('categories', { name: 'Contested' });
  await storeSession(page, session);
  await page.goto('/studio/categories');
  await page.getByRole('button', { name: `Rename ${name}` }).click();
  const field = page.getByRole('textbox', { name: `New name of ${name}` });
  await change(`categories/${id}`, 1, { name: `${name} faster` });
  await field.fill(`${name} slower`);
  await field.press('Enter');
  await expect(page.getByRole('alert')).toContainText(
    `Olive Owner has changed “${name} faster” in the meantime.`,
  );
  const now = page.getByRole('textbox', { name: `New name of ${name} faster` });
  await expect(now).toHaveValue(`${name} slower`);
  await now.press('Enter');
  await expect(page.getByRole('button', { name: `Rename ${name} slower` })).toBeVisible();
});
