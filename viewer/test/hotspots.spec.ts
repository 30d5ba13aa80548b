import type { Hotspot } from '../src/types.ts';
import { expect, photo, type Stand, test } from './fixture.ts';

const HOTSPOTS: Hotspot[] = [
  { id: 'bathroom', kind: 'door', label: 'Bathroom', at: { yaw: 0.3, pitch: 0.1 } },
  { id: 'clock', kind: 'info', label: 'Clock', at: { yaw: -0.4, pitch: -0.1 } },
  { id: 'site', kind: 'link', label: 'Website', at: { yaw: 2.8, pitch: 0.3 }, href: '/elsewhere' },
  {
    id: 'window',
    kind: 'picture',
    label: 'Window',
    outline: [
      { yaw: -1.4, pitch: 0.4 },
      { yaw: -0.8, pitch: 0.4 },
      { yaw: -0.8, pitch: -0.5 },
      { yaw: -1.4, pitch: -0.5 },
    ],
  },
];

const pressed = (stand: Stand) => stand.events('hotspot');
const spot = (stand: Stand, name: string) => stand.page.getByLabel(name, { exact: true });

async function open(stand: Stand, hotspots = HOTSPOTS): Promise<void> {
  await stand.open();
  await stand.showHotspots();
  await stand.load(photo('direction', { hotspots }));
  await expect(stand.page.getByRole('list', { name: 'In this scene' })).toBeVisible();
}

/** Where the middle of an element is on screen. */
async function middle(stand: Stand, name: string): Promise<{ x: number; y: number }> {
  const box = await spot(stand, name).boundingBox();
  if (!box) throw new Error(`${name} has no box`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test.describe('hotspots', { tag: '@worker' }, () => {
  test('are buttons and links in their order', async ({ stand }) => {
    await open(stand);
    const list = stand.page.getByRole('list', { name: 'In this scene' });
    await expect(list.getByRole('listitem')).toHaveCount(4);
    await expect(list).toMatchAriaSnapshot(`
      - list "In this scene":
        - listitem:
          - button "Bathroom"
        - listitem:
          - button "Clock"
        - listitem:
          - link "Website":
            - /url: /elsewhere
        - listitem:
          - button "Window"
    `);
  });

  test('are pressed with a pointer where they are, and the picture around them is not', async ({ stand }) => {
    await open(stand);
    for (const name of ['Bathroom', 'Clock']) {
      const { x, y } = await middle(stand, name);
      await stand.page.mouse.click(x + 18, y - 18);
    }
    expect(await pressed(stand)).toEqual(['bathroom', 'clock']);
    expect(await stand.events('tap')).toEqual([]);
    await stand.page.mouse.click(600, 20);
    expect(await pressed(stand)).toHaveLength(2);
    expect(await stand.events('tap')).toEqual([{ x: 600, y: 20 }]);
  });

  test('turn the view when a drag begins on them, and are not pressed', async ({ stand }) => {
    await open(stand);
    const { x, y } = await middle(stand, 'Bathroom');
    const { mouse } = stand.page;
    await mouse.move(x, y);
    await mouse.down();
    await mouse.move(x + 40, y);
    await mouse.move(x + 80, y);
    await mouse.up();
    expect((await stand.view()).yaw).toBeCloseTo(-0.4, 6);
    expect(await pressed(stand)).toEqual([]);
  });
});
