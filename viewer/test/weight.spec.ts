import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from './fixture.ts';

/** Most bytes of script, gzipped, that a visitor of a photo loads: what the page itself does is part of the first file. */
const LIMITS = { photo: 18_000, all: 30_000, hotspots: 5_000 };

test('stays light', { tag: '@worker' }, async ({ site }) => {
  const folder = path.join(site.folder, 'assets');
  const scripts = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  const sizes = await Promise.all(
    scripts.map(async (name) => {
      const { length } = gzipSync(await readFile(path.join(folder, name)), { level: 9 });
      return { name, length };
    }),
  );
  const sum = (files: typeof sizes) => files.reduce((total, { length }) => total + length, 0);
  const photo = sum(sizes.filter(({ name }) => /^(index|worker)-/.test(name)));
  const hotspots = sum(sizes.filter(({ name }) => name.startsWith('hotspots-')));
  const others = sum(sizes) - hotspots;
  console.log(`photo path ${photo} bytes, hotspots ${hotspots} bytes, all other scripts ${others} bytes`);
  expect(photo).toBeGreaterThan(10_000);
  expect(photo).toBeLessThan(LIMITS.photo);
  expect(others).toBeLessThan(LIMITS.all);
  expect(hotspots).toBeGreaterThan(1000);
  expect(hotspots).toBeLessThan(LIMITS.hotspots);
});
