import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Hotspot } from '../src/types.ts';
import { expect, photo, test } from './fixture.ts';
import { canvas, HOTSPOTS, list, middle, open, pressed, spot } from './hotspot-steps.ts';

test.describe('hotspots', { tag: '@worker' }, () => {
  test('are buttons and links in their order', async ({ stand }) => {
    await open(stand);
    await expect(list(stand).getByRole('listitem')).toHaveCount(4);
    await expect(list(stand)).toMatchAriaSnapshot(`
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
    for (const [name, yaw] of [
      ['Bathroom', -0.4],
      ['Clock', -0.8],
    ] as const) {
      const { x, y } = await middle(stand, name);
      const { mouse } = stand.page;
      await mouse.move(x, y);
      await mouse.down();
      await mouse.move(x + 40, y);
      await mouse.move(x + 80, y);
      await mouse.up();
      expect((await stand.view()).yaw).toBeCloseTo(yaw, 6);
    }
    expect(await pressed(stand)).toEqual([]);
  });

  test('zoom with the wheel over them', async ({ stand }) => {
    await open(stand);
    const { x, y } = await middle(stand, 'Bathroom');
    const { fov } = await stand.view();
    await stand.page.mouse.move(x, y);
    await stand.page.mouse.wheel(0, -200);
    await expect.poll(async () => (await stand.view()).fov).toBeLessThan(fov);
  });

  test('are 44 pixels wide and high, and stay within the viewer', async ({ stand }) => {
    await open(stand);
    for (const yaw of [0, 1.5, 3, -1.5]) {
      await stand.look({ yaw });
      await stand.page.waitForTimeout(700);
      for (const { label } of HOTSPOTS) {
        const box = await spot(stand, label).boundingBox();
        expect(box?.width).toBeCloseTo(44, 3);
        expect(box?.height).toBeCloseTo(44, 3);
        const { x, y } = await middle(stand, label);
        expect(x >= 0 && x <= 640 && y >= 0 && y <= 360, `${label} at ${x},${y}`).toBe(true);
      }
    }
  });

  test('follow a link, unless the page prevents it', async ({ stand }) => {
    await open(stand, [
      { id: 'site', kind: 'link', label: 'Website', at: { yaw: 0, pitch: 0 }, href: '/#elsewhere' },
      { id: 'door', kind: 'door', label: 'Door', at: { yaw: 0.5, pitch: 0 }, href: '/#door' },
    ]);
    const [opened] = await Promise.all([stand.page.waitForEvent('popup'), stand.page.mouse.click(320, 180)]);
    expect(new URL(opened.url()).hash).toBe('#elsewhere');
    await opened.close();
    expect(await pressed(stand)).toEqual(['site']);
    await stand.page.evaluate(() =>
      document.addEventListener('click', (event) => event.preventDefault(), { once: true }),
    );
    await spot(stand, 'Door').focus();
    await stand.page.keyboard.press('Enter');
    expect(await pressed(stand)).toEqual(['site', 'door']);
    expect(new URL(stand.page.url()).hash).toBe('');
  });

  test('belong to their scene, and leave the focus to the view after a door', async ({ stand }) => {
    await open(stand);
    await spot(stand, 'Bathroom').focus();
    const bath: Hotspot[] = [{ id: 'back', kind: 'door', label: 'Bedroom', at: { yaw: 0, pitch: 0 } }];
    expect(await stand.go(photo('second', { hotspots: bath }), { towards: { yaw: 0.3, pitch: 0.1 } })).toBe(
      true,
    );
    await expect(list(stand).getByRole('button')).toHaveCount(1);
    await expect(spot(stand, 'Bedroom')).toBeVisible();
    await expect(canvas(stand)).toBeFocused();
    await stand.load(photo('direction'));
    await expect(list(stand)).toBeHidden();
  });

  test('can be replaced, and keep the focus on the same one', async ({ stand }) => {
    await open(stand);
    await spot(stand, 'Clock').focus();
    await stand.page.evaluate(
      (hotspots) => window.harness.hotspots.set(hotspots),
      HOTSPOTS.slice(1).map((hotspot) => ({ ...hotspot, label: `Old ${hotspot.label}` })),
    );
    await expect(list(stand).getByRole('listitem')).toHaveCount(3);
    await expect(spot(stand, 'Old Clock')).toBeFocused();
  });

  test('are visible and told apart in forced colours', async ({ stand }) => {
    await stand.page.emulateMedia({ forcedColors: 'active' });
    await open(stand);
    for (const name of ['Bathroom', 'Clock']) {
      await expect(spot(stand, name).locator('svg')).toBeVisible();
      await expect(spot(stand, name)).not.toHaveCSS('border-top-width', '0px');
    }
    await expect(spot(stand, 'Bathroom')).not.toHaveCSS('border-top-width', '2px');
    await expect(spot(stand, 'Website')).toHaveCSS('opacity', '0');
    await spot(stand, 'Website').focus();
    await expect(spot(stand, 'Website')).toHaveCSS('opacity', '1');
  });

  test('have no violations that axe finds, at rest, focused and in forced colours', async ({ stand }) => {
    const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    for (const forcedColors of ['none', 'active'] as const) {
      await stand.page.emulateMedia({ forcedColors });
      await open(stand);
      await stand.page.evaluate(axe);
      for (const focused of [undefined, 'Bathroom', 'Website']) {
        if (focused) await spot(stand, focused).focus();
        await stand.restingView();
        const violations = await stand.page.evaluate(async () => {
          const { axe: tool } = window as unknown as {
            axe: { run(root: string): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
          };
          const found = await tool.run('#viewer');
          return found.violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);
        });
        expect(violations).toEqual([]);
      }
    }
  });
});

test.describe('hotspots under a finger', { tag: '@worker' }, () => {
  test.use({ hasTouch: true });

  test('are pressed by a tap, and neither by a swipe nor by a pinch', async ({ stand }) => {
    await open(stand);
    const { x, y } = await middle(stand, 'Bathroom');
    const client = await stand.page.context().newCDPSession(stand.page);
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: { x: number; y: number }[]) =>
      client.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: points.map((point, id) => ({ ...point, id })),
      });
    await stand.page.touchscreen.tap(x, y);
    await expect.poll(() => pressed(stand)).toEqual(['bathroom']);
    const before = await stand.view();
    expect(before.yaw).toBe(0);
    await send('touchStart', { x, y });
    for (let step = 1; step <= 8; step++) await send('touchMove', { x: x - step * 10, y });
    await send('touchEnd');
    const swiped = await stand.restingView();
    expect(swiped.yaw).toBeGreaterThan(0.2);
    await stand.look({ yaw: 0 });
    await stand.page.waitForTimeout(100);
    await send('touchStart', { x, y }, { x: x - 60, y });
    for (let step = 1; step <= 6; step++) {
      await send('touchMove', { x: x + step * 10, y }, { x: x - 60 - step * 10, y });
    }
    await send('touchEnd');
    expect((await stand.restingView()).fov).toBeLessThan(before.fov);
    expect(await pressed(stand)).toEqual(['bathroom']);
    expect(await stand.events('tap')).toEqual([]);
    // And the next tap is one again.
    const now = await middle(stand, 'Bathroom');
    await stand.page.touchscreen.tap(now.x, now.y);
    await expect.poll(() => pressed(stand)).toEqual(['bathroom', 'bathroom']);
  });
});
