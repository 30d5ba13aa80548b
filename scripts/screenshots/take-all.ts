// `npm run screenshots [-- names]`: takes the screenshots of every page in `docs/screenshots`, on a server with fresh demo
// content. With names, such as `landing pricing`, those pages alone.
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { exitWithMessage, ROOT } from '../setup/common.mjs';
import { findBrowser } from '../testing/browser.ts';
import { createRunFolder } from '../testing/run-folder.ts';
import { freePort, startServer } from '../testing/server.ts';
import type { Shot } from './shot.ts';
import { SHOTS } from './shots.ts';
import { type Session, takeShot, VIEWS } from './take-shot.ts';

const FOLDER = path.join(ROOT, 'docs/screenshots');
/** What the pictures may weigh together. */
const MAX_TOTAL_BYTES = 8_000_000;
const SAMPLE_MEMBER = { email: 'sample@oriel.example', password: 'look-before-you-book' };
const SAMPLE_OWNER = { email: 'owner@oriel.example', password: 'open-the-front-door' };

async function signIn(url: string, account: typeof SAMPLE_MEMBER): Promise<Session> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  });
  if (!response.ok) throw new Error(`${account.email} could not sign in: ${response.status}`);
  return (await response.json()) as Session;
}

async function takeAll(url: string, browser: Browser, shots: readonly Shot[]): Promise<void> {
  const { user } = await signIn(url, SAMPLE_MEMBER);
  for (const shot of shots) {
    const account = shot.isMember ? SAMPLE_MEMBER : shot.isOwner ? SAMPLE_OWNER : undefined;
    const session = account && (await signIn(url, account));
    const urlPath = typeof shot.path === 'string' ? shot.path : shot.path(user.id);
    for (const view of VIEWS) {
      const { file, bytes } = await takeShot({ browser, url, folder: FOLDER, shot, urlPath, view, session });
      console.log(`${file}  ${(bytes / 1000).toFixed(0)} kB`);
    }
  }
}

/** Deletes screenshots of pages that no longer exist; prints the size of the others. */
async function tidyUp() {
  const expected = new Set(SHOTS.flatMap(({ name }) => VIEWS.map((view) => `${name}-${view.name}.webp`)));
  let total = 0;
  for (const file of await readdir(FOLDER)) {
    const place = path.join(FOLDER, file);
    if (expected.has(file)) total += (await stat(place)).size;
    else if (file.endsWith('.webp')) await rm(place);
  }
  console.log(`\n${(total / 1_000_000).toFixed(2)} MB in ${path.relative(ROOT, FOLDER)}`);
  if (total > MAX_TOTAL_BYTES) throw new Error(`That is more than ${MAX_TOTAL_BYTES / 1_000_000} MB.`);
}

async function main(names: readonly string[]): Promise<void> {
  const unknown = names.filter((name) => !SHOTS.some((shot) => shot.name === name));
  if (unknown.length > 0) throw new Error(`No such page: ${unknown.join(', ')}`);
  const shots = names.length > 0 ? SHOTS.filter(({ name }) => names.includes(name)) : SHOTS;
  const folder = await createRunFolder();
  await mkdir(FOLDER, { recursive: true });
  try {
    const server = await startServer({
      port: await freePort(),
      dataDir: path.join(folder.path, 'data'),
      logFile: path.join(folder.path, 'server.log'),
    });
    try {
      const { executable, env } = await findBrowser();
      const browser = await chromium.launch({
        executablePath: executable,
        env: { ...(process.env as Record<string, string>), ...env },
        args: ['--enable-unsafe-swiftshader', '--disable-dev-shm-usage'],
      });
      try {
        await takeAll(server.url, browser, shots);
      } finally {
        await browser.close();
      }
    } finally {
      await server.stop();
    }
    await tidyUp();
  } finally {
    await folder.remove();
  }
}

await main(process.argv.slice(2)).catch(exitWithMessage);
