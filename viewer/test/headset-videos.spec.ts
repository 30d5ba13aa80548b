import type { Scene } from '../src/types.ts';
import { DOOR, expect, type HeadsetStand, LEVEL, PICTURE, pointOf, test, toYaw } from './headset-fixture.ts';
import type { Screen } from './screen.ts';

/** Its colour is red, then green, then blue. */
const VIDEO: Scene = { kind: 'video', sources: [{ src: '/media/colours.webm' }] };

const brightest = (screen: Screen, eye: 'left' | 'right') => {
  const colour = screen.at(...pointOf(eye, 0, 0.5));
  return colour.indexOf(Math.max(...colour));
};

/** Waits until both eyes have been shown all of its colours. */
async function playsAll(stand: HeadsetStand): Promise<void> {
  const colours = new Set<number>();
  await expect
    .poll(
      async () => {
        const screen = await stand.screen();
        if (brightest(screen, 'left') === brightest(screen, 'right')) colours.add(brightest(screen, 'left'));
        return colours.size;
      },
      { intervals: [100] },
    )
    .toBe(3);
}

test.describe.configure({ mode: 'parallel' });

test('plays videos, and those behind doors', { tag: '@worker' }, async ({ stand }) => {
  await stand.begin({ ...PICTURE, hotspots: [DOOR] });
  await stand.do({ door: { scene: VIDEO } });
  await stand.point(toYaw(0.6));
  await stand.frames();
  await expect(async () => {
    await stand.pull();
    expect((await stand.visit()).arrivals).toEqual([true]);
  }).toPass({ timeout: 20_000 });
  await playsAll(stand);
  await stand.end();
  await stand.event('playing');
  await stand.enter();
  await playsAll(stand);
});

test('stays in its room where the script of a film behind a door cannot be had', { tag: '@worker' }, async ({
  stand,
}) => {
  const broken = { contentType: 'text/javascript', body: 'throw new Error()' };
  await stand.page.route(/video-source-/, (route) => route.fulfill(broken));
  await stand.begin({ ...PICTURE, hotspots: [DOOR] });
  await stand.do({ door: { scene: VIDEO } });
  await stand.point(toYaw(0.6));
  await stand.frames();
  await expect(async () => {
    await stand.pull();
    expect((await stand.visit()).arrivals[0]).toBe(false);
  }).toPass({ timeout: 20_000 });
  await stand.frames();
  await stand.bothShow(LEVEL);
});

test('reduces videos that are too large for a texture', { tag: '@worker' }, async ({ stand }) => {
  await stand.page.addInitScript(() => {
    const { getParameter } = WebGL2RenderingContext.prototype;
    WebGL2RenderingContext.prototype.getParameter = function (name) {
      return name === this.MAX_TEXTURE_SIZE ? 32 : getParameter.call(this, name);
    };
  });
  await stand.begin(VIDEO);
  await playsAll(stand);
  await stand.end();
  await stand.load({ ...PICTURE, hotspots: [DOOR] });
  await stand.enter();
  await stand.do({ door: { scene: VIDEO } });
  await stand.point(toYaw(0.6));
  await expect(async () => {
    await stand.pull();
    expect((await stand.visit()).arrivals).toContain(true);
  }).toPass({ timeout: 20_000 });
  await playsAll(stand);
});
