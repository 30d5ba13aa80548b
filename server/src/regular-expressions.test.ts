// @module-tag processes
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { findExpressions } from '../testing/regular-expressions.ts';

// The backend in JavaScript, which is the same on every machine.
vi.stubEnv('RECHECK_BACKEND', 'pure');
const { check } = await import('recheck');

/** Without unbounded repetition, an expression takes a bounded number of steps at each position. */
const REPEATS = /[*+]|\{\d+,/;

/**
 * An input that makes an expression take more than linear time; undefined if there is none. The automaton is searched for
 * such input of any length, so no worst case has to be guessed.
 */
async function worstInput(pattern: string, flags: string): Promise<string | undefined> {
  if (!REPEATS.test(pattern)) return undefined;
  const result = await check(pattern, flags, { timeout: null });
  if (result.status === 'safe') return undefined;
  return result.status === 'vulnerable' ? result.attack.pattern : result.error.kind;
}

it.each([
  ['cubic', '([?&][^=&]*(?:token|code|key)[^=&]*)=[^&#]*', 'gi'],
  ['quadratic', '\\/+$', ''],
  ['quadratic', '<([^>]+)>;', ''],
  ['exponential', '^(\\w+\\s?)*$', ''],
])('detects an expression of %s time: /%s/%s', async (_, pattern, flags) => {
  expect(await worstInput(pattern, flags)).toEqual(expect.stringContaining('repeat'));
});

it('every regular expression takes linear time for any input', { timeout: 300_000 }, async () => {
  const { literals, built } = findExpressions('server/src', 'contract/src', 'web/src');
  expect(literals.length).toBeGreaterThan(100);
  const email = { files: ['zod'], pattern: z.regexes.email.source, flags: z.regexes.email.flags };
  const slow: string[] = [];
  for (const { files, pattern, flags } of [...literals, email]) {
    const worst = await worstInput(pattern, flags);
    if (worst !== undefined) slow.push(`${files.join(', ')}: /${pattern}/${flags} at ${worst}`);
  }
  expect(slow).toEqual([]);
  // Only literals can be checked.
  expect(built).toEqual([]);
});
