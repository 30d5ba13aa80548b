import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './common.mjs';

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/**
 * Whether node_modules matches the lockfile. npm writes its record at the end, so an interrupted installation does not
 * count. Optional packages may be missing: they are for other machines.
 */
export function packagesAreCurrent() {
  const wanted = readPackages('package-lock.json');
  const present = readPackages('node_modules/.package-lock.json');
  if (wanted === undefined || present === undefined) return false;
  return Object.entries(wanted).every(([place, entry]) => {
    if (!place.includes('node_modules/')) return true;
    const installed = present[place];
    if (installed === undefined) return Boolean(entry.optional || entry.devOptional || entry.peer);
    return entry.link ? Boolean(installed.link) : installed.version === entry.version;
  });
}
