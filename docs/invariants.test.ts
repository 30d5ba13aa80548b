import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = path.dirname(import.meta.dirname);
const PAGE = readFileSync(path.join(import.meta.dirname, 'invariants.md'), 'utf8');

/** A row of the page: the id, what holds, the code that keeps it, the tests that prove it. */
const ROWS = [...PAGE.matchAll(/^\| ([A-Z]\d+) \| (.+?) \| (.+?) \| (.+?) \|$/gm)].map(
  ([, id = '', , code = '', tests = '']) => ({ id, code: pathsIn(code), tests: pathsIn(tests) }),
);
/** A quoted text that begins with ids, such as a test's title (`A22 F3 what ...`, `W3: ...`, `A19b ...`). */
const TITLE = /['"`]([A-Z]\d{1,2}[a-d]?(?: [A-Z]\d{1,2}[a-d]?)*):? \S/g;
/** The invariant of a rule of the ledger. */
const RULE = /\brule: '([A-Z]\d+): /g;

function pathsIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
}

function idsIn(file: string, pattern: RegExp): string[] {
  const source = readFileSync(path.join(ROOT, file), 'utf8');
  return [...source.matchAll(pattern)].flatMap(([, ids = '']) => ids.match(/[A-Z]\d+/g) ?? []);
}

const sources = globSync('{contract,content,e2e,server,viewer,web}/**/*.{ts,tsx}', {
  cwd: ROOT,
  exclude: ['**/node_modules/**', '**/build/**', '**/.react-router/**'],
});
const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file);
const explained = new Set(ROWS.map(({ id }) => id));

describe('the page of invariants', () => {
  it('explains every id in the title of a test', () => {
    const titled = sources.filter(isTest).flatMap((file) => idsIn(file, TITLE));
    expect(new Set(titled).size).toBeGreaterThan(60);
    expect(titled.filter((id) => !explained.has(id))).toEqual([]);
  });

  it('explains every id of a rule of the ledger', () => {
    const rules = sources.flatMap((file) => idsIn(file, RULE));
    expect(new Set(rules).size).toBe(8);
    expect(rules.filter((id) => !explained.has(id))).toEqual([]);
  });

  it('names each id once, with code that exists and tests that bear the id', () => {
    expect(explained.size).toBe(ROWS.length);
    for (const { id, code, tests } of ROWS) {
      expect(code.length * tests.length, id).toBeGreaterThan(0);
      expect(
        [...code, ...tests].filter((file) => !existsSync(path.join(ROOT, file))),
        id,
      ).toEqual([]);
      expect(
        tests.filter((file) => !idsIn(file, TITLE).includes(id)),
        id,
      ).toEqual([]);
    }
  });
});
