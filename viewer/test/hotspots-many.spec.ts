import type { Hotspot } from '../src/types.ts';
import { expect, photo, type Stand, test } from './fixture.ts';

const KINDS = ['door', 'info', 'picture', 'film', 'sound', 'link', 'book'] as const;
const MANY: Hotspot[] = Array.from({ length: 200 }, (_, index) => ({
  id: `spot-${index}`,
  kind: KINDS[index % KINDS.length] ?? 'info',
  label: `Hotspot ${index}`,
  at: { yaw: (index / 100 - 1) * Math.PI, pitch: Math.sin(index * 2.4) * 0.9 },
}));

/** Milliseconds from a change of the view to the end of the second frame after it, at the median of 60 changes. */
const lag = (stand: Stand): Promise<number> =>
  stand.page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const times: number[] = [];
    for (let count = 0; count < 60; count++) {
      await frame();
      const start = performance.now();
      window.harness.viewer.look({ yaw: count / 20 });
      await frame();
      await frame();
      times.push(performance.now() - start);
    }
    return times.sort((a, b) => a - b)[30] ?? 0;
  });

async function layouts(stand: Stand): Promise<Record<string, number>> {
  const session = await stand.page.context().newCDPSession(stand.page);
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  await session.detach();
  return Object.fromEntries(
    metrics
      .filter(({ name }) => /^(Layout|RecalcStyle)Count$/.test(name))
      .map(({ name, value }) => [name, value]),
  );
}

// On the main thread without a graphics card, drawing itself takes the page's time.
test('200 hotspots leave the view as quick as it is without', { tag: '@worker' }, async ({ stand }) => {
  await stand.open();
  await stand.showHotspots();
  await stand.load(photo('direction'));
  const best = { bare: Number.POSITIVE_INFINITY, full: Number.POSITIVE_INFINITY };
  // In turns, and the best of each, since the machine may be busy with something else meanwhile.
  await expect(async () => {
    for (const [name, hotspots] of [
      ['bare', []],
      ['full', MANY],
    ] as const) {
      await stand.page.evaluate((given) => window.harness.hotspots.set(given), hotspots);
      await expect(stand.page.getByRole('listitem')).toHaveCount(hotspots.length);
      await stand.screen();
      best[name] = Math.min(best[name], await lag(stand));
    }
    expect(best.full / best.bare).toBeLessThan(1.5);
  }).toPass({ timeout: 60_000 });
});

test('200 hotspots cost nothing while nothing moves', async ({ stand }) => {
  await stand.open();
  await stand.showHotspots();
  await stand.load(photo('direction', { hotspots: MANY }));
  await expect(stand.page.getByRole('listitem')).toHaveCount(200);
  await stand.countWork();
  const work = await stand.idleWork();
  const before = await layouts(stand);
  await stand.page.waitForTimeout(1000);
  expect(await layouts(stand)).toEqual(before);
  expect(await stand.work()).toEqual(work);
});
