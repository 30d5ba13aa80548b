import { expectNoBarrierInAnyTheme } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { createMember, storeSession } from '../support/members.ts';

const stored = () => JSON.parse(localStorage.getItem('oriel-places') ?? 'null');

test('a guest saves places, finds them again, and takes them into the account', async ({ page, request }) => {
  await page.goto('/experiences');
  expect(await page.evaluate(stored)).toBeNull();
  const [first, second] = [0, 1].map((index) => page.getByRole('button', { name: /^Save / }).nth(index));
  if (!first || !second) throw new Error('no cards');
  const name = String(await first.getAttribute('aria-label')).slice('Save '.length);
  await first.click();
  await second.click();
  await expect(first).toHaveAttribute('aria-pressed', 'true');
  expect((await page.evaluate(stored)).saved).toHaveLength(2);

  await page.goto('/saved');
  const list = page.getByRole('list', { name: 'Saved places' });
  await expect(list.getByRole('article')).toHaveCount(2);
  await expect(list.getByRole('button', { name: `Save ${name}`, exact: true })).toBeVisible();
  await expectNoBarrierInAnyTheme(page);
  // It stays in sight until the page is left, so that it can be put back.
  await list.getByRole('button', { name: `Save ${name}`, exact: true }).click();
  await expect(list.getByRole('article')).toHaveCount(2);
  await page.reload();
  await expect(list.getByRole('article')).toHaveCount(1);
  await page.getByRole('checkbox', { name: 'Remember in this browser' }).check();
  expect((await page.evaluate(stored)).remembers).toBe(true);

  await storeSession(page, (await createMember(request)).session);
  await page.goto('/saved');
  await expect(list.getByRole('article')).toHaveCount(1);
  await expect.poll(() => page.evaluate(stored)).toBeNull();
  await page.reload();
  await expect(list.getByRole('article')).toHaveCount(1);
});
