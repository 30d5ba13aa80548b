import { S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import type { S3Config } from '../config/storage.ts';
import { createResilience } from './resilience.ts';
import { StorageUnavailableError } from './storage.ts';

/** A slow client of ours holds a connection to the bucket for as long as it reads. */
const MAX_CONNECTIONS = 2_000;

export function createS3Client(config: S3Config): S3Client {
  const { endpoint, region, pathStyle, accessKeyId, secretAccessKey, timeoutMs } = config;
  return new S3Client({
    ...(endpoint === undefined ? {} : { endpoint }),
    region,
    forcePathStyle: pathStyle,
    credentials: { accessKeyId, secretAccessKey },
    // Checksums as trailers are refused or stored as part of the object by servers other than Amazon's.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // `createResilience` repeats.
    maxAttempts: 1,
    requestHandler: {
      connectionTimeout: timeoutMs,
      httpAgent: { keepAlive: true, maxSockets: MAX_CONNECTIONS },
      httpsAgent: { keepAlive: true, maxSockets: MAX_CONNECTIONS },
    },
  });
}

/** The HTTP status that the bucket responded with; undefined where it did not respond. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
}

/** Whether the response says that there is no such object, upload or bucket: by status, since the names differ. */
export function isMissing(error: unknown): boolean {
  return statusOf(error) === 404;
}

/** Whether the service lacks an operation: not each one that speaks S3 has all. */
export function isUnsupported(error: unknown): boolean {
  return [400, 405, 501].includes(statusOf(error) ?? 0);
}

function isOutage(error: unknown): boolean {
  const status = statusOf(error);
  if (status === undefined) return !(error instanceof TypeError);
  // 501 says that there is no such operation.
  return (
    (status >= 500 && status !== 501) ||
    [408, 429].includes(status) ||
    (error as Error).name === 'RequestTimeout'
  );
}

/** How much longer than other responses one to a request with megabytes in it may take: a minute by default. */
const STORE_PATIENCE = 12;

/**
 * Makes one attempt after the other; outages become `StorageUnavailableError`.
 *
 * @param kind `store` for requests that carry an object
 */
export type S3Calls = <T>(
  work: (abortSignal: AbortSignal) => Promise<T>,
  kind?: 'ask' | 'store',
) => Promise<T>;

export function createS3Calls({ timeoutMs }: Pick<S3Config, 'timeoutMs'>): S3Calls {
  const { call, retry } = createResilience({
    service: 's3',
    timeoutMs,
    isOutage: (error) => error instanceof StorageUnavailableError,
    unavailable: () => new StorageUnavailableError('the storage is resting after failures'),
  });
  return (work, kind = 'ask') =>
    retry(() =>
      call(
        async (signal) => {
          try {
            return await work(signal);
          } catch (error) {
            if (!isOutage(error)) throw error;
            throw new StorageUnavailableError(`the storage did not respond (${(error as Error).name})`, {
              cause: error,
            });
          }
        },
        kind === 'store' ? timeoutMs * STORE_PATIENCE : timeoutMs,
      ),
    );
}
