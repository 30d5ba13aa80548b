import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { isHydrated } from '../../e2e/support/is-hydrated.ts';

/**
 * Each page at three widths, each width in another theme: what is seen of it, how far down, and how wide the picture is
 * that is kept of it.
 */
export const VIEWS = [
  { name: '1440-white', theme: 'white', width: 1440, height: 900, most: 1500, kept: 960 },
  { name: '820-dark', theme: 'dark', width: 820, height: 1100, most: 1300, kept: 656 },
  { name: '390-cream', theme: 'cream', width: 390, height: 844, most: 1200, kept: 390 },
];

/** What a picture may weigh; its quality is lowered until it does. */
const MAX_BYTES = 44_000;
const QUALITIES = [76, 66, 56, 46, 36, 26];

/** Runs in the page before its own scripts: what a visitor has chosen before. */
function remember({ theme, hasChosen, session }) {
  localStorage.setItem('oriel-theme', theme);
  if (session) localStorage.setItem('oriel-session', JSON.stringify(session));
  if (!hasChosen) return;
  const refused = { version: 1, necessary: true, analytics: false, marketing: false };
  localStorage.setItem('oriel-consent', JSON.stringify({ ...refused, updatedAt: new Date().toISOString() }));
}

/** Runs in the page: goes down to where the picture ends, so that pictures below the first screen are fetched, and back. */
async function fetchBelow(most) {
  for (let y = 0; y < most; y += 400) {
    scrollTo(0, y);
    await new Promise(requestAnimationFrame);
  }
  scrollTo(0, 0);
}

/** Runs in the page: whether its letters and the pictures down to there are there. */
function isLoaded(most) {
  const near = [...document.images].filter(
    (image) => image.checkVisibility() && image.getBoundingClientRect().top < most,
  );
  return document.fonts.status === 'loaded' && near.every((image) => image.complete);
}

async function encode(png, width) {
  const picture = sharp(png).resize({ width });
  for (const quality of QUALITIES) {
    const bytes = await picture.clone().webp({ quality, effort: 6 }).toBuffer();
    if (bytes.length <= MAX_BYTES || quality === QUALITIES.at(-1)) return bytes;
  }
}

/**
 * Takes one picture of a page.
 *
 * @param {{ browser: import('@playwright/test').Browser, url: string, folder: string, view: (typeof VIEWS)[number],
 *   shot: import('./shots.mjs').Shot & { address: string }, session?: object }} given
 * @returns {Promise<{ file: string, bytes: number }>}
 */
export async function takeShot({ browser, url, folder, shot, view, session }) {
  const { width, height } = view;
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height },
    // Nothing is caught in the middle of a movement, and the film of the home page does not run.
    reducedMotion: 'reduce',
  });
  try {
    await context.addInitScript(remember, { theme: view.theme, hasChosen: !shot.isNewcomer, session });
    const page = await context.newPage();
    await page.goto(shot.address);
    await page.waitForFunction(isHydrated);
    const most = shot.isScreen ? height : view.most;
    if (!shot.isScreen) await page.evaluate(fetchBelow, most);
    await shot.prepare?.(page);
    await page.getByText('Loading immersive experience…').waitFor({ state: 'hidden' });
    await page.waitForLoadState('networkidle');
    await page.waitForFunction(isLoaded, most);
    const file = `${shot.name}-${view.name}.webp`;
    const pageHeight = await page.evaluate(() => document.documentElement.scrollHeight);
    const png = shot.isScreen
      ? await page.screenshot()
      : await page.screenshot({
          fullPage: true,
          clip: { x: 0, y: 0, width, height: Math.min(pageHeight, most) },
        });
    const bytes = await encode(png, view.kept);
    await writeFile(path.join(folder, file), bytes);
    return { file, bytes: bytes.length };
  } finally {
    await context.close();
  }
}
