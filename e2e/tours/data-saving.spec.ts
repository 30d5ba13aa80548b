import type { Response } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { enter, expectRoom, HOTEL, roomButton, roomLink } from '../support/tours.ts';

test('a visitor who saves data sees what a room takes, and nothing is loaded ahead', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } }),
  );
  let bytes = 0;
  const rooms = new Set<string>();
  const count = async (response: Response) => {
    const [, asset] = /\/media\/([^/]+)\/tiles\//.exec(response.url()) ?? [];
    if (asset === undefined) return;
    rooms.add(asset);
    // The page may be over before the last answer.
    const { length } = await response.body().catch(() => '');
    bytes += length;
  };
  page.on('response', count);
  await enter(page, HOTEL);
  const meter = page.getByText(/^Saving data: /);
  const shown = async () => Number(/([\d.]+) of 1 MB/.exec((await meter.textContent()) ?? '')?.[1]);
  await expect.poll(shown).toBeGreaterThan(0);
  await expect.poll(async () => Math.abs((await shown()) - bytes / 1e6)).toBeLessThanOrEqual(0.06);
  // It comes with the sharp picture, as other rooms would.
  await expect(page.getByRole('button', { name: 'Guided tour', exact: true })).toBeVisible();
  expect(bytes).toBeLessThan(1.1e6);
  expect(rooms.size).toBe(1);

  await roomButton(page).click();
  await roomLink(page, 'Restaurant').click();
  await expectRoom(page, 'Restaurant');
  await expect.poll(() => rooms.size).toBe(2);
  page.off('response', count);
  const saveData = page.getByLabel('Save data');
  await expect(async () => {
    if (await saveData.isHidden())
      await page.getByRole('button', { name: 'Help', exact: true }).click({ timeout: 2000 });
    await saveData.uncheck({ timeout: 2000 });
  }).toPass();
  await expect(meter).toBeHidden();
});
