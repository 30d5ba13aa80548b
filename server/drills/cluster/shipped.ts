import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../revision.ts';

/**
 * A shipped configuration with the addresses and folders of this run in place of its examples.
 *
 * @param file from `deploy/`
 * @param changes texts of the file and what stands in their place, wherever they occur, one after the other
 * @throws {Error} when the file has no such text: the drill would run something else than what it ships
 */
export function fillShipped(file: string, changes: readonly (readonly [string, string])[]): string {
  let text = readFileSync(path.join(ROOT, 'deploy', file), 'utf8');
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`deploy/${file} does not contain ${JSON.stringify(from)}`);
    text = text.replaceAll(from, to);
  }
  return text;
}
