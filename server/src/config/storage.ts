import { parseS3Url, type S3Place } from './s3-url.ts';
import type { Settings } from './settings.ts';

/** How a bucket is reached. */
export interface S3Access {
  /** Undefined is Amazon's own, by the region. */
  endpoint: string | undefined;
  region: string;
  /** Whether the bucket is named in the path of requests, not in their host. */
  pathStyle: boolean;
  accessKeyId: string;
  secretAccessKey: string;
  /** How long a response may take to begin, and each further piece of it to arrive. */
  timeoutMs: number;
}

/** A bucket for media files. */
export interface S3Config extends S3Place, S3Access {}

/** @returns undefined where the keys are not set */
export function s3AccessOf(settings: Settings): S3Access | undefined {
  const { S3_ENDPOINT: endpoint, S3_PATH_STYLE: pathStyle } = settings;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = settings;
  if (accessKeyId === undefined || secretAccessKey === undefined) return undefined;
  return {
    endpoint,
    region: settings.S3_REGION,
    // Few services but Amazon's have a host for each bucket.
    pathStyle: pathStyle === undefined ? endpoint !== undefined : pathStyle === 'on',
    accessKeyId,
    secretAccessKey,
    timeoutMs: settings.S3_TIMEOUT_MS,
  };
}

/** @returns undefined where media files are kept in a folder */
export function s3Of(settings: Settings, access = s3AccessOf(settings)): S3Config | undefined {
  const place = parseS3Url(settings.STORAGE_URL ?? '');
  return place === undefined || access === undefined ? undefined : { ...place, ...access };
}
