import type { SceneDetail } from '@oriel/contract';
import { expectNoBarrierInAnyTheme } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { enter, expectRoom, HOTEL, roomButton, roomLink } from '../support/tours.ts';

const API = '/api/vr360/check-in-at-the-palm-court/scenes';

test('a room is seen in another light, from where one looks', async ({ page, request }) => {
  const other: SceneDetail = await (await request.get(`${API}/spa`)).json();
  await page.route(`**${API}/corridor`, async (route) => {
    const response = await route.fetch();
    const scene: SceneDetail = await response.json();
    const { tiles } = other.panorama;
    const lights = [
      { id: 'noon', label: 'At noon' },
      { id: 'nine', label: 'At 9', url: other.url, panorama: { tiles } },
    ];
    await route.fulfill({ response, json: { ...scene, lights } });
  });
  const folder = other.panorama.tiles?.url.split('tiles/')[0] ?? '';
  const tiles: string[] = [];
  page.on('request', (sent) => sent.url().includes(folder) && tiles.push(sent.url()));

  await enter(page, HOTEL);
  const light = page.getByRole('group', { name: 'Light' });
  await expect(light).toBeHidden();
  await roomButton(page).click();
  await roomLink(page, 'Corridor').click();
  await expectRoom(page, 'Corridor');
  const noon = light.getByRole('radio', { name: 'At noon' });
  const nine = light.getByRole('radio', { name: 'At 9' });
  await expect(noon).toBeChecked();
  await page.keyboard.press('Escape');
  await page.getByRole('application').focus();
  await page.keyboard.press('ArrowRight', { delay: 300 });
  await expect(page).toHaveURL(/&view=/);
  const address = page.url();
  expect(tiles).toEqual([]);

  await noon.focus();
  await page.keyboard.press('ArrowRight');
  await expect(nine).toBeChecked();
  await expect(nine).toBeFocused();
  await expect.poll(() => tiles.length).toBeGreaterThan(0);
  await expectNoBarrierInAnyTheme(page, 'lights');
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await expect(nine).toBeInViewport();
  expect(page.url()).toBe(address);
  await noon.check();
  await expect(noon).toBeChecked();
  await expectRoom(page, 'Corridor');
});
