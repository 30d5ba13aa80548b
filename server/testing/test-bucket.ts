import type { S3Server } from './s3-servers.ts';

/** Where a test app keeps media: with `TEST_STORAGE=s3` in a bucket, of the server of `TEST_S3_URL` or of one of its own; by default in a folder. */
export async function startTestBucket(): Promise<S3Server | undefined> {
  if (process.env.TEST_STORAGE !== 's3') return undefined;
  const { findGivenS3, startMemoryS3 } = await import('./s3-servers.ts');
  return findGivenS3() ?? startMemoryS3();
}
