/** Where the objects are in a service that speaks the protocol of Amazon S3. */
export interface S3Place {
  bucket: string;
  /** Comes before each key; empty or with a slash at its end. */
  prefix: string;
}

const S3_URL = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w-]+(?:\/[\w-]+)*)?\/?)?$/;

/** What a URL such as `s3://tours/media` names; undefined for anything else. */
export function parseS3Url(url: string): S3Place | undefined {
  const [, bucket, prefix = ''] = S3_URL.exec(url) ?? [];
  return bucket === undefined ? undefined : { bucket, prefix: prefix === '' ? '' : `${prefix}/` };
}
