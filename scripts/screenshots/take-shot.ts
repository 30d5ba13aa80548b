import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import { isHydrated } from '../../e2e/support/is-hydrated.ts';
import type { Shot } from './shot.ts';

/** Each page at three widths, each in another theme: the browser's window, the height of the page to show, and the file's width. */
export const VIEWS = [
  { name: '1440-white', theme: 'white', width: 1440, height: 900, maxHeight: 1500, fileWidth: 960 },
  { name: '820-dark', theme: 'dark', width: 820, height: 1100, maxHeight: 1300, fileWidth: 656 },
  { name: '390-cream', theme: 'cream', width: 390, height: 844, maxHeight: 1200, fileWidth: 390 },
];

/** Where the screenshot of a whole page ends at the latest. */
const MAX_WHOLE = 12_000;
/** The largest file, in bytes; the quality is lowered until it fits. */
const MAX_BYTES = 44_000;
const QUALITIES = [76, 66, 56, 46, 36, 26];
/** For a page to show all it has, on a busy machine too. */
const TIMEOUT_MS = 120_000;
/** A page on which nothing changes for so long is complete. */
const STILL_MS = 700;
/** The most looks at a page that goes on changing. */
const MAX_LOOKS = 20;

/** Runs in the page before its own scripts: a visitor's earlier choices. */
function remember({
  theme,
  hasChosen,
  session,
}: {
  theme: string;
  hasChosen: boolean;
  session: Session | undefined;
}) {
  localStorage.setItem('oriel-theme', theme);
  if (session) localStorage.setItem('oriel-session', JSON.stringify(session));
  if (!hasChosen) return;
  const refused = { version: 1, necessary: true, analytics: false, marketing: false };
  localStorage.setItem('oriel-consent', JSON.stringify({ ...refused, updatedAt: new Date().toISOString() }));
}

/** Runs in the page: scrolls to where the screenshot ends and back, which loads lazy images. */
async function fetchBelow(maxHeight: number): Promise<void> {
  for (let y = 0; y < maxHeight; y += 400) {
    scrollTo(0, y);
    await new Promise(requestAnimationFrame);
  }
  scrollTo(0, 0);
}

/** Runs in the page: whether fonts and the images down to there are loaded; those at the far end of a sideways row are not. */
function isLoaded(maxHeight: number): boolean {
  const near = [...document.images].filter((image) => {
    const { top, left } = image.getBoundingClientRect();
    return image.checkVisibility() && top < maxHeight && left < innerWidth;
  });
  return document.fonts.status === 'loaded' && near.every((image) => image.complete);
}

/** Takes the picture once nothing changes any more, as while the tiles of a tour are drawn. */
async function takeStill(page: Page, take: () => Promise<Buffer>): Promise<Buffer> {
  let last = await take();
  for (let count = 0; count < MAX_LOOKS; count += 1) {
    await page.waitForTimeout(STILL_MS);
    const next = await take();
    if (next.equals(last)) return next;
    last = next;
  }
  return last;
}

/** @param maxBytes what the file may weigh, as far as that can be done */
async function encode(png: Buffer, width: number, maxBytes: number): Promise<Buffer> {
  const image = sharp(png).resize({ width });
  let bytes = Buffer.alloc(0);
  for (const quality of QUALITIES) {
    bytes = await image.clone().webp({ quality, effort: 6 }).toBuffer();
    if (bytes.length <= maxBytes) break;
  }
  return bytes;
}

/** A sign-in's response, as the browser stores it. */
export interface Session {
  user: { id: string };
}

interface ShotOptions {
  browser: Browser;
  url: string;
  folder: string;
  shot: Shot;
  urlPath: string;
  view: (typeof VIEWS)[number];
  session: Session | undefined;
}

/** Takes one screenshot of a page. */
export async function takeShot({ browser, url, folder, shot, urlPath, view, session }: ShotOptions) {
  const { width, height } = view;
  const density = shot.isDouble ? 2 : 1;
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height },
    deviceScaleFactor: density,
    // No screenshot in the middle of an animation, and no video on the home page.
    reducedMotion: 'reduce',
  });
  try {
    await context.addInitScript(remember, { theme: view.theme, hasChosen: !shot.isNewcomer, session });
    context.setDefaultTimeout(TIMEOUT_MS);
    const page = await context.newPage();
    await page.goto(urlPath);
    await page.waitForFunction(isHydrated);
    const maxHeight = shot.isScreen ? height : shot.isWhole ? MAX_WHOLE : view.maxHeight;
    if (!shot.isScreen) await page.evaluate(fetchBelow, maxHeight);
    await shot.prepare?.(page);
    await page.getByText('Loading immersive experience…').waitFor({ state: 'hidden' });
    await page.waitForLoadState('networkidle');
    await page.waitForFunction(isLoaded, maxHeight);
    const file = `${shot.name}-${view.name}.webp`;
    const pageHeight = await page.evaluate(() => document.documentElement.scrollHeight);
    const clip = { x: 0, y: 0, width, height: Math.min(pageHeight, maxHeight) };
    // So that nothing scrolls, and the sticky top bar is not over it.
    if (shot.part) await page.setViewportSize({ width, height: pageHeight });
    const png = await takeStill(page, () => {
      if (shot.part) return page.locator(shot.part).screenshot();
      return page.screenshot(shot.isScreen ? {} : { fullPage: true, clip });
    });
    const bytes = await encode(png, view.fileWidth * density, MAX_BYTES * density);
    await writeFile(path.join(folder, file), bytes);
    return { file, bytes: bytes.length };
  } finally {
    await context.close();
  }
}
