// Builds the page that the viewer benchmark mounts, and cuts the benchmark's own photos into tiles.
//   node bench/viewer/build.mjs BENCH_FOLDER [OUTPUT_FOLDER]      (default bench/viewer/dist)
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { embed } from './embed.mjs';
import { ensureTiles } from './tiles.mjs';

const here = import.meta.dirname;
const [bench = process.env.VIEWER_BENCH, output = path.join(here, 'dist')] = process.argv.slice(2);
if (!bench) {
  console.error('Name the folder of the viewer benchmark: node bench/viewer/build.mjs FOLDER');
  process.exit(1);
}
const dist = path.resolve(output);
await rm(path.join(dist, 'assets'), { recursive: true, force: true });
await build({
  root: path.join(here, 'page'),
  base: './',
  logLevel: 'warn',
  worker: { format: 'es' },
  build: { outDir: dist, emptyOutDir: false, target: 'es2022', modulePreload: { polyfill: false } },
});

// One page per place made of tiles, with the scene in its HTML.
const page = await readFile(path.join(dist, 'index.html'), 'utf8');
for (const size of ['4k', '8k']) {
  for (const extension of ['webp', 'jpg']) {
    const folder = path.join(dist, `tiles-${size}-${extension}`);
    const manifest = await ensureTiles(path.join(bench, '.media', `pano-${size}.jpg`), folder, extension);
    await writeFile(path.join(folder, 'index.html'), embed(page, 'manifest', manifest));
  }
}

let total = 0;
for (const name of await readdir(path.join(dist, 'assets'))) {
  const size = gzipSync(await readFile(path.join(dist, 'assets', name)), { level: 9 }).length;
  total += size;
  console.log(`${name} ${(size / 1000).toFixed(2)} kB gzipped`);
}
console.log(`all JavaScript ${(total / 1000).toFixed(2)} kB gzipped`);
