import type { SceneDetail } from '@oriel/contract';
import { expectNoBarrierInAnyTheme } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { enter, expectRoom, HOTEL, roomButton, roomLink } from '../support/tours.ts';

const API = '/api/vr360/check-in-at-the-palm-court/scenes';

test('a room is seen in another light, from where one looks', async ({ page, request }) => {
  // Of another tour, so that no door leads there and asks for its tiles.
  const other: SceneDetail = await (await request.get('/api/vr360/the-white-rooms/scenes/foyer')).json();
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
  const url = page.url();
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
  await expect(page).toHaveURL(url.replace('&view=', '&light=nine&view='));
  await noon.check();
  await expect(noon).toBeChecked();
  await expect(page).toHaveURL(url.replace('&view=', '&light=noon&view='));
  await expectRoom(page, 'Corridor');

  await nine.check();
  await expect(page).toHaveURL(/&light=nine&/);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goBack();
  await expectRoom(page, 'Lobby');
  expect(page.url()).not.toContain('light');
  await page.goForward();
  await expectRoom(page, 'Corridor');
  await expect(nine).toBeChecked();
  await roomButton(page).click();
  await roomLink(page, 'Lobby').click();
  await expectRoom(page, 'Lobby');
  await expect(page).toHaveURL(/[?&]light=nine/);
});

test('a link shows a room in its light, and the text of the tour names all of them', async ({
  page,
  request,
}) => {
  await enter(page, '/experiences/vr/slow-screens?light=film');
  await expect(page.getByRole('radio', { name: 'During the film' })).toBeChecked();
  await page.getByRole('radio', { name: 'In the interval' }).check();
  await expect(page).toHaveURL(/[?&]light=interval/);
  await page.reload();
  await expect(page.getByRole('radio', { name: 'In the interval' })).toBeChecked();
  const text = await (await request.get('/experiences/vr/slow-screens?text')).text();
  expect(text).toMatch(/In several lights:.*light=film">During the film</s);
  expect(text.replace(/<[^>]*>/g, '')).toMatch(/As it was on 20 Feb 2026, 20:15.*\(20 Feb 2026, 20:40\)/s);

  await page.getByRole('button', { name: 'Look at' }).click();
  await expect(page.getByText('As it was on 20 Feb 2026, 20:15')).toBeVisible();
  await page.getByRole('radio', { name: 'During the film' }).check();
  await expect(page.getByText('As it was on 20 Feb 2026, 20:40')).toBeVisible();
});
