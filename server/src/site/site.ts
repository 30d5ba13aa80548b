import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Site } from '@oriel/contract';
import { SiteColours } from './colour.ts';

const FILE = path.resolve(import.meta.dirname, '../../../content/site.json');

/** The site configuration or its texts are invalid; the message names every file and field. */
export class SiteError extends Error {
  override name = 'SiteError';
  /** One line each. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The company's files cannot be used:\n${problems.map((line) => `  ${line}`).join('\n')}`);
    this.problems = problems;
  }
}

/** One line per issue, with file and field. */
export function describeIssues(
  file: string,
  issues: readonly { path: readonly PropertyKey[]; message: string }[],
): string[] {
  return issues.map(({ path: where, message }) =>
    [file, where.map(String).join('.'), message].filter(Boolean).join(': '),
  );
}

/** Parses a JSON file. @returns a `SiteError` instead of throwing it, so that callers can collect several */
export function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const why = error instanceof SyntaxError ? `is not JSON: ${error.message}` : 'cannot be read';
    return new SiteError([`${file}: ${why}`]);
  }
}

/**
 * Reads the site configuration.
 *
 * @param file `content/site.json` unless an installation has its own
 * @throws {SiteError} naming every field that is missing or malformed
 */
export function readSite(file = FILE): Site {
  const content = readJson(file);
  if (content instanceof SiteError) throw content;
  const { data, error } = Site.extend({ colours: SiteColours }).safeParse(content);
  if (error) throw new SiteError(describeIssues(file, error.issues));
  return data;
}
