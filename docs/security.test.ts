import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const FOLDER = import.meta.dirname;
const ROOT = path.dirname(FOLDER);
const FILES = [
  'security.md',
  ...readdirSync(path.join(FOLDER, 'security')).map((name) => `security/${name}`),
];

/** A path of the repository in code marks. */
const PATH = /`((?:contract|docs|e2e|server|viewer|web)\/[\w./-]+|[\w.-]+\.(?:json|md))`/g;
/** A row about a requirement, by its id, its level and its state. */
const ROW = /^\| (\d+\.\d+\.\d+) \| [12] \| (Met|Partly|Not met|Operator|n\/a) \| \S/gm;
/** The row of a chapter in the table of all, with its count of requirements. */
const CHAPTER = /^\| \[V(\d+) .+?\) \| (\d+) \|/gm;

const read = (name: string) => readFileSync(path.join(FOLDER, name), 'utf8');

it('every path that the security documents name exists', () => {
  const named = FILES.flatMap((name) => [...read(name).matchAll(PATH)].map(([, file = '']) => file));
  expect(named.length).toBeGreaterThan(200);
  expect(named.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
});

it('every requirement has one row, and the table of chapters counts them', () => {
  const ids = FILES.flatMap((name) => [...read(name).matchAll(ROW)].map(([, id = '']) => id));
  expect(new Set(ids).size).toBe(ids.length);
  const chapters = [...read('security.md').matchAll(CHAPTER)];
  expect(chapters).toHaveLength(16);
  for (const [, chapter, count] of chapters) {
    expect(
      ids.filter((id) => id.startsWith(`${chapter}.`)),
      `V${chapter}`,
    ).toHaveLength(Number(count));
  }
});
