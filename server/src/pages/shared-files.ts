import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Storage, StorageUnavailableError } from '../gateways/storage.ts';

/**
 * The files of builds in the storage. A page loads scripts long after it was rendered, perhaps from a process of another
 * release: during a deployment, and in tabs that were open before it. Objects, none of which ever changes:
 *
 *     pages/BUILD/files.pack     the files of `web/build/client/assets`, one after the other
 *     pages/BUILD/index          where each is in it; written last, so a build with an index is complete
 *     pages/BUILD/used/DAY       a process of this build started on this day
 *
 * They run as scripts of the site, so only what a process with the installation's secret has stored is served: the index holds the
 * digest of each file, and begins with a signature.
 */
const PREFIX = 'pages/';
const CLIENT_BUILD = path.resolve(import.meta.dirname, '../../../web/build/client');
const KEY = /^pages\/([0-9a-f]{32})\/(files\.pack|index|used\/(\d{4}-\d\d-\d\d))$/;

/** How many earlier builds are kept. */
const KEPT_BUILDS = 2;
/** Builds used since then are kept too, for sites with a release every hour. */
const KEPT_DAYS = 7;
const DAY_MS = 24 * 3_600_000;
/** How often the storage is asked which builds it has, at most: anyone may ask for names that do not exist. */
const REFRESH_MS = 500;

const PRECOMPRESSED = /\.(br|gz)$/;

/** Offset and length, in bytes, and the SHA-256 in base64url. */
type Place = [offset: number, size: number, digest: string];
interface PackedFile {
  plain: Place;
  br?: Place;
}
/** By name. */
type Index = Record<string, PackedFile>;

interface StoredBuild {
  id: string;
  hasIndex: boolean;
  /** Days (`2030-01-31`) on which a process of it started, the last one first. */
  used: string[];
}

const keyOf = (id: string, name: string) => `${PREFIX}${id}/${name}`;
const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('base64url');

/** A signature that only this installation can make. */
function createSigner(secretKey: string): (content: string) => Buffer {
  const key = new Uint8Array(hkdfSync('sha256', secretKey, '', 'oriel/pages/files/1', 32));
  return (content) => createHmac('sha256', key).update(content).digest();
}
type Sign = ReturnType<typeof createSigner>;

const writeIndex = (index: Index, sign: Sign): string => {
  const content = JSON.stringify(index);
  return `${sign(content).toString('base64url')}\n${content}`;
};

/** @returns undefined where it was not signed by this installation */
function readIndex(stored: string, sign: Sign): Index | undefined {
  const end = stored.indexOf('\n');
  const content = stored.slice(end + 1);
  const [given, wanted] = [Buffer.from(stored.slice(0, Math.max(0, end)), 'base64url'), sign(content)];
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? JSON.parse(content) : undefined;
}

async function listBuilds(storage: Storage): Promise<StoredBuild[]> {
  const builds = new Map<string, StoredBuild>();
  for await (const key of storage.list(PREFIX)) {
    const [, id, name, day] = KEY.exec(key) ?? [];
    if (id === undefined) continue;
    const build = builds.get(id) ?? { id, hasIndex: false, used: [] };
    builds.set(id, build);
    if (name === 'index') build.hasIndex = true;
    if (day !== undefined) build.used.push(day);
  }
  for (const { used } of builds.values()) used.sort().reverse();
  return [...builds.values()];
}

/** One pack of files, and where each is in it. */
async function pack(folder: string, names: readonly string[]): Promise<{ bytes: Buffer; index: Index }> {
  const parts: Buffer[] = [];
  const index: Index = {};
  let offset = 0;
  const add = async (name: string): Promise<Place> => {
    const part = await readFile(path.join(folder, name));
    const place: Place = [offset, part.length, digestOf(part)];
    parts.push(part);
    offset += part.length;
    return place;
  };
  const all = new Set(names);
  for (const name of names.filter((each) => !PRECOMPRESSED.test(each))) {
    const compressed = `${name}.br`;
    index[name] = {
      plain: await add(name),
      ...(all.has(compressed) && { br: await add(compressed) }),
    };
  }
  return { bytes: Buffer.concat(parts), index };
}

/** Those of the other builds that no page needs any more. */
function outdated(builds: readonly StoredBuild[], now: Date): StoredBuild[] {
  const since = new Date(now.getTime() - KEPT_DAYS * DAY_MS).toISOString().slice(0, 10);
  const lastUse = ({ used: [last = ''] }: StoredBuild) => last;
  return builds
    .toSorted((one, other) => (lastUse(one) < lastUse(other) ? 1 : -1))
    .slice(KEPT_BUILDS)
    .filter((build) => build.hasIndex && lastUse(build) < since);
}

/**
 * Stores the files of this build for processes of other releases, unless they are there, and removes those of builds that
 * are no longer needed. To be done before the process listens: its pages name these files.
 *
 * @param client `web/build/client`
 * @throws {StorageUnavailableError}
 */
export async function shareFiles(
  storage: Storage,
  secretKey: string,
  client: string,
  now = new Date(),
): Promise<void> {
  const folder = path.join(client, 'assets');
  const names = (await readdir(folder)).sort();
  const sign = createSigner(secretKey);
  // The names change with the content. Under another key the build is stored again.
  const id = sign(names.join('\n')).toString('hex').slice(0, 32);
  const today = now.toISOString().slice(0, 10);
  const builds = await listBuilds(storage);
  const own = builds.find((build) => build.id === id);
  if (own?.used[0] !== today) await storage.put(keyOf(id, `used/${today}`), Buffer.alloc(0));
  if (own?.hasIndex !== true) {
    const { bytes, index } = await pack(folder, names);
    await storage.put(keyOf(id, 'files.pack'), bytes);
    await storage.put(keyOf(id, 'index'), Buffer.from(writeIndex(index, sign)));
  }
  const others = builds.filter((build) => build !== own);
  for (const build of outdated(others, now)) {
    // The index first: without it nothing is read.
    await storage.remove(keyOf(build.id, 'index'));
    await storage.removeAll(`${PREFIX}${build.id}/`);
  }
}

/** Does that with the build of this release; where the storage is in trouble, a warning is all. */
export async function sharePageFiles(storage: Storage, secretKey: string, log: Logger): Promise<void> {
  if (!existsSync(path.join(CLIENT_BUILD, 'assets'))) return;
  try {
    await shareFiles(storage, secretKey, CLIENT_BUILD);
  } catch (error) {
    if (!(error instanceof StorageUnavailableError)) throw error;
    log.warn({ reason: error.message }, 'processes of other releases cannot serve the scripts of our pages');
  }
}

/** A file of another build. */
export interface SharedFile {
  bytes: Buffer;
  isBrotli: boolean;
}

/**
 * @returns finds a file of any stored build by its name; undefined where no build has it, or something else than a process of this
 * installation has written it
 */
export function findSharedFiles(
  storage: Storage,
  secretKey: string,
  log: Pick<Logger, 'warn'>,
): (name: string, acceptsBrotli: boolean) => Promise<SharedFile | undefined> {
  const sign = createSigner(secretKey);
  const warn = (key: string) => log.warn({ key }, 'a stored script was not written by this installation');
  let indexes = new Map<string, Index>();
  async function readIndexes(): Promise<void> {
    const complete = (await listBuilds(storage)).filter(({ hasIndex }) => hasIndex);
    const read = async ({ id }: StoredBuild): Promise<[string, Index]> => {
      const known = indexes.get(id);
      if (known) return [id, known];
      const key = keyOf(id, 'index');
      const index = readIndex(await text(storage.read(key)), sign);
      if (!index) warn(key);
      return [id, index ?? {}];
    };
    indexes = new Map(await Promise.all(complete.map(read)));
  }
  let startedAt = Number.NEGATIVE_INFINITY;
  let next: Promise<void> | undefined;
  /** Reads what is stored now: a process may have started a moment ago. Who asks while one read is due shares it. */
  const refresh = () => {
    next ??= (async () => {
      await sleep(Math.max(0, startedAt + REFRESH_MS - performance.now()));
      startedAt = performance.now();
      next = undefined;
      await readIndexes();
    })();
    return next;
  };
  const buildWith = (name: string) => [...indexes].find(([, index]) => Object.hasOwn(index, name));
  return async (name, acceptsBrotli) => {
    if (buildWith(name) === undefined) await refresh();
    const [id, index] = buildWith(name) ?? [];
    const places = index?.[name];
    if (id === undefined || places === undefined) return undefined;
    const { plain, br } = places;
    const isBrotli = acceptsBrotli && br !== undefined;
    const [start, size, digest] = isBrotli ? br : plain;
    const key = keyOf(id, 'files.pack');
    const bytes = await buffer(storage.read(key, { start, end: start + size - 1 }));
    if (digestOf(bytes) === digest) return { bytes, isBrotli };
    warn(key);
    return undefined;
  };
}
