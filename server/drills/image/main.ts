/**
 * `npm run test:image`: builds the image of `deploy/Containerfile` twice, compares both, and runs size S and size M from it with a
 * read-only file system and no capabilities.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { bucketOf } from '../../testing/bucket-of.ts';
import { DrillError, runDrillProgram, UsageError } from '../../testing/drill-command.ts';
import { startSigningS3 } from '../../testing/s3-servers.ts';
import { findProgram, MissingPrograms } from '../find-program.ts';
import { presentRevision, ROOT } from '../revision.ts';
import { Container, runCommand, type Surroundings } from './containers.ts';
import { type ReachableDatabase, startReachableDatabase } from './database.ts';
import { podman } from './podman.ts';

const USAGE = `Options: --base IMAGE, any of Debian 13 with npm instead of the Containerfile's own; --image IMAGE, to run one that is built
already; after --, options of podman build`;
const MAX_BYTES = 350_000_000;
const USER = 10001;

/** Something is not as the documents promise. */
class Broken extends DrillError {}

function expectEqual(what: string, actual: unknown, expected: unknown): void {
  const [is, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (is !== wanted) throw new Broken(`${what}: ${is} instead of ${wanted}`);
}

const began = performance.now();
function report(line: string): void {
  console.log(`${Math.round((performance.now() - began) / 1000)} s: ${line}`);
}

interface BuiltImage {
  digest: string;
  bytes: number;
  /** Digests of its layers, the lowest first. */
  layers: string[];
}

async function inspect(name: string): Promise<BuiltImage> {
  const format = '{{.Digest}} {{.Size}} {{range .RootFS.Layers}}{{.}} {{end}}';
  const [digest = '', bytes, ...layers] = (await podman('image', 'inspect', '--format', format, name)).split(
    ' ',
  );
  return { digest, bytes: Number(bytes), layers };
}

/** Builds the image without anything that an earlier build has left. */
async function build(name: string, options: readonly string[]): Promise<BuiltImage> {
  // Docker's format would name the container of the build.
  const fixed = ['--format=oci', '--no-cache', '--timestamp=0', `--file=${ROOT}/deploy/Containerfile`];
  await podman('build', ...fixed, `--tag=${name}`, ...options, ROOT);
  return inspect(name);
}

async function buildTwice(name: string, options: readonly string[]): Promise<BuiltImage> {
  const one = await build(name, options);
  report(`built ${one.digest}, ${(one.bytes / 1e6).toFixed(0)} MB (limit ${MAX_BYTES / 1e6})`);
  if (one.bytes > MAX_BYTES) throw new Broken(`the image has ${one.bytes} bytes`);
  const other = await build(`${name}-again`, options);
  const differing = one.layers.flatMap((layer, index) => (layer === other.layers[index] ? [] : [index + 1]));
  expectEqual('layers of the second build that differ', differing, []);
  expectEqual('the digest of the second build', other.digest, one.digest);
  report('built again: the same digest');
  return one;
}

/** What the process of a container may do, seen from inside. */
async function checkConfinement(container: Container): Promise<void> {
  expectEqual('the user', await container.evaluate('[process.getuid(), process.getgid()]'), [USER, USER]);
  const status = await container.evaluate<string>(
    `(await import('node:fs')).readFileSync('/proc/1/status', 'utf8')`,
  );
  const capabilities = [...status.matchAll(/^Cap(?:Prm|Eff|Bnd):\s*(\w+)$/gm)].map(([, bits]) => bits);
  expectEqual('the capabilities', new Set(capabilities).size === 1 && Number(`0x${capabilities[0]}`), 0);
  expectEqual('new privileges are refused', /^NoNewPrivs:\s*1$/m.test(status), true);
  const write = (file: string) =>
    container.evaluate(
      `(await import('node:fs')).promises.writeFile('${file}', '').then(() => 'written', ({ code }) => code)`,
    );
  expectEqual('a write beside the sources', await write('/opt/oriel/server/src/x.ts'), 'EROFS');
  expectEqual('a write to /data', await write('/data/x'), 'written');
  await container.checkHealth();
}

async function expectPages({ url }: Container, ...routes: readonly string[]): Promise<void> {
  for (const route of routes) {
    const response = await fetch(url + route);
    await response.arrayBuffer();
    if (response.status !== 200) throw new Broken(`${route} responded ${response.status}`);
  }
}

/** One process with the demo, whose photos, films and sounds the image takes in by itself. */
async function runSizeS(image: string, digest: string, database: ReachableDatabase): Promise<void> {
  const container = await Container.start({
    image,
    environment: {
      ORIEL_MODE: 'demo',
      PUBLIC_URL: 'http://127.0.0.1:3000',
      DATABASE_URL: await database.create('single'),
      SECRET_KEY: randomBytes(32).toString('hex'),
    },
  });
  try {
    await checkConfinement(container);
    expectEqual('the digest of S', await container.imageDigest(), digest);
    const response = await fetch(`${container.url}/api/vr360?limit=1`);
    const total = Number(response.headers.get('x-total-count'));
    if (!(total > 0)) throw new Broken('the demo catalogue is empty');
    await expectPages(container, '/', '/experiences', '/login');
    expectEqual('the exit code of S', await container.stop(), 0);
    report(`S: one process, ${total} tours of the demo taken in, read-only, uid ${USER}, no capabilities`);
  } finally {
    await container.remove();
  }
}

/** Two web processes and a worker on a bucket, as in production, after the migration has run. */
async function runSizeM(image: string, digest: string, database: ReachableDatabase): Promise<void> {
  const s3 = await startSigningS3();
  const bucket = bucketOf(s3);
  const surroundings: Surroundings = {
    image,
    environment: {
      PUBLIC_URL: 'https://tours.example',
      TRUSTED_PROXIES: '127.0.0.1',
      MIGRATE_ON_START: 'off',
      DATABASE_URL: await database.create('several'),
      DATABASE_URL_INSECURE: 'yes',
      SECRET_KEY: randomBytes(32).toString('hex'),
      STORAGE_URL: `s3://${bucket.bucket}/${bucket.prefix}`,
      S3_ENDPOINT: s3.endpoint,
      S3_ENDPOINT_INSECURE: 'yes',
      S3_PATH_STYLE: 'on',
      S3_ACCESS_KEY_ID: bucket.accessKeyId ?? '',
      S3_SECRET_ACCESS_KEY: bucket.secretAccessKey ?? '',
      MAIL_FROM: 'hello@tours.example',
      SMTP_URL: 'smtps://mail.example',
      RAZORPAY_KEY_ID: 'rzp_live_drill',
      RAZORPAY_KEY_SECRET: randomBytes(16).toString('hex'),
      RAZORPAY_WEBHOOK_SECRET: randomBytes(16).toString('hex'),
    },
  };
  const roles = ['web', 'web', 'worker'];
  const containers: Container[] = [];
  try {
    await runCommand(surroundings, ['server/src/operator/migrate.ts']);
    for (const role of roles) {
      const environment = { ...surroundings.environment, ORIEL_ROLE: role };
      containers.push(await Container.start({ image, environment }));
    }
    for (const [index, container] of containers.entries()) {
      await checkConfinement(container);
      expectEqual('the digest of M', await container.imageDigest(), digest);
      if (roles[index] === 'web') await expectPages(container, '/', '/experiences', '/login');
    }
    for (const container of containers) expectEqual('the exit code of M', await container.stop(), 0);
    report('M: the migration, two web processes and a worker on a bucket, of the same digest');
  } finally {
    for (const container of containers) await container.remove();
    await s3.close();
  }
}

/** The image to run, or how to build one. @throws {UsageError} */
function readOptions(): { built: string | undefined; buildOptions: string[] } {
  const text = { type: 'string' } as const;
  try {
    const { values, positionals } = parseArgs({
      options: { base: text, image: text },
      allowPositionals: true,
    });
    const base = values.base === undefined ? [] : [`--build-arg=BASE=${values.base}`];
    return { built: values.image, buildOptions: [...base, ...positionals] };
  } catch {
    throw new UsageError(USAGE);
  }
}

/** @returns true: what is not as it must be is thrown */
async function main(): Promise<boolean> {
  const { built, buildOptions } = readOptions();
  if (findProgram('podman') === undefined)
    throw new MissingPrograms('Missing: podman. On Debian: apt-get install podman buildah');
  const folder = mkdtempSync(path.join(tmpdir(), 'oriel-image-'));
  const name = `oriel-drill-${randomBytes(4).toString('hex')}`;
  let database: ReachableDatabase | undefined;
  try {
    if (built === undefined) report(`building ${presentRevision().name}`);
    const { digest } = built === undefined ? await buildTwice(name, buildOptions) : await inspect(built);
    database = await startReachableDatabase(folder);
    await runSizeM(built ?? name, digest, database);
    await runSizeS(built ?? name, digest, database);
    return true;
  } finally {
    await database?.close();
    await podman('rmi', '--force', '--ignore', name, `${name}-again`);
    rmSync(folder, { recursive: true, force: true });
  }
}

await runDrillProgram(main);
