import type { APIRequestContext, Page } from '@playwright/test';
import sharp from 'sharp';
import { expectNoBarrierInAnyTheme, expectToFit } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { storeSession } from '../support/members.ts';
import { tourOfTwoRooms } from '../support/studio.ts';

const FOLDER = 'content/media/photos';

/** A tour of two rooms without doors, open in the editor. */
async function openEditor(page: Page, request: APIRequestContext) {
  const { session, desk, tour, url: urlOf } = await tourOfTwoRooms(request);
  await storeSession(page, session);
  const url = (scene: string) => urlOf(`/scenes/${scene}`);
  await page.goto(url('lobby'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lobby');
  await expect(page.getByRole('application', { name: 'Picture of Lobby' })).toBeVisible();
  const savedScene = async (scene: string) =>
    (await desk.readTour(tour.id)).draft.document?.scenes.find(({ id }) => id === scene);
  return {
    url,
    upload: desk.upload,
    savedScene,
    guide: async () => (await desk.readTour(tour.id)).draft.document?.guide?.steps,
    /** The hotspots of a scene, as they are saved. */
    saved: async (scene: string) => (await savedScene(scene))?.hotspots ?? [],
    pose: async (scene: string) => (await savedScene(scene))?.pose,
  };
}

const rows = (page: Page) => page.getByRole('list', { name: 'In this picture' }).getByRole('listitem');

test('a door is put, dragged and led back by the mouse, taken back, and saved', async ({ page, request }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const { url, saved, pose } = await openEditor(page, request);
  const picture = page.getByRole('application');
  const box = await picture.boundingBox();
  if (!box) throw new Error('there is no picture');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];

  await page.getByRole('button', { name: 'Add door' }).click();
  await page.mouse.click(x + 100, y - 50);
  await page.getByRole('combobox', { name: 'Leads to' }).selectOption('Room');
  await expect(rows(page)).toHaveText([/^Room/]);
  const handle = page.getByRole('group', { name: 'In this picture' }).getByRole('button', { name: /^Room/ });
  const before = await handle.boundingBox();
  await page.mouse.move(x + 100, y - 50);
  await page.mouse.down();
  await page.mouse.move(x - 60, y + 20, { steps: 4 });
  await page.mouse.up();
  const after = await handle.boundingBox();
  expect(Math.abs((after?.x ?? 0) - (before?.x ?? 0) + 160)).toBeLessThan(2);
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0) - 70)).toBeLessThan(2);
  await page.getByRole('button', { name: 'Add the way back' }).click();
  await expect(page.getByText('There is a way back.')).toBeVisible();
  await expectNoBarrierInAnyTheme(page, 'a selected door');

  await picture.focus();
  await page.keyboard.press('Control+z');
  await expect(page.getByText('Undone: Add the way back.')).toBeAttached();
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await handle.boundingBox())?.x).toBe(before?.x);
  await page.keyboard.press('Control+Shift+z');
  await page.keyboard.press('Control+Shift+z');
  await expect.poll(async () => (await handle.boundingBox())?.x).toBe(after?.x);
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();

  await expect
    .poll(async () => (await saved('room')).map((spot) => 'target' in spot && spot.target))
    .toEqual(['lobby']);
  const [door] = await saved('lobby');
  expect(door).toMatchObject({ kind: 'door', target: 'room', label: 'Room' });

  // Two edges that lean by five degrees: the camera was rolled by as much.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Level by two edges…' }).click();
  const lean = (5 * Math.PI) / 180;
  for (const side of [-160, 160]) {
    for (const height of [120, -120]) {
      const [right, down] = [
        side * Math.cos(lean) - height * Math.sin(lean),
        side * Math.sin(lean) + height * Math.cos(lean),
      ];
      await page.mouse.click(x + right, y + down);
    }
  }
  await expect(page.getByText('The camera was tilted by 5.0°')).toBeVisible();
  await page.getByRole('button', { name: 'Level the picture' }).click();
  await expect(page.getByText('Turned by 5.0° to be level.')).toBeVisible();
  // Each hotspot stays on its pixel of the picture.
  await expect.poll(async () => Math.abs((await pose('lobby'))?.roll ?? 0)).toBeCloseTo(5, 1);
  expect((await saved('lobby'))[0]).toEqual(door);

  await page.goto(url('room'));
  await expect(rows(page)).toHaveText([/^Lobby/]);
  // A scene that is dropped in the picture becomes a door to it.
  const scenes = page.getByRole('navigation', { name: 'Scenes' });
  await expect(page.getByRole('application', { name: 'Picture of Room' })).toBeVisible();
  await scenes.getByRole('link', { name: 'Lobby' }).dragTo(picture);
  await expect(rows(page)).toHaveText([/^Lobby/, /^Lobby/]);
});

test('everything is done by keys, on a small screen too', async ({ page, request }) => {
  await page.setViewportSize({ width: 820, height: 1000 });
  const { saved } = await openEditor(page, request);
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await page.getByRole('button', { name: 'Add information' }).focus();
  await press('Enter', 'Enter');
  await expect(page.getByRole('textbox', { name: 'Label' })).toBeFocused();
  await page.keyboard.type('Lamp');
  await expect(rows(page)).toHaveText([/^Lamp/]);
  await page.getByRole('button', { name: 'Move by arrow keys' }).focus();
  await press('Enter', 'ArrowRight', 'ArrowRight', 'Shift+ArrowUp');
  await expect(page.getByRole('spinbutton', { name: 'Right, degrees' })).toHaveValue(/^1(\.0\d?)?$/);
  await expect(page.getByRole('spinbutton', { name: 'Up, degrees' })).toHaveValue('5');
  await press('Escape');
  await expect(page.getByRole('application')).toBeFocused();

  await page.getByRole('button', { name: 'Add link' }).focus();
  await press('Enter', 'Enter');
  await expect(page.getByRole('textbox', { name: 'Label' })).toBeFocused();
  await page.keyboard.type('Prices');
  await press('Tab');
  await page.keyboard.type('hotel.example/prices');
  await expect(rows(page)).toHaveText([/^(Prices|Lamp)/, /^(Prices|Lamp)/]);
  await page
    .getByRole('button', { name: /^Move Prices (up|down)/ })
    .and(page.locator(':enabled'))
    .press('Enter');
  await expect.poll(async () => (await saved('lobby')).map(({ order }) => order).sort()).toEqual([1, 2]);
  await rows(page).filter({ hasText: 'Lamp' }).getByRole('button').first().focus();
  await press('Enter', 'Delete');
  await expect(rows(page)).toHaveText([/^Prices/]);
  await expect(rows(page).getByRole('button').first()).toBeFocused();
  await press('Control+z');
  await expect(rows(page)).toHaveCount(2);
  await expectNoBarrierInAnyTheme(page, 'two hotspots');

  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    await expectToFit(page, `the editor, ${width} pixels wide`);
  }
});

test('a scene gets its first view, north, a look, a sound and a picture, and is seen as by visitors', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const { upload, savedScene, guide } = await openEditor(page, request);
  const [plan, tone] = await Promise.all([
    upload(`${FOLDER}/cinema.jpg`, 'flat'),
    upload('server/testing/sounds/tone.mp3'),
  ]);
  const picture = page.getByRole('application');
  const box = await picture.boundingBox();
  if (!box) throw new Error('there is no picture');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const turn = async () => {
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x - 200, y, { steps: 3 });
    await page.mouse.up();
  };

  // Until its year is whole, a day is not one that visitors should read.
  const taken = page.getByLabel('Taken on', { exact: true });
  await taken.fill('0002-05-14');
  await taken.blur();
  await expect(taken).toHaveAccessibleDescription(/Please give the day/);
  await taken.fill('2024-05-14');
  await taken.blur();
  await expect.poll(async () => (await savedScene('lobby'))?.capturedAt).toBe('2024-05-14');
  await page.reload();
  await expect(picture).toBeVisible();
  await expect(taken).toHaveValue('2024-05-14');
  // WebKit's placeholder would be hidden by it, and the day with it.
  await expect(taken).not.toHaveAttribute('data-empty');

  await turn();
  await page.getByRole('button', { name: 'Start here, looking like this' }).click();
  await page.getByRole('button', { name: 'This direction is north' }).click();
  await page.getByRole('button', { name: 'Add what you look at now' }).click();
  await expect(page.getByRole('textbox', { name: 'View 1' })).toBeFocused();
  await page.keyboard.type('The window');
  await page.getByRole('button', { name: 'Add a sound…' }).click();
  await page
    .getByRole('dialog', { name: 'Choose a sound' })
    .getByRole('button', { name: /^tone\.mp3/ })
    .click();
  await page.getByRole('button', { name: 'From this direction' }).click();
  await page.getByRole('checkbox', { name: 'Repeat Tone' }).uncheck();
  await expect.poll(async () => (await savedScene('lobby'))?.sounds[0]?.loop).toBe(false);
  const scene = await savedScene('lobby');
  await page.getByRole('button', { name: 'Add a step: what you look at now' }).press('Enter');
  await expect(page.getByRole('textbox', { name: 'What Step 1 says' })).toBeFocused();
  await page.keyboard.type('Look at the window.');
  await page.getByRole('button', { name: 'Add another light…' }).press('Enter');
  await page
    .getByRole('dialog', { name: 'Choose the picture in another light' })
    .getByRole('button')
    .filter({ hasText: /\.jpg/ })
    .first()
    .click();
  await page.getByRole('textbox', { name: 'Light 2' }).fill('At night');
  await page.getByRole('button', { name: 'Move At night up' }).press('Enter');
  await expect
    .poll(async () => (await savedScene('lobby'))?.lights?.map(({ label }) => label))
    .toEqual(['At night', 'By day']);
  await expect
    .poll(guide)
    .toMatchObject([{ scene: 'lobby', text: 'Look at the window.', view: scene?.view, seconds: 10 }]);
  const yaw = scene?.view.yaw ?? 0;
  expect(yaw).toBeGreaterThan(20);
  expect(scene?.pose.heading).toBeCloseTo(-yaw, 1);
  expect(scene?.looks).toEqual([{ id: 'view', label: 'The window', view: scene?.view }]);
  expect(scene?.sounds).toMatchObject([
    { label: 'Tone', media: tone, at: { yaw, pitch: scene?.view.pitch } },
  ]);

  await page.getByRole('button', { name: 'Add picture' }).click();
  await page.mouse.click(x + 150, y);
  await expect(rows(page)).toContainText(['Label must not be empty.']);
  await page.getByRole('button', { name: 'Choose a picture…' }).click();
  await page
    .getByRole('dialog', { name: 'Choose a picture' })
    .getByRole('button', { name: /^cinema\.jpg/ })
    .click();
  await page.getByRole('textbox', { name: 'Label' }).fill('The plan');
  await page.getByRole('textbox', { name: 'What it shows' }).fill('All rooms of the house.');
  await expect(rows(page).getByText(/must|needs/i)).toHaveCount(0);
  await page.getByRole('button', { name: 'Make it an area' }).click();
  await page.getByRole('button', { name: 'Add a corner after corner 1' }).click();
  await expect(page.getByText('An area with 5 corners.')).toBeVisible();

  await page.getByRole('button', { name: 'Add door' }).click();
  await page.getByRole('button', { name: 'Put it in the middle' }).click();
  await page.getByRole('combobox', { name: 'Leads to' }).selectOption('Room');
  await page.getByRole('button', { name: 'Look where visitors arrive…' }).click();
  await page.getByRole('application', { name: 'Arriving in Room' }).press('ArrowRight', { delay: 200 });
  await expectNoBarrierInAnyTheme(page, 'looking where visitors arrive');
  await page.getByRole('button', { name: 'Arrive looking like this' }).click();
  await expect(page.getByRole('combobox', { name: 'Visitors arrive' })).toHaveValue('view');
  const kinds = async () => (await savedScene('lobby'))?.hotspots ?? [];
  await expect.poll(kinds).toMatchObject([
    { kind: 'picture', label: 'The plan', target: plan },
    { kind: 'door', target: 'room', arrive: { pitch: 0 } },
  ]);

  await page.getByRole('button', { name: 'As visitors see it' }).click();
  const visitors = page.getByRole('list', { name: 'In this scene' });
  await expect(visitors.getByRole('button', { name: 'The plan' })).toBeVisible();
  await visitors.getByRole('button', { name: 'Room' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Room');
  await expect(page.getByRole('button', { name: 'Go on editing' })).toBeVisible();
});

test('the light and the disc over the tripod are drawn as they are edited, and saved', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const { savedScene } = await openEditor(page, request);
  const picture = page.getByRole('application');
  /** Around the middle of the picture, as red, green and blue from 0 to 255. */
  const middle = async (): Promise<number[]> => {
    const box = await picture.boundingBox();
    if (!box) throw new Error('there is no picture');
    const clip = { x: box.x + box.width / 2 - 8, y: box.y + box.height / 2 - 8, width: 16, height: 16 };
    const { channels } = await sharp(await page.screenshot({ clip })).stats();
    return channels.slice(0, 3).map(({ mean }) => mean);
  };
  const exposure = page.getByRole('slider', { name: 'Exposure' });
  // The wall at the end of the corridor.
  await expect.poll(async () => (await middle())[0]).toBeGreaterThan(120);
  const [before = 0] = await middle();
  await exposure.fill('-2');
  await expect.poll(async () => (await middle())[0]).toBeLessThan(before * 0.7);
  await expect(exposure).toHaveAttribute('aria-valuetext', '-2');

  await page.getByRole('button', { name: 'Cover the tripod', exact: true }).click();
  await expect(page.getByLabel('Colour of the disc')).toBeFocused();
  // The colour is what was chosen, whatever the light.
  const colour = [0x6b, 0x62, 0x59];
  await expect
    .poll(async () =>
      Math.max(...(await middle()).map((value, index) => Math.abs(value - (colour[index] ?? 0)))),
    )
    .toBeLessThan(3);
  await expectNoBarrierInAnyTheme(page, 'a covered tripod');
  await page.getByRole('slider', { name: 'Size' }).fill('30');
  await expect
    .poll(async () => {
      const { adjust, nadir } = (await savedScene('lobby')) ?? {};
      return { adjust, nadir };
    })
    .toEqual({
      adjust: { exposure: -2, contrast: 0, warmth: 0 },
      nadir: { radius: 30, colour: '#6b6259' },
    });
  await page.getByRole('button', { name: 'Remove the disc' }).click();
  await expect(page.getByRole('button', { name: 'Cover the tripod', exact: true })).toBeFocused();
  await page.getByRole('button', { name: 'As it was taken' }).click();
  await expect.poll(async () => await savedScene('lobby')).not.toHaveProperty('adjust');
  expect(await savedScene('lobby')).not.toHaveProperty('nadir');
});
