import { setTimeout as sleep } from 'node:timers/promises';
import type { PhotoScene } from '../src/types.ts';
import { expect, photo, type Stand, test, tiles } from './fixture.ts';
import { blackest } from './frames.ts';
import { directionColour, picture } from './pictures.ts';

const DOOR = { yaw: 0.8, pitch: 0.1 };
const ARRIVAL = { yaw: -1, pitch: 0 };

/** The colour of a direction in the `direction` picture, and with the channels of `second`. */
const colourOf = (yaw: number, pitch: number) =>
  directionColour(yaw / (2 * Math.PI) + 0.5, 0.5 - pitch / Math.PI);
const secondColourOf = (yaw: number, pitch: number) => {
  const [sine, down, cosine] = colourOf(yaw, pitch);
  return [down, sine, cosine] as const;
};

/** The direction that the middle of the screen shows of the `second` picture. */
async function shownOfSecond(stand: Stand): Promise<{ yaw: number; pitch: number }> {
  const [down, sine, cosine] = (await stand.screen()).at(320, 180);
  return { yaw: Math.atan2(sine - 127.5, cosine - 127.5), pitch: Math.PI / 2 - (down / 255) * Math.PI };
}

async function showsSecond(stand: Stand, { yaw, pitch }: { yaw: number; pitch: number }): Promise<void> {
  await expect(async () => {
    const shown = await shownOfSecond(stand);
    expect(Math.abs(Math.sin((shown.yaw - yaw) / 2)) * 2).toBeLessThan(0.02);
    expect(Math.abs(shown.pitch - pitch)).toBeLessThan(0.02);
  }).toPass({ timeout: 20_000 });
}

for (const [kind, from, to] of [
  ['pictures', photo('direction'), photo('second')],
  ['tiles', tiles('direction'), tiles('second')],
] as [string, PhotoScene, PhotoScene][]) {
  test(`mixes two scenes that turn together (${kind})`, async ({ stand }) => {
    for (const mix of [0, 0.25, 0.5]) {
      await stand.open();
      await stand.load(from);
      await stand.goHalfway(to, mix, { towards: DOOR, arrival: ARRIVAL });
      for (const turned of [0, 0.5, -2]) {
        await stand.look({ yaw: ARRIVAL.yaw + turned });
        // The first view keeps the door's height, and settles while the fade goes on.
        const { pitch } = await stand.view();
        const [past, next] = [
          colourOf(DOOR.yaw + turned, DOOR.pitch),
          secondColourOf(ARRIVAL.yaw + turned, pitch),
        ];
        await expect(async () => {
          const shown = (await stand.screen()).at(320, 180);
          for (const channel of [0, 1, 2] as const) {
            const mean = past[channel] * (1 - mix) + next[channel] * mix;
            expect(Math.abs(shown[channel] - mean), `channel ${channel} at ${mix}`).toBeLessThanOrEqual(4);
          }
        }).toPass({ timeout: 20_000 });
      }
      await stand.page.evaluate(() => window.harness.viewer.holdFade(1));
      await stand.event('sharp');
      const { yaw, pitch } = await stand.view();
      expect(yaw).toBeCloseTo(ARRIVAL.yaw - 2, 6);
      expect(pitch).toBeCloseTo(ARRIVAL.pitch, 6);
      await showsSecond(stand, { yaw, pitch });
    }
  });
}

test('goes through a door and comes to rest', async ({ stand }) => {
  await stand.open();
  await stand.load(tiles('direction'));
  const fov = (await stand.view()).fov;
  expect(await stand.go(tiles('second'), { towards: DOOR, arrival: { yaw: 2, pitch: -0.2 } })).toBe(true);
  const view = await stand.view();
  expect(view.yaw).toBeCloseTo(2, 6);
  expect(view.pitch).toBeCloseTo(-0.2, 6);
  expect(view.fov).toBeCloseTo(fov, 6);
  await showsSecond(stand, { yaw: 2, pitch: -0.2 });
  await stand.countWork();
  await stand.idleWork();
  const { frames } = await stand.work();
  await stand.page.waitForTimeout(1000);
  expect((await stand.work()).frames).toBe(frames);
});

test('never shows an empty frame on the way', async ({ stand }) => {
  await stand.open();
  await stand.load(tiles('direction'));
  const share = await blackest(stand, async () => {
    for (const scene of [tiles('second'), tiles('direction'), photo('second')]) {
      expect(await stand.go(scene, { towards: DOOR, arrival: ARRIVAL })).toBe(true);
    }
  });
  expect(share).toBeLessThan(0.001);
});

test('waits for what a fade shows beside its end', { tag: '@worker' }, async ({ stand }) => {
  await stand.open();
  await stand.load(tiles('direction'));
  // The coarsest level's third column begins right of where the camera comes to rest.
  stand.site.answer = ({ pathname }) => (/\/0\/\d_2\.png$/.test(pathname) ? sleep(1500, 200) : 200);
  const share = await blackest(stand, async () => {
    expect(await stand.go(tiles('second'), { towards: DOOR, arrival: ARRIVAL })).toBe(true);
  });
  expect(share).toBeLessThan(0.001);
});

test('changes at once where motion is to be reduced', { tag: '@worker' }, async ({ stand }) => {
  await stand.page.emulateMedia({ reducedMotion: 'reduce' });
  await stand.open();
  await stand.load(photo('direction'));
  const views = await stand.page.evaluate(
    async ([scene, options]) => {
      const seen: number[] = [];
      window.harness.viewer.on('viewchange', ({ yaw }) => seen.push(yaw));
      await window.harness.go(scene, options);
      return new Set(seen).size;
    },
    [photo('second'), { towards: DOOR, arrival: ARRIVAL }] as const,
  );
  expect(views).toBeLessThanOrEqual(2);
  await showsSecond(stand, ARRIVAL);
});

test('stays where it is when the next scene cannot be shown', { tag: '@worker' }, async ({ stand }) => {
  await stand.open();
  await stand.load(photo('direction'));
  stand.site.answer = () => 404;
  expect(await stand.go(photo('second'), { towards: DOOR })).toBe(false);
  expect(await stand.events('error')).toMatchObject([{ code: 'network', fatal: true }]);
  const { yaw, pitch } = await stand.view();
  await stand.shows({ yaw, pitch });
  await stand.look({ yaw: 2, pitch: 0 });
  await stand.shows({ yaw: 2 });
});

test('goes to the scene that was asked for last', async ({ stand }) => {
  await stand.open();
  await stand.load(tiles('direction'));
  const results = await stand.page.evaluate(
    ([first, last]) =>
      Promise.all([window.harness.go(first), window.harness.go(last, { arrival: { yaw: 1 } })]),
    [tiles('levels'), tiles('second')] as const,
  );
  expect(results).toEqual([false, true]);
  await showsSecond(stand, { yaw: 1, pitch: 0 });
});

for (const [moment, mix] of [
  ['in the middle of a fade', 0.5],
  ['before the fade', undefined],
] as const) {
  test(`survives the loss of its GL context ${moment}`, async ({ stand }) => {
    await stand.open();
    await stand.load(tiles('direction'));
    let release: (status: number) => void = () => {};
    const held = new Promise<number>((resolve) => {
      release = resolve;
    });
    if (mix === undefined) {
      stand.site.answer = ({ pathname }) => (pathname.includes('second') ? held : 200);
      await stand.page.evaluate(([scene, options]) => void window.harness.go(scene, options), [
        tiles('second'),
        { arrival: ARRIVAL },
      ] as const);
    } else {
      await stand.goHalfway(tiles('second'), mix, { arrival: ARRIVAL });
    }
    await stand.page.evaluate(() => window.harness.viewer.loseContext());
    await stand.event('contextlost');
    await stand.page.evaluate(() => window.harness.viewer.restoreContext());
    await stand.event('contextrestored');
    release(200);
    await showsSecond(stand, ARRIVAL);
  });
}

// Both renderers free the textures of a scene in `life.spec.ts`; that it adds up is told by one.
test('needs no more memory after fifty changes than after five', { tag: '@worker' }, async ({ stand }) => {
  test.setTimeout(240_000);
  // Little to draw, since only what is kept counts.
  await stand.page.setViewportSize({ width: 160, height: 90 });
  await stand.open();
  await stand.load(tiles('direction'));
  await stand.countWork();
  const change = async (index: number) => {
    const scene = tiles(index % 2 ? 'direction' : 'second', `?visit=${index % 7}`);
    expect(await stand.go(scene, { duration: 60, arrival: { yaw: index } })).toBe(true);
  };
  for (let index = 0; index < 5; index++) await change(index);
  const { textures } = await stand.idleWork();
  for (let index = 5; index < 50; index++) await change(index);
  expect((await stand.idleWork()).textures).toBe(textures);
  await stand.event('sharp');
});

test('shows a prepared scene without the network', { tag: '@worker' }, async ({ stand, context }) => {
  const preview = `data:image/png;base64,${((await picture('second', 256)) ?? Buffer.of()).toString('base64')}`;
  const neighbour = { ...tiles('second'), preview };
  await stand.open();
  await stand.load(tiles('direction'));
  const before = stand.site.requests.length;
  await stand.page.evaluate((scenes) => window.harness.viewer.prepare(scenes), [neighbour]);
  await expect.poll(() => stand.site.requests.length).toBeGreaterThan(before);
  await stand.settled();
  // The coarsest tiles of the neighbour, once each, and nothing else.
  const fetched = stand.site.requests.slice(before);
  expect(fetched.every((path) => path.startsWith('/media/second/0/'))).toBe(true);
  expect(fetched).toHaveLength(15);
  await context.setOffline(true);
  await stand.page.evaluate((scene) => {
    void window.harness.go(scene, { duration: 0, arrival: { yaw: 1 } });
  }, neighbour);
  await stand.event('ready');
  await showsSecond(stand, { yaw: 1, pitch: 0 });
  await context.setOffline(false);
  await stand.event('sharp');
});

test('prepares nothing for visitors who save data, and stops when asked for something else', {
  tag: '@worker',
}, async ({ stand }) => {
  await stand.open();
  await stand.load(tiles('direction'));
  await stand.settled();
  const before = stand.site.requests.length;
  await stand.page.evaluate(
    (scenes) => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
      window.harness.viewer.prepare(scenes);
    },
    [tiles('second')],
  );
  await stand.page.waitForTimeout(1000);
  expect(stand.site.requests).toHaveLength(before);
  let release: (status: number) => void = () => {};
  const held = new Promise<number>((resolve) => {
    release = resolve;
  });
  stand.site.answer = () => held;
  const aborted = stand.page.waitForEvent('requestfailed');
  await stand.page.evaluate(
    (scenes) => {
      Object.defineProperty(navigator, 'connection', { value: undefined });
      window.harness.viewer.prepare(scenes);
    },
    [tiles('second')],
  );
  await expect.poll(() => stand.site.requests.length).toBe(before + 1);
  await stand.page.evaluate(() => window.harness.viewer.prepare([]));
  expect((await aborted).url()).toContain('second');
  release(200);
});
