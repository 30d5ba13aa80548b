import { randomUUID } from 'node:crypto';
import type { S3Config } from '../src/config/storage.ts';

/** The bucket of each S3 server that tests start. */
export const BUCKET = 'tours';
/** The only key of s3rver; fauxqs accepts any. */
const KEY = 'S3RVER';

/** Which bucket of a server, and with which key. */
export type BucketAccess = Pick<S3Config, 'bucket' | 'accessKeyId' | 'secretAccessKey'>;

/** A place in a server's bucket that no other test uses. */
export function bucketOf(
  { endpoint, access }: { endpoint: string; access?: BucketAccess },
  overrides: Partial<S3Config> = {},
): S3Config {
  return {
    bucket: BUCKET,
    prefix: `${randomUUID()}/`,
    endpoint,
    region: 'eu-central-1',
    pathStyle: true,
    accessKeyId: KEY,
    secretAccessKey: KEY,
    timeoutMs: 5_000,
    ...access,
    ...overrides,
  };
}
