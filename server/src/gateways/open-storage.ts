import type { Config } from '../config/config.ts';
import type { Storage } from './storage.ts';
import { FileStorage } from './storage-files.ts';

/**
 * Opens the configured storage.
 *
 * @param onUnavailable told why a bucket does not respond; it is used nevertheless
 * @throws {StorageRefusedError} when a bucket responds that it cannot be used
 */
export async function openStorage(
  { storageDir, s3 }: Pick<Config, 'storageDir' | 's3'>,
  onUnavailable: (error: Error) => void = () => undefined,
): Promise<Storage> {
  if (s3 === undefined) return FileStorage.open(storageDir);
  // Loaded only here: the client takes a quarter of a second to load.
  const { S3Storage } = await import('./storage-s3.ts');
  return S3Storage.open(s3, onUnavailable);
}
