import { chmodSync, mkdirSync, statSync } from 'node:fs';

/**
 * Creates a private folder, or makes an existing one private, since earlier releases created it with open permissions. A
 * folder of another account stays unchanged.
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
