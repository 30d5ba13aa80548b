import type { AttentionReport } from '../../contract/src/index.ts';
import { gazeBin } from '../../contract/src/shared/gaze.ts';
import { chooseCookies } from '../support/consent.ts';
import { expect, test } from '../support/fixtures.ts';
import { door, enter, expectRoom, HOTEL } from '../support/tours.ts';

test.use({ hasChosenCookies: false });

const DEGREE = Math.PI / 180;

test('P6: with consent alone, a gaze arrives in its field, and a press at its hotspot', async ({ page }) => {
  // What a page sends as it goes can be read in requests alone.
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'sendBeacon', { value: undefined }),
  );
  const scripts: string[] = [];
  const reports: AttentionReport[] = [];
  const answers: number[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/collect-')) scripts.push(request.url());
    if (request.url().endsWith('/attention')) reports.push(request.postDataJSON());
  });
  page.on('response', (response) => {
    if (response.url().endsWith('/attention')) answers.push(response.status());
  });
  const send = () => page.evaluate(() => dispatchEvent(new Event('pagehide')));
  const sceneOf = (id: string) => reports.flatMap(({ scenes }) => scenes).filter(({ scene }) => scene === id);
  const timeIn = async (id: string) => {
    await send();
    return sceneOf(id).reduce((sum, { ms }) => sum + ms, 0);
  };

  await enter(page, `${HOTEL}?scene=restaurant&view=94,-14,62`);
  await send();
  await chooseCookies(page, 'Reject all');
  await page.reload();
  await expectRoom(page, 'Restaurant');
  await send();
  expect([scripts, reports]).toEqual([[], []]);

  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await chooseCookies(page, 'Allow all');
  await expect.poll(() => scripts).toHaveLength(1);
  await expect.poll(() => timeIn('restaurant')).toBeGreaterThan(500);
  // The gaze has not moved: all of the time is in one field, or in those beside it while the picture came.
  const expected = gazeBin(94 * DEGREE, -14 * DEGREE);
  for (const { gaze } of sceneOf('restaurant'))
    for (const [bin] of gaze) {
      expect(Math.abs((bin % 36) - (expected % 36))).toBeLessThanOrEqual(1);
      expect(Math.abs(Math.floor(bin / 36) - Math.floor(expected / 36))).toBeLessThanOrEqual(1);
    }
  expect(sceneOf('restaurant').some(({ gaze }) => gaze.some(([bin]) => bin === expected))).toBe(true);

  await door(page, /Lobby/).first().press('Enter');
  await expectRoom(page, 'Lobby');
  await expect.poll(() => timeIn('lobby')).toBeGreaterThan(100);
  const pressed = sceneOf('restaurant').flatMap(({ presses }) => Object.values(presses));
  expect(pressed).toEqual([1]);
  await expect.poll(() => answers.length).toBe(reports.length);
  expect(new Set(answers)).toEqual(new Set([200]));

  // Nothing leaves any more once consent is withdrawn, what was counted until then included.
  const before = reports.length;
  await page.evaluate(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the other way to write one is not in every browser.
    document.cookie = 'oriel-consent=; Max-Age=0; Path=/';
    localStorage.removeItem('oriel-consent');
    dispatchEvent(new StorageEvent('storage', { key: 'oriel-consent' }));
  });
  await send();
  expect(reports).toHaveLength(before);
});
