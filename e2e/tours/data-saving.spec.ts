import type { Response } from '@playwright/test';
import type { SceneDetail } from '../../contract/src/index.ts';
import { expect, test } from '../support/fixtures.ts';
import { enter, expectRoom, HOTEL, openHelp, roomButton, roomLink } from '../support/tours.ts';

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
  await openHelp(page);
  await page.getByLabel('Save data').uncheck();
  await expect(meter).toBeHidden();
});

test('what is loaded ahead of a room is a quarter of a megabyte at most', async ({ request }) => {
  const first = await (await request.get('/api/vr360/check-in-at-the-palm-court')).json();
  for (const { id } of first.tour.scenes) {
    const scene: SceneDetail = await (
      await request.get(`/api/vr360/check-in-at-the-palm-court/scenes/${id}`)
    ).json();
    const { tiles, preview = '' } = scene.panorama;
    const { rows = 0, columns = 0 } = tiles?.levels[0] ?? {};
    // The viewer loads the coarsest level and nothing finer, which its own tests hold it to.
    const names = Array.from({ length: rows * columns }, (_, index) =>
      (tiles?.url ?? '')
        .replace('{level}', '0')
        .replace('{row}', String(Math.floor(index / columns)))
        .replace('{column}', String(index % columns)),
    );
    const files = await Promise.all(names.map(async (name) => (await request.get(name)).body()));
    const bytes = files.reduce((sum, { length }) => sum + length, preview.length);
    expect(bytes, id).toBeGreaterThan(scene.kind === 'photo' ? 10_000 : 0);
    expect(bytes, id).toBeLessThanOrEqual(250_000);
  }
});
