import { EVENTS, expect, PICTURE, test, tiles } from './fixture.ts';

test('draws nothing and asks for no frames while nothing changes', async ({ stand }) => {
  await stand.open();
  await stand.load(PICTURE);
  await stand.shows({ yaw: 0 });
  await stand.countWork();
  const before = await stand.idleWork();
  await stand.look({ yaw: 1 });
  await stand.shows({ yaw: 1 });
  const after = await stand.work();
  expect(after.draws).toBe((before.draws ?? 0) + 1);
  expect(after.frames).toBe((before.frames ?? 0) + 1);
});

test('waits for a slow driver, and then shows what the visitor did last', { tag: '@main' }, async ({
  stand,
}) => {
  await stand.open();
  await stand.load(tiles('direction'));
  await stand.settled();
  const drawn = await stand.page.evaluate(async () => {
    const { prototype } = WebGL2RenderingContext;
    const { getSyncParameter, drawArrays } = prototype;
    let count = 0;
    prototype.getSyncParameter = () => prototype.UNSIGNALED;
    prototype.drawArrays = function (...call) {
      count++;
      drawArrays.apply(this, call);
    };
    for (let step = 1; step <= 10; step++) {
      window.harness.viewer.look({ yaw: step / 10 });
      await new Promise(requestAnimationFrame);
    }
    Object.assign(prototype, { getSyncParameter, drawArrays });
    return count;
  });
  expect(drawn).toBeLessThanOrEqual(2);
  await stand.shows({ yaw: 1 });
});

test('frees the textures of the scene before', async ({ stand }) => {
  await stand.open();
  // The array that holds tiles stays for the next scene.
  await stand.load(tiles('direction'));
  await stand.load(PICTURE);
  await stand.countWork();
  // What was in view comes first, in a texture that goes when the whole picture is there.
  const { textures } = await stand.idleWork();
  for (let round = 0; round < 2; round++) {
    await stand.load(tiles('direction'));
    await stand.load(PICTURE);
  }
  await expect.poll(async () => (await stand.work()).textures).toBe(textures);
});

for (const [kind, scene] of Object.entries({ picture: PICTURE, tiles: tiles('direction') })) {
  test(`survives the loss of its GL context (${kind})`, async ({ stand }) => {
    await stand.open();
    await stand.load(scene);
    await stand.look({ yaw: 0.7 });
    await stand.page.evaluate(() => window.harness.viewer.loseContext());
    await stand.event('contextlost');
    await stand.look({ yaw: 1.2 });
    await stand.page.evaluate(() => window.harness.viewer.restoreContext());
    await stand.event('contextrestored');
    await expect.poll(async () => Math.abs((await stand.screen()).direction().yaw - 1.2)).toBeLessThan(0.02);
  });
}

test('survives the loss of its GL context (paused video)', async ({ stand }) => {
  await stand.open();
  await stand.load({ kind: 'video', sources: [{ src: '/media/colours.webm' }] }, 'playing');
  await stand.page.evaluate(() => window.harness.viewer.pause());
  await stand.page.evaluate(() => window.harness.viewer.seek(1.5));
  const isGreen = async () => {
    const [r, g, b] = (await stand.screen()).at(320, 180);
    return g > r + 50 && g > b + 50;
  };
  await expect.poll(isGreen).toBe(true);
  await stand.page.evaluate(() => window.harness.viewer.loseContext());
  await stand.event('contextlost');
  await stand.page.evaluate(() => window.harness.viewer.restoreContext());
  await stand.event('contextrestored');
  // A view that has not been drawn before, so that no frame from before the loss can pass for it.
  await stand.page.setViewportSize({ width: 500, height: 300 });
  await expect.poll(async () => (await stand.screen()).at(250, 150)[1]).toBeGreaterThan(100);
});

test('keeps the picture before until the next one is there', async ({ stand }) => {
  await stand.open();
  await stand.load(PICTURE);
  let release: (status: number) => void = () => {};
  const held = new Promise<number>((resolve) => {
    release = resolve;
  });
  stand.site.answer = () => held;
  await stand.load({ ...PICTURE, initialView: { yaw: 1 } }, '');
  await stand.page.waitForTimeout(300);
  await stand.shows({ yaw: 0 });
  release(200);
  await stand.event('ready');
  await stand.shows({ yaw: 1 });
});

test('follows the size of its element', async ({ stand }) => {
  await stand.open();
  await stand.load(PICTURE);
  await stand.page.setViewportSize({ width: 400, height: 500 });
  const above = Math.atan(Math.tan((37.5 * Math.PI) / 180) / 2);
  await expect(async () => {
    const screen = await stand.screen();
    expect(Math.abs(screen.direction(200, 125).pitch - above)).toBeLessThan(0.02);
    expect(Math.abs(screen.direction(325, 250).yaw - above)).toBeLessThan(0.02);
  }).toPass({ timeout: 20_000 });
});

test('caps the pixel ratio at 2', async ({ browser, site }, { project }) => {
  const page = await browser.newPage({ viewport: { width: 300, height: 200 }, deviceScaleFactor: 3 });
  await page.goto(site.origin);
  await page.evaluate(([renderer, types]) => window.harness.start({ renderer }, [...types]), [
    project.metadata.renderer,
    EVENTS,
  ] as const);
  await page.evaluate((scene) => window.harness.load(scene), PICTURE);
  await page.waitForFunction(() => window.harness.events.some(({ type }) => type === 'ready'));
  const width = await page.evaluate(() => document.querySelector('canvas')?.width);
  expect(width).toBe(600);
  await page.close();
});

test('leaves nothing behind when destroyed, however often', async ({ stand }) => {
  const warnings: string[] = [];
  stand.page.on('console', (message) => {
    // A driver without a graphics card says so whenever pixels are read back.
    if (!message.text().includes('GPU stall due to ReadPixels')) warnings.push(message.text());
  });
  await stand.open();
  for (let round = 0; round < 10; round++) {
    await stand.load(PICTURE, 'ready');
    await stand.page.evaluate(() => window.harness.viewer.destroy());
    await stand.start();
  }
  await stand.page.evaluate(() => window.harness.viewer.destroy());
  expect(await stand.page.locator('#viewer').innerHTML()).toBe('');
  await expect.poll(() => stand.page.workers().length).toBe(0);
  expect(warnings).toEqual([]);
});

test('draws on the main thread where the worker cannot start', { tag: '@worker' }, async ({ stand }) => {
  await stand.page.route(/worker/, (route) => route.abort());
  await stand.open({ renderer: 'auto' });
  await stand.load(PICTURE);
  await stand.shows({ yaw: 0 });
});

test('draws on the main thread where frames may start no worker', { tag: '@worker' }, async ({ stand }) => {
  await stand.page.addInitScript(() => {
    Object.defineProperty(window, 'origin', { value: 'null' });
    window.Worker = class {
      constructor() {
        throw new DOMException('The script cannot be accessed from origin null.', 'SecurityError');
      }
    } as unknown as typeof Worker;
  });
  await stand.open({ renderer: 'auto' });
  await stand.load(PICTURE);
  await stand.shows({ yaw: 0 });
});

test('reports that the browser has no WebGL2', { tag: '@main' }, async ({ stand }) => {
  // The page cannot reach into a worker before that starts.
  await stand.page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await stand.open();
  await stand.event('error');
  expect(await stand.events('error')).toMatchObject([{ code: 'unsupported', fatal: true }]);
});
