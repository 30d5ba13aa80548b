import type { Scene } from '../src/types.ts';
import {
  around,
  DOOR,
  expect,
  type HeadsetStand,
  LEVEL,
  PICTURE,
  pointOf,
  test,
  toYaw,
} from './headset-fixture.ts';
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

/** Heights of the rows of an eye's half in which the cream of a card is seen: 1 is the upper edge, 0 the middle. */
const creamRows = (screen: Screen, eye: 'left' | 'right'): number[] =>
  Array.from({ length: 90 }, (_, row) => 0.98 - row * 0.022).filter((y) =>
    [-0.1, 0, 0.1].some((x) => {
      const [r = 0, g = 0, b = 0] = screen.at(...pointOf(eye, x, y));
      return Math.hypot(r - 251, g - 241, b - 229) < 20;
    }),
  );

test('captions of a film stay below the line of sight, and are there while they are wanted', {
  tag: '@worker',
}, async ({ stand }) => {
  await stand.begin(VIDEO);
  const caption = (text: string, to = 1000) =>
    stand.page.evaluate((cue) => window.visiting.caption([cue]), { from: 0, to, text });
  /** Waits for a card of both eyes that is nowhere near the middle of the view. */
  const expectBelow = () =>
    expect(async () => {
      const screen = await stand.screen();
      for (const eye of ['left', 'right'] as const) {
        const rows = creamRows(screen, eye);
        expect(rows.length, eye).toBeGreaterThan(2);
        expect(Math.max(...rows), eye).toBeLessThan(-0.05);
      }
    }).toPass({ timeout: 20_000 });
  const expectNone = () =>
    expect(async () => expect(creamRows(await stand.screen(), 'left')).toEqual([])).toPass({
      timeout: 20_000,
    });
  await expectNone();
  await caption('The pool pump hums. Crickets.');
  await expectBelow();
  for (const head of [toYaw(1.2), around([1, 0, 0], 0.5), around([1, 0, 0], -0.5)]) {
    await stand.turnHead(head);
    await expectBelow();
  }
  // Of a second that is over.
  await caption('Earlier.', 0);
  await expectNone();
  await caption('Again.');
  await expectBelow();
  await stand.end();
  await stand.turnHead(LEVEL);
  await stand.enter();
  await expectBelow();
  await stand.page.evaluate(() => window.visiting.caption([]));
  await expectNone();
});
