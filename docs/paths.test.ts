import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOT = path.dirname(import.meta.dirname);
/** A path of the repository in code marks; specs may be named without their ending. */
const PATH = /`((?:bench|content|contract|deploy|docs|e2e|scripts|server|viewer|web)\/[\w./-]+)`/g;
/** Files that the walk in CONTRIBUTING.md creates. */
const EXAMPLE = /\bnotes\b|_notes\./;
/** A link to a file of the repository. */
const LINK = /\]\((?!https?:|#)([^)#\s]+)/g;

const documents = globSync(['*.md', 'docs/**/*.md', 'bench/**/*.md', 'deploy/*.md'], {
  cwd: ROOT,
  exclude: ['**/node_modules/**'],
});

it.each(documents)('%s names only files that exist', (name) => {
  const text = readFileSync(path.join(ROOT, name), 'utf8');
  const paths = [...text.matchAll(PATH)].map(([, file = '']) => path.join(ROOT, file));
  const links = [...text.matchAll(LINK)].map(([, file = '']) => path.join(ROOT, path.dirname(name), file));
  const isMissing = (file: string) =>
    !EXAMPLE.test(file) && !existsSync(file) && !existsSync(`${file}.spec.ts`);
  expect([...paths, ...links].filter(isMissing)).toEqual([]);
});
