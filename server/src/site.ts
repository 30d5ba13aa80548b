import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Site } from '@oriel/contract';

const FILE = path.resolve(import.meta.dirname, '../../content/site.json');

/** Reads the site configuration; `content/site.json` unless a test has another. @throws when it cannot be used */
export function readSite(file = FILE): Site {
  return Site.parse(JSON.parse(readFileSync(file, 'utf8')));
}
