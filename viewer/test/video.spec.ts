import type { VideoScene } from '../src/types.ts';
import { EVENTS, expect, photo, type Stand, test } from './fixture.ts';

const VIDEO: VideoScene = { kind: 'video', sources: [{ src: '/media/colours.webm', type: 'video/webm' }] };
/** The video is red, green and blue for a second each. */
const brightest = (colour: readonly number[]) => colour.indexOf(Math.max(...colour));

/** Waits until the film has gone on through all of its colours. */
async function showsEveryColour(stand: Stand): Promise<void> {
  const seen = new Set<number>();
  await expect
    .poll(
      async () => {
        seen.add(brightest((await stand.screen()).at(320, 180)));
        return seen.size;
      },
      { intervals: [100], timeout: 10_000 },
    )
    .toBe(3);
}

test('plays by itself, muted, from the beginning', async ({ stand }) => {
  await stand.open();
  await stand.load(VIDEO, 'playing');
  await stand.event('ready');
  await showsEveryColour(stand);
  expect(await stand.page.evaluate(() => window.harness.viewer.muted)).toBe(true);
  const times = (await stand.events('timeupdate')) as { currentTime: number; duration: number }[];
  expect(times.at(-1)?.duration).toBeCloseTo(3, 1);
});

test('pauses, seeks to a picture and plays on', async ({ stand }) => {
  await stand.open();
  await stand.load(VIDEO, 'playing');
  await stand.page.evaluate(() => window.harness.viewer.pause());
  await stand.event('paused');
  for (const second of [2, 0, 1]) {
    await stand.page.evaluate((time) => window.harness.viewer.seek(time), second + 0.5);
    await expect.poll(async () => brightest((await stand.screen()).at(320, 180))).toBe(second);
  }
  const times = (await stand.events('timeupdate')) as { currentTime: number }[];
  expect(times.at(-1)?.currentTime).toBeCloseTo(1.5, 1);
  await stand.page.evaluate(() => window.harness.viewer.play());
  await expect.poll(async () => brightest((await stand.screen()).at(320, 180))).toBe(2);
});

test('reports that the browser requires a gesture before sound', { tag: '@main' }, async ({ stand }) => {
  const given = { types: EVENTS, options: { renderer: stand.renderer }, scene: { ...VIDEO, muted: false } };
  // Whatever a test evaluates counts as a gesture, so the page tells of the event by itself.
  await stand.page.addInitScript(() => {
    const timer = setInterval(() => {
      if (!window.harness?.events.some(({ type }) => type === 'autoplayblocked')) return;
      clearInterval(timer);
      console.info('autoplay was blocked');
    }, 50);
  });
  const blocked = stand.page.waitForEvent('console', (message) => message.text() === 'autoplay was blocked');
  await stand.page.goto(`${stand.site.origin}/#${encodeURIComponent(JSON.stringify(given))}`);
  await blocked;
  expect(await stand.page.evaluate(() => window.harness.viewer.paused)).toBe(true);
  await stand.page.mouse.click(320, 180);
  await stand.page.evaluate(() => window.harness.viewer.play());
  await stand.event('playing');
});

test('reports changes to mute and volume', { tag: '@main' }, async ({ stand }) => {
  await stand.open();
  await stand.load(VIDEO, 'playing');
  await stand.page.evaluate(() => {
    window.harness.viewer.muted = false;
    window.harness.viewer.volume = 0.5;
  });
  await expect
    .poll(async () => (await stand.events('volumechange')).at(-1))
    .toEqual({ muted: false, volume: 0.5 });
});

test('ends where it does not loop', { tag: '@main' }, async ({ stand }) => {
  await stand.open();
  await stand.load({ ...VIDEO, loop: false }, 'playing');
  await stand.page.evaluate(() => window.harness.viewer.seek(2.6));
  await stand.event('ended');
});

test('reports that the video cannot be played', { tag: '@main' }, async ({ stand }) => {
  stand.site.answer = () => 404;
  await stand.open();
  await stand.load(VIDEO, 'error');
  expect(await stand.events('error')).toMatchObject([{ code: 'media', fatal: true }]);
});

test('renews an address that has expired', { tag: '@main' }, async ({ stand }) => {
  stand.site.answer = ({ searchParams }) => (searchParams.get('key') === 'fresh' ? 200 : 403);
  await stand.open();
  const fresh: VideoScene = { ...VIDEO, sources: [{ src: '/media/colours.webm?key=fresh' }] };
  await stand.page.evaluate(
    ([old, renewed]) => window.harness.load(old, { renewScene: async () => renewed }),
    [VIDEO, fresh] as const,
  );
  await stand.event('playing');
  expect(await stand.events('error')).toEqual([]);
});

/** Goes to a scene whose media come late; until then the screen stays as it is, and then one canvas is left. */
async function goesWithoutGap(stand: Stand, go: () => Promise<unknown>): Promise<void> {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  stand.site.answer = () => gate.then(() => 200);
  const before = await stand.screen();
  const arrived = go();
  await expect(stand.page.locator('canvas')).toHaveCount(2);
  expect((await stand.screen()).difference(before)).toBeLessThan(0.01);
  open();
  await arrived;
  await expect(stand.page.locator('canvas')).toHaveCount(1);
  expect((await stand.screen()).difference(before)).toBeGreaterThan(0.9);
}

test('leaves no gap between a photo and a video', { tag: '@worker' }, async ({ stand }) => {
  await stand.open({ renderer: 'auto' });
  await stand.load(photo('direction'));
  await goesWithoutGap(stand, () => stand.go(VIDEO));
  await stand.page.evaluate(() => window.harness.viewer.pause());
  await stand.event('paused');
  await goesWithoutGap(stand, () => stand.go(photo('second')));
  expect(stand.page.workers()).toHaveLength(1);
  await stand.page.evaluate(() => window.harness.viewer.destroy());
  expect(await stand.page.locator('#viewer').innerHTML()).toBe('');
  await expect.poll(() => stand.page.workers().length).toBe(0);
});

test('frees what is left of the scene before when destroyed in between', { tag: '@worker' }, async ({
  stand,
}) => {
  await stand.open({ renderer: 'auto' });
  await stand.load(photo('direction'));
  stand.site.answer = () => 404;
  await stand.load(VIDEO, '');
  await expect(stand.page.locator('canvas')).toHaveCount(2);
  await stand.page.evaluate(() => window.harness.viewer.destroy());
  await expect.poll(() => stand.page.workers().length).toBe(0);
});

/** The same film as another one. */
const SECOND: VideoScene = { kind: 'video', sources: [{ src: '/media/colours.webm?second' }] };

test('fades from one film to the next, which plays on', async ({ stand }) => {
  await stand.open();
  await stand.load({ ...VIDEO, autoplay: false }, 'ready');
  await stand.page.evaluate(() => window.harness.viewer.seek(2.5));
  await expect.poll(async () => brightest((await stand.screen()).at(320, 180))).toBe(2);
  const [, , blue] = (await stand.screen()).at(320, 180);
  await stand.goHalfway({ ...SECOND, autoplay: false }, 0.5);
  await expect(async () => {
    const [red, green, half] = (await stand.screen()).at(320, 180);
    expect(half).toBeGreaterThan(blue * 0.4);
    expect(half).toBeLessThan(blue * 0.6);
    expect(red).toBeGreaterThan(90);
    expect(green).toBeLessThan(40);
  }).toPass({ timeout: 20_000 });
  await stand.page.evaluate(() => {
    window.harness.viewer.holdFade(1);
    void window.harness.viewer.play();
  });
  await stand.event('playing');
  await showsEveryColour(stand);
});

test('goes from film to film and to pictures, and plays each', async ({ stand }) => {
  await stand.open();
  await stand.load(VIDEO, 'playing');
  for (const scene of [SECOND, photo('direction'), VIDEO, SECOND]) {
    expect(await stand.go(scene, { towards: { yaw: 1, pitch: 0 } })).toBe(true);
    if (scene.kind === 'video') await showsEveryColour(stand);
    else await stand.event('sharp');
  }
});
