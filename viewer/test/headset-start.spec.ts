import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, LEVEL, PICTURE, test } from './headset-fixture.ts';

test.describe.configure({ mode: 'parallel' });

test("begins with the browser's own button", { tag: '@worker' }, async ({ stand }) => {
  await stand.open();
  await stand.load(PICTURE);
  const entered = stand.enter('offer');
  await stand.page.waitForTimeout(100);
  await stand.page.evaluate(() => window.device.grantOfferedSession());
  await entered;
  await stand.bothShow(LEVEL);
});

test('keeps nothing of a session that fails to start', { tag: '@worker' }, async ({ stand }) => {
  await stand.open();
  await stand.load(PICTURE);
  await stand.page.evaluate(() => {
    const { requestReferenceSpace } = XRSession.prototype;
    XRSession.prototype.requestReferenceSpace = async () => {
      XRSession.prototype.requestReferenceSpace = requestReferenceSpace;
      throw new Error('No space');
    };
  });
  await expect(stand.enter()).rejects.toThrow('No space');
  expect(await stand.contexts()).toBe(0);
  expect(await stand.page.evaluate(() => window.device.activeSession)).toBeUndefined();
  await stand.enter();
  await stand.bothShow(LEVEL);
  expect(await stand.contexts()).toBe(1);
});

test('stays light in chunks that are loaded when they are needed', { tag: '@worker' }, async ({ site }) => {
  const folder = path.join(site.folder, 'assets');
  const names = await readdir(folder);
  const size = async (begin: string) => {
    const name = names.find((file) => file.startsWith(`${begin}-`) && file.endsWith('.js'));
    return gzipSync(await readFile(path.join(folder, name ?? begin)), { level: 9 }).length;
  };
  const headset = (await size('session')) + (await size('visit'));
  const [signs, cardboard, captions] = [await size('signs'), await size('cardboard'), await size('captions')];
  console.log(
    `headset ${headset} bytes, its hotspots ${signs} bytes, its captions ${captions} bytes, cardboard ${cardboard} bytes`,
  );
  expect(captions).toBeLessThan(590);
  expect(headset).toBeLessThan(5000);
  expect(signs).toBeLessThan(3195);
  expect(cardboard).toBeLessThan(1295);
});
