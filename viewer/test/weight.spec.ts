import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from './fixture.ts';

/**
 * Most bytes of script, gzipped. What a visitor of a photo loads includes what the page itself does, which is part of the first
 * file. A scene with hotspots needs the scripts of `hotspots` as well.
 */
const LIMITS = { photo: 18_000, hotspots: 6_950, tour: 27_400, others: 29_350 };
/** Of what is loaded when it is used: the names of its scripts, of which the page or the stage each load one. */
const FEATURES: Record<string, number> = {
  'area-layers': 1_600,
  'forced-colours': 600,
  snapshot: 1_070,
  budget: 850,
  compare: 390,
  retouch: 3_620,
  sound: 910,
  editing: 5_800,
};

/** With hashes that depend on a file's name alone, so that a change of one file does not change the weight of others. */
const withSteadyNames = (text: string): string =>
  text.replace(/([\w-]+?)-[\w-]{8}\.js/g, (_, name: string) => {
    const hash = createHash('sha256').update(name).digest('base64url').slice(0, 8);
    return `${name}-${hash}.js`;
  });

test('stays light', { tag: '@worker' }, async ({ site }) => {
  const folder = path.join(site.folder, 'assets');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  const scripts = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(path.join(folder, name));
      const imports = [...text.toString().matchAll(/from"\.\/([^"]+)"/g)].map(([, file = '']) => file);
      return { name, imports, size: gzipSync(withSteadyNames(text.toString()), { level: 9 }).length };
    }),
  );
  const all = (begin: string) => scripts.filter(({ name }) => name.startsWith(`${begin}-`));
  const sum = (files: typeof scripts) => files.reduce((total, { size }) => total + size, 0);
  const entries = [...all('index'), ...all('worker')];
  const photo = scripts.filter(
    (script) => entries.includes(script) || entries.some(({ imports }) => imports.includes(script.name)),
  );
  const overlays = all('extras');
  const features = Object.keys(FEATURES).flatMap(all);
  // `more` is the page's.
  const apart = [...all('hotspots'), ...overlays, ...features, ...all('more')];
  const others = sum(scripts) - sum(apart);
  // Drawn in the worker or on the main thread: one of two versions of the same script.
  const hotspots = sum(all('hotspots')) + Math.max(...overlays.map(({ size }) => size));
  // With poses and parts of the sphere, from door to door, on a flat screen.
  const tour = sum(photo) + hotspots + sum([...all('passage'), ...all('prefetch'), ...all('confine')]);
  for (const name of ['passage', 'prefetch', 'confine']) expect(all(name), name).toHaveLength(1);
  console.log(
    `photo path ${sum(photo)} bytes, hotspots ${hotspots} bytes, a whole tour ${tour} bytes, all other scripts ${others} bytes`,
  );
  expect(sum(photo)).toBeGreaterThan(10_000);
  expect(sum(photo)).toBeLessThan(LIMITS.photo);
  expect(overlays).toHaveLength(2);
  expect(hotspots).toBeLessThan(LIMITS.hotspots);
  expect(tour).toBeLessThan(LIMITS.tour);
  expect(others).toBeLessThan(LIMITS.others);
  for (const [name, limit] of Object.entries(FEATURES)) {
    const size = sum(all(name));
    console.log(`${name} ${size} bytes`);
    expect(size, name).toBeGreaterThan(0);
    expect(size, name).toBeLessThan(limit);
  }
});
