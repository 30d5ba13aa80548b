import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DEFECTS } from './defects.ts';

const ROOT = new URL('../../', import.meta.url);

describe('the seeded defects can be made', () => {
  it.each(DEFECTS)('$title', ({ file, right, test: testFile, name }) => {
    const source = readFileSync(new URL(file, ROOT), 'utf8');
    expect(source.split(right)).toHaveLength(2);
    expect(readFileSync(new URL(testFile, ROOT), 'utf8').includes(name), `${name} in ${testFile}`).toBe(true);
  });
});
