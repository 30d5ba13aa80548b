import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from './common.mjs';

/** The sources of the built pages. */
const SOURCES = ['web', 'viewer/src', 'contract/src', 'package-lock.json'];
const NOT_SOURCES = new Set(['build', 'node_modules', '.react-router']);

const STAMP = path.join(ROOT, 'web/build/.sources');
const SERVER_BUNDLE = path.join(ROOT, 'web/build/server/index.js');

async function filesOf(place) {
  const entries = await readdir(path.join(ROOT, place), { withFileTypes: true }).catch(() => undefined);
  if (entries === undefined) return [place];
  const nested = entries
    .filter((entry) => !NOT_SOURCES.has(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => (entry.isDirectory() ? filesOf(`${place}/${entry.name}`) : [`${place}/${entry.name}`]));
  return (await Promise.all(nested)).flat();
}

/** A fingerprint of the sources' content. Modification times differ between clones. */
async function fingerprint() {
  const files = (await Promise.all(SOURCES.map(filesOf))).flat().sort();
  const hash = createHash('sha256');
  // One after another: all at once are more than many systems let a process open.
  for (const file of files) {
    const content = await readFile(path.join(ROOT, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/** Whether the pages were built from the current sources. */
export async function webIsBuilt() {
  if (!existsSync(SERVER_BUNDLE) || !existsSync(STAMP)) return false;
  return (await readFile(STAMP, 'utf8')) === (await fingerprint());
}

/**
 * Marks the pages as not built until the returned function is called at the end of the build.
 *
 * @returns {Promise<() => Promise<void>>}
 */
export async function recordWebBuild() {
  const sources = await fingerprint();
  await rm(STAMP, { force: true });
  return async () => {
    await mkdir(path.dirname(STAMP), { recursive: true });
    await writeFile(STAMP, sources);
  };
}
