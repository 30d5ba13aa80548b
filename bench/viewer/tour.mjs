// Measures the way from one scene to the next beside other viewers' tours, on the benchmark's pictures.
//   node bench/viewer/tour.mjs BENCH_FOLDER [--runs 5] [--only ours,psv,pannellum,marzipano] [--scenario tour-switch,soak-50]
//   node bench/viewer/tour.mjs BENCH_FOLDER --only ours --scenario fade-lag
// CHROME names the browser. Photo Sphere Viewer's plugin for tours has to be added to the benchmark's folder:
//   (cd BENCH_FOLDER && npm install --no-save @photo-sphere-viewer/virtual-tour-plugin@5.15.1)
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { median } from '../median.ts';
import { embed } from './embed.mjs';
import { pointerLag } from './pointer-lag.mjs';
import { ensureTiles } from './tiles.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '5' },
    only: { type: 'string', default: 'ours,psv,pannellum,marzipano' },
    scenario: { type: 'string', default: 'tour-switch,soak-50' },
  },
});
const [given = process.env.VIEWER_BENCH] = positionals;
if (!given) {
  console.error('Name the folder of the viewer benchmark: node bench/viewer/tour.mjs FOLDER');
  process.exit(1);
}
const here = import.meta.dirname;
const bench = path.resolve(given);
const media = path.join(bench, '.media');
const dist = path.join(here, 'dist');
const tour = path.join(dist, 'tour');
const load = (file) => import(pathToFileURL(path.join(bench, file)).href);
const required = createRequire(path.join(bench, 'bench.mjs'));

/** Time for what a viewer loads ahead; the longest fade; between two changes of the soak. */
const REST_MS = 8000;
const LIMIT_MS = 8000;
const CHANGE_MS = 1800;
/** As a share of the screen; the test picture itself has black bars on less. */
const BLACK = 0.05;

execFileSync(process.execPath, [path.join(here, 'build.mjs'), bench], { stdio: 'inherit' });
await makeTour();
const { png } = await load('lib/png.mjs');
const { see, correct } = await load('lib/see.mjs');
const { startServer } = await load('server.mjs');
const { chromium } = required('playwright-core');
const server = await startServer({ mounts: { ours: dist } });
server.warm();
const executablePath = process.env.CHROME ?? ['/usr/bin/chromium', '/usr/bin/google-chrome'].find(existsSync);

const MEASURES = { 'tour-switch': change, 'soak-50': soak, 'fade-lag': fadeLag };
const rows = [];
for (const scenario of values.scenario.split(',')) {
  for (let run = 0; run < (scenario === 'soak-50' ? 1 : Number(values.runs)); run++) {
    for (const name of values.only.split(',')) {
      const result = await MEASURES[scenario](name);
      rows.push({ scenario, name, ...result });
      console.log(scenario, name, JSON.stringify(result));
    }
  }
}
server.close();
report();

/** The pictures turned by a quarter, in the forms that the viewers want, and the pages. */
async function makeTour() {
  await mkdir(tour, { recursive: true });
  await cp(path.join(here, 'tour'), tour, { recursive: true });
  for (const size of ['4k', '8k']) {
    const file = path.join(tour, `rolled-${size}.jpg`);
    if (!existsSync(file)) await roll(path.join(media, `pano-${size}.jpg`), file);
  }
  const rolled = await ensureTiles(
    path.join(tour, 'rolled-8k.jpg'),
    path.join(tour, 'rolled-8k-webp'),
    'webp',
  );
  const cube = path.join(tour, 'cube');
  if (!existsSync(cube)) {
    for (const level of [1, 2, 3]) {
      // The right side becomes the front. The top and the bottom stay as they are: the measured tour does not show them.
      for (const [to, from] of Object.entries({ f: 'r', r: 'b', b: 'l', l: 'f', u: 'u', d: 'd' })) {
        await cp(path.join(media, `cube/${level}/${from}`), path.join(cube, `${level}/${to}`), {
          recursive: true,
        });
      }
    }
  }
  await writeFile(path.join(tour, 'index.html'), await oursPage(rolled));
  if (existsSync(path.join(bench, 'node_modules/@photo-sphere-viewer/virtual-tour-plugin'))) {
    await bundlePhotoSphereViewer();
  }
}

/** Both scenes with their previews are part of the HTML. */
async function oursPage(rolled) {
  const page = await readFile(path.join(dist, 'index.html'), 'utf8');
  const front = await readFile(path.join(dist, 'tiles-8k-webp/manifest.json'), 'utf8');
  const scenes = `[{"base":"./rolled-8k-webp/","manifest":${rolled}},{"base":"../tiles-8k-webp/","manifest":${front}}]`;
  return embed(page, 'tour', scenes);
}

async function bundlePhotoSphereViewer() {
  // The plugin has to share the core's version of three, which may not be the benchmark's.
  const core = createRequire(required.resolve('@photo-sphere-viewer/core'));
  const source = path.join(bench, 'contenders', '.tour-psv.js');
  await cp(path.join(here, 'tour/psv.js.txt'), source);
  await required('esbuild').build({
    entryPoints: [source],
    outfile: path.join(tour, 'psv.js'),
    alias: { three: path.join(path.dirname(core.resolve('three')), '..') },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    logLevel: 'warning',
    legalComments: 'none',
  });
}

async function roll(from, to) {
  const { width, height } = await sharp(from).metadata();
  const quarter = width / 4;
  const part = (left, size) => sharp(from).extract({ left, top: 0, width: size, height }).toBuffer();
  const [rest, first] = [await part(quarter, width - quarter), await part(0, quarter)];
  await sharp({ create: { width, height, channels: 3, background: '#000' }, limitInputPixels: false })
    .composite([
      { input: rest, left: 0, top: 0 },
      { input: first, left: width - quarter, top: 0 },
    ])
    .jpeg({ quality: 90 })
    .toFile(to);
}

async function openPage(name) {
  const browser = await chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--use-gl=angle',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      '--ignore-gpu-blocklist',
    ],
  });
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  const file = name === 'ours' ? 'index.html' : `${name}.html`;
  await page.goto(`${server.slow}/x/ours/tour/${file}`);
  await page.waitForFunction(() => typeof window.press === 'function');
  await page.waitForTimeout(REST_MS);
  return { browser, page, client: await page.context().newCDPSession(page) };
}

/** From the press to the first frame that shows the next scene rightly, and to the first that is sharp. */
async function change(name) {
  const { browser, page, client } = await openPage(name);
  try {
    const frames = [];
    client.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
      frames.push({ data, ms: metadata.timestamp * 1000 });
      client.send('Page.screencastFrameAck', { sessionId }).catch(() => {});
    });
    await client.send('Page.startScreencast', { format: 'png', maxWidth: 640, maxHeight: 360 });
    const requests = server.log.length;
    const pressedMs = await page.evaluate(() => {
      void window.press();
      return performance.timeOrigin + performance.now();
    });
    await page.waitForTimeout(LIMIT_MS);
    await client.send('Page.stopScreencast');
    let [first, sharpMs, black, heading] = [undefined, undefined, 0, undefined];
    for (const { data, ms } of frames.filter((frame) => frame.ms >= pressedMs)) {
      const image = png(Buffer.from(data, 'base64'));
      if (blackShare(image) > BLACK) black++;
      const seen = see(image);
      heading = seen.yaw ?? heading;
      if (!correct(seen)) continue;
      first ??= ms - pressedMs;
      if (seen.bars > 0.33) sharpMs ??= ms - pressedMs;
    }
    return {
      first,
      sharp: sharpMs,
      black,
      heading,
      frames: frames.length,
      requests: server.log.length - requests,
    };
  } finally {
    await browser.close();
  }
}

function blackShare(image) {
  let black = 0;
  for (let y = 0; y < image.h; y += 4) {
    for (let x = 0; x < image.w; x += 4) if (Math.max(...image.at(x, y)) < 16) black++;
  }
  return black / ((image.w * image.h) / 16);
}

/** Memory of the GPU process after five and after fifty changes, in MiB. */
async function soak(name) {
  const { browser, page } = await openPage(name);
  try {
    const system = await browser.newBrowserCDPSession();
    const memory = async () => {
      const { processInfo } = await system.send('SystemInfo.getProcessInfo');
      const { id } = processInfo.find(({ type }) => type === 'GPU');
      const rollup = await readFile(`/proc/${id}/smaps_rollup`, 'utf8');
      return Number(/^Pss:\s+(\d+)/m.exec(rollup)[1]) / 1024;
    };
    let after5;
    for (let count = 1; count <= 50; count++) {
      await page.evaluate((back) => void window.press(back), count % 2 === 0);
      await page.waitForTimeout(CHANGE_MS);
      if (count === 5) after5 = await memory();
    }
    const after50 = await memory();
    return { after5, after50, ratio: after50 / after5 };
  } finally {
    await browser.close();
  }
}

/**
 * From a move of the pointer to the frame that shows it, in milliseconds, in one scene and in the middle of a fade between two:
 * medians, and their ratio. Only our viewer can stop a fade.
 */
async function fadeLag(name) {
  const { browser, page, client } = await openPage(name);
  try {
    const still = await pointerLag(page, client, png);
    await page.evaluate(() => {
      void window.press();
      window.holdFade(0.5);
    });
    await page.waitForTimeout(REST_MS);
    const fading = await pointerLag(page, client, png);
    return { still, fading, ratio: fading / still };
  } finally {
    await browser.close();
  }
}

function report() {
  const names = values.only.split(',');
  console.log(`\n| | ${names.join(' | ')} |\n|---|${names.map(() => '--:').join('|')}|`);
  const keys = {
    'tour-switch': ['first', 'sharp', 'black', 'heading', 'requests'],
    'soak-50': ['after5', 'after50', 'ratio'],
    'fade-lag': ['still', 'fading', 'ratio'],
  };
  for (const scenario of values.scenario.split(',')) {
    for (const key of keys[scenario]) {
      const cells = names.map((name) => {
        const samples = rows.filter((row) => row.scenario === scenario && row.name === name);
        return median(samples.map((row) => row[key]).filter(Number.isFinite)).toFixed(2);
      });
      console.log(`| ${scenario}, ${key} | ${cells.join(' | ')} |`);
    }
  }
}
