import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Copies a data folder whose server does not run. Files keep their owner: PostgreSQL's account, for root. */
export function copyDataDir(from: string, to: string): void {
  execFileSync('cp', ['-pR', `${from}/.`, to]);
}

/** Creates a data folder as the first start of a server leaves it, by copying the template of the test run. */
export function createDataDir(template: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'oriel-test-data-'));
  copyDataDir(template, folder);
  return folder;
}
