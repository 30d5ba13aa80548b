import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver from '@20minutes/s3rver';
import { startFauxqs } from 'fauxqs';
import { BUCKET, type BucketAccess } from './bucket-of.ts';

/** A service that speaks the protocol of S3, on the loopback interface. */
export interface S3Server {
  endpoint: string;
  /** Where they are not those that `bucketOf` uses. */
  access?: BucketAccess;
  close(): Promise<void>;
}

/** The server that `TEST_S3_URL` names, as `http://KEY:SECRET@HOST:PORT/BUCKET`; undefined without. The bucket must be there. */
export function findGivenS3(): S3Server | undefined {
  const { TEST_S3_URL } = process.env;
  if (!TEST_S3_URL) return undefined;
  const { origin, username, password, pathname } = new URL(TEST_S3_URL);
  return {
    endpoint: origin,
    access: {
      bucket: pathname.slice(1),
      accessKeyId: decodeURIComponent(username),
      secretAccessKey: decodeURIComponent(password),
    },
    close: async () => {},
  };
}

/** Lists by pages; checks no signatures. */
export async function startMemoryS3(): Promise<S3Server> {
  const server = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false });
  server.createBucket(BUCKET);
  return { endpoint: `http://127.0.0.1:${server.port}`, close: () => server.stop() };
}

/** Checks the signatures of requests for objects. */
export async function startSigningS3(): Promise<S3Server> {
  const directory = await mkdtemp(path.join(tmpdir(), 'oriel-s3rver-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: BUCKET }],
  });
  // It computes another signature for the bucket itself, whose path has a slash at its end or has none.
  server.middleware.unshift((context, next) => {
    if (/^\/[^/]+\/?$/.test(context.path))
      context.app = Object.create(context.app, { allowMismatchedSignatures: { value: true } });
    return next();
  });
  const { port } = await server.run();
  return {
    endpoint: `http://127.0.0.1:${port}`,
    async close() {
      server.httpServer.closeAllConnections();
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
