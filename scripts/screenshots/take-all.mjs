import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { exitWithMessage, ROOT } from '../setup/common.mjs';
import { findBrowser } from '../testing/browser.mjs';
import { startServer } from '../testing/server.mjs';
import { SHOTS } from './shots.mjs';
import { takeShot, VIEWS } from './take-shot.mjs';

const FOLDER = path.join(ROOT, 'docs/screenshots');
/** What the pictures may weigh together. */
const MAX_TOTAL_BYTES = 4_000_000;
const SAMPLE_MEMBER = { email: 'sample@oriel.example', password: 'look-before-you-book' };

async function signIn(url) {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(SAMPLE_MEMBER),
  });
  if (!answer.ok) throw new Error(`The sample member could not sign in: ${answer.status}`);
  return answer.json();
}

async function takeAll(url, browser, shots) {
  const { user } = await signIn(url);
  for (const shot of shots) {
    const session = shot.isMember ? await signIn(url) : undefined;
    const address = typeof shot.address === 'string' ? shot.address : shot.address(user.id);
    for (const view of VIEWS) {
      const { file, bytes } = await takeShot({
        browser,
        url,
        folder: FOLDER,
        shot: { ...shot, address },
        view,
        session,
      });
      console.log(`${file}  ${(bytes / 1000).toFixed(0)} kB`);
    }
  }
}

/** Pictures of pages that are no more; says what the others weigh. */
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

async function main(names) {
  const unknown = names.filter((name) => !SHOTS.some((shot) => shot.name === name));
  if (unknown.length > 0) throw new Error(`No such page: ${unknown.join(', ')}`);
  const shots = names.length > 0 ? SHOTS.filter(({ name }) => names.includes(name)) : SHOTS;
  const folder = await mkdtemp(path.join(tmpdir(), 'oriel-screenshots-'));
  await mkdir(FOLDER, { recursive: true });
  try {
    const server = await startServer(process.execPath, {
      dataDir: path.join(folder, 'data'),
      logFile: path.join(folder, 'server.log'),
    });
    try {
      const { executable, env } = await findBrowser(process.execPath);
      const browser = await chromium.launch({
        executablePath: executable,
        env: { ...process.env, ...env },
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
    await rm(folder, { recursive: true, force: true });
  }
}

await main(process.argv.slice(2)).catch(exitWithMessage);
