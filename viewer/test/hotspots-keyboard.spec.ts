import { expect, photo, type Stand, test } from './fixture.ts';
import { canvas, DIRECTIONS, distance, HOTSPOTS, open, pressed, spot } from './hotspot-steps.ts';

test.describe('hotspots by keyboard', { tag: '@worker' }, () => {
  test('can be walked with the keyboard, which turns the view to each', async ({ stand }) => {
    await open(stand);
    const { keyboard } = stand.page;
    await canvas(stand).focus();
    for (const [index, { label }] of HOTSPOTS.entries()) {
      await keyboard.press('Tab');
      await expect(spot(stand, label)).toBeFocused();
      await expect(stand.page.getByText(label)).toBeVisible();
      expect(await distance(stand, DIRECTIONS[index] ?? { yaw: 0, pitch: 0 })).toBeLessThan(0.35);
      const scrolled = await stand.page.evaluate(() =>
        [...document.querySelectorAll('*')].some(
          ({ scrollTop, scrollLeft }) => scrollTop !== 0 || scrollLeft !== 0,
        ),
      );
      expect(scrolled).toBe(false);
    }
    await keyboard.press('Enter');
    await expect.poll(() => pressed(stand)).toEqual(['window']);
    await keyboard.press('Escape');
    await expect(canvas(stand)).toBeFocused();
    await expect(stand.page.getByText('Window')).toBeHidden();
  });

  test('are reached by N and P in turn, and give the arrow keys to the view', async ({ stand }) => {
    await open(stand);
    const { keyboard } = stand.page;
    await canvas(stand).focus();
    for (const [key, label] of [
      ['n', 'Bathroom'],
      ['n', 'Clock'],
      ['N', 'Website'],
      ['n', 'Window'],
      ['n', 'Bathroom'],
      ['p', 'Window'],
      ['P', 'Website'],
    ] as const) {
      await keyboard.press(key);
      await expect(spot(stand, label)).toBeFocused();
    }
    const { yaw } = await stand.restingView();
    await keyboard.press('ArrowRight');
    expect((await stand.view()).yaw).not.toBe(yaw);
    await expect(spot(stand, 'Website')).toBeFocused();
  });

  test('leave letters alone where they are switched off', async ({ stand }) => {
    await stand.open();
    await stand.showHotspots({ letterKeys: false });
    await stand.load(photo('direction', { hotspots: HOTSPOTS }));
    await canvas(stand).focus();
    await stand.page.keyboard.press('n');
    await expect(canvas(stand)).toBeFocused();
  });

  test('turn the view over several frames', async ({ stand }) => {
    await open(stand);
    expect(await countViews(stand, 'Website')).toBeGreaterThan(3);
  });

  test('turn the view at once where motion is reduced', async ({ stand }) => {
    await stand.page.emulateMedia({ reducedMotion: 'reduce' });
    await open(stand);
    expect(await countViews(stand, 'Website')).toBe(1);
    expect(await distance(stand, DIRECTIONS[2] ?? { yaw: 0, pitch: 0 })).toBeLessThan(0.35);
  });
});

/** How often the view changes in the second after the focus moves to a hotspot, on a page that draws 60 frames in it. */
async function countViews(stand: Stand, name: string): Promise<number> {
  const { page } = stand;
  await page.clock.install();
  await page.evaluate(() => {
    window.harness.viewer.on('viewchange', () => {
      window.harness.events.push({ type: 'viewchange', payload: undefined });
    });
  });
  await spot(stand, name).focus();
  await page.clock.runFor(1000);
  const { length } = await stand.events('viewchange');
  await page.clock.resume();
  return length;
}
