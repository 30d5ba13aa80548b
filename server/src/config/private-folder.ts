import { chmodSync, mkdirSync, statSync } from 'node:fs';

/**
 * Makes a folder that only its owner may enter, or closes one that is there already to everybody else: installations of
 * earlier releases made theirs open. One that belongs to another account stays as it is.
 */
export function makePrivate(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { mode } = statSync(folder);
  if ((mode & 0o077) === 0) return;
  try {
    chmodSync(folder, mode & 0o700);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && (error.code === 'EPERM' || error.code === 'EROFS')))
      throw error;
  }
}
