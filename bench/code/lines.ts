/**
 * How much code there is: files, lines, the median and the largest file, by part and language. Tests are counted apart:
 * test files, their fixtures, e2e, server/testing, server/chaos, server/drills and viewer/test.
 *
 *     node bench/code/lines.ts [COMMIT...]
 */
import { execFileSync } from 'node:child_process';
import { median } from '../median.ts';

const LANGUAGES: Record<string, string> = {
  ts: 'TypeScript',
  tsx: 'TypeScript',
  mjs: 'JavaScript',
  css: 'CSS',
  sql: 'SQL',
};
const TEST = /\.(test|spec|fixture)\.tsx?$|^(e2e|server\/(?:testing|chaos|drills)|viewer\/test)\//;

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 28 });

/** The part that a file is counted in, such as `web CSS`; undefined for what is no code. */
function partOf(file: string): string | undefined {
  const language = LANGUAGES[file.split('.').at(-1) ?? ''];
  if (language === undefined || file.endsWith('.d.ts')) return undefined;
  if (TEST.test(file)) return 'tests';
  const folder = file.includes('/') ? file.split('/')[0] : 'root';
  return `${folder} ${language}`;
}

function report(commit: string): void {
  const parts = new Map<string, number[]>();
  // `git grep` counts the lines that match: with an empty pattern, all.
  for (const row of git('grep', '-Ic', '', commit).trim().split('\n')) {
    const [, file = '', lines = ''] = row.split(':');
    const part = partOf(file);
    if (part === undefined) continue;
    const groups = part === 'tests' ? ['tests'] : [part, 'all but tests'];
    for (const group of groups) parts.set(group, [...(parts.get(group) ?? []), Number(lines)]);
  }
  console.log(`${git('rev-parse', '--short', commit).trim()}: files, lines, median, largest`);
  for (const [part, lines] of [...parts].toSorted(([a], [b]) => a.localeCompare(b))) {
    const total = lines.reduce((sum, count) => sum + count, 0);
    console.log(
      [part.padEnd(20), lines.length, total, median(lines), Math.max(...lines)]
        .map((cell) => String(cell).padStart(7))
        .join(' '),
    );
  }
}

const commits = process.argv.slice(2);
for (const commit of commits.length > 0 ? commits : ['HEAD']) report(commit);
