import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../src/database/database.ts';
import { removeUnfinishedContents, removeUnusedMedia } from '../src/features/media/service.ts';
import { FileStorage } from '../src/gateways/storage-files.ts';
import { createRandom } from './random.ts';
import { ServerUnderTest } from './server-under-test.ts';
import { type Finished, sendFiles, signIn } from './upload-load.ts';

const SENDERS = 3;
const WORK_TIMEOUT_MS = 300_000;
/** While so many files wait to be prepared no others are sent: a machine that is slow would still be busy at the end. */
const MAX_WAITING = 12;

export interface UploadSuiteOptions {
  kills: number;
  /** Determines the files and the moments of the kills. */
  seed: number;
  /** The server's data folder; by default a new one. */
  dataDir?: string;
  onKill?(result: UploadResult): void;
}

export interface UploadResult {
  /** Of the server, which also works on the jobs. */
  serverKills: number;
  /** Of a program that prepares a file. */
  programKills: number;
  ready: number;
  refused: number;
  violations: string[];
}

/** The programs that prepare files for a server. */
function findPrograms(dataDir: string): number[] {
  const commandOf = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'latin1');
    } catch {
      return '';
    }
  };
  const isProgram = (command: string) => command.includes('-probe.ts') && command.includes(dataDir);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isProgram(commandOf(name)))
    .map(Number);
}

/** How many files are neither ready nor refused. */
async function countWaiting(db: Db): Promise<number> {
  const { rows } = await sql`SELECT FROM studio_media WHERE state NOT IN ('ready', 'refused')`.execute(db);
  return rows.length;
}

/** Lets jobs begin again that wait, after many kills for longer than this suite does. */
async function endWaits(db: Db): Promise<void> {
  await sql`UPDATE pgboss.job SET start_after = now() WHERE state = 'retry' AND start_after > now()`.execute(
    db,
  );
}

/** Finished uploads that did not end as their files must. */
async function findWrongEnds(db: Db, finished: readonly Finished[], result: UploadResult): Promise<string[]> {
  const { rows } = await sql<{ upload_id: string; state: string; refusal_code: string | null }>`
    SELECT upload_id, state, refusal_code FROM studio_media
  `.execute(db);
  const ends = new Map(rows.map((row) => [row.upload_id, row]));
  return finished.flatMap(({ uploadId, name, ends: expected }) => {
    const { state = 'missing', refusal_code: code } = ends.get(uploadId) ?? {};
    if (state === 'ready') result.ready += 1;
    if (state === 'refused') result.refused += 1;
    return state === expected
      ? []
      : [`${name} (${uploadId}) is ${state} ${code ?? ''}, and must be ${expected}`];
  });
}

/** Contents and objects that nothing names once the sweeps have run, and files of contents that are missing. */
async function findStrayObjects(db: Db, storage: FileStorage): Promise<string[]> {
  await sql`UPDATE media_storings SET began_at = began_at - interval '7 hours'`.execute(db);
  await removeUnfinishedContents({ db, storage });
  // What a killed process has stored for nothing is found, and goes once its days have passed, and thumbnails an hour later. A sweep
  // removes a hundred contents at most.
  for (let sweeps = 0; sweeps < 10; sweeps += 1) {
    await removeUnusedMedia({ db, storage });
    await sql`UPDATE media_contents SET unused_since = unused_since - interval '8 days'`.execute(db);
    await sql`UPDATE media_thumbnail_removals SET queued_at = queued_at - interval '2 hours'`.execute(db);
  }
  const { rows } = await sql<{ prefix: string; least: number }>`
    SELECT 'uploads/' || id AS prefix, 0 AS least FROM uploads
    UNION ALL SELECT 'previews/' || id, 1 FROM studio_media WHERE has_preview
    UNION ALL SELECT 'contents/' || content_hash, CASE WHEN manifest ? 'tiles' THEN (
      SELECT 1 + sum((level->>'rows')::integer * (level->>'columns')::integer)::integer
      FROM jsonb_array_elements(manifest->'tiles'->'levels') AS level
    ) ELSE 1 END FROM media_contents
    UNION ALL SELECT 'thumbnails/' || id, 1 FROM media_thumbnails
  `.execute(db);
  const owners = new Map(rows.map(({ prefix, least }) => [prefix, least]));
  const counts = new Map<string, number>();
  for await (const key of storage.list('')) {
    const prefix = key.split('/').slice(0, 2).join('/');
    if (/^(?:uploads|previews|contents|thumbnails)\//.test(prefix))
      counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
  }
  const strays = [...counts].filter(([prefix]) => !owners.has(prefix));
  const lacking = [...owners].filter(([prefix, least]) => (counts.get(prefix) ?? 0) < least);
  const { rows: unused } = await sql<{ hash: string }>`
    SELECT content_hash AS hash FROM media_contents WHERE NOT is_media_content_used(content_hash)
  `.execute(db);
  return [
    ...unused.map(({ hash }) => `the content ${hash} is kept, and nothing names it`),
    ...strays.map(([prefix, count]) => `${count} objects in ${prefix}/ belong to nothing`),
    ...lacking.map(([prefix, least]) => `${prefix}/ has ${counts.get(prefix) ?? 0} of ${least} objects`),
  ];
}

/**
 * Kills the server and the programs that prepare files while files are uploaded and prepared, and looks whether every upload that
 * has finished ends ready or refused as its file must, and whether every stored object belongs to something.
 */
export async function runUploadSuite({
  kills,
  seed,
  dataDir,
  onKill,
}: UploadSuiteOptions): Promise<UploadResult> {
  const random = createRandom(seed);
  const result: UploadResult = { serverKills: 0, programKills: 0, ready: 0, refused: 0, violations: [] };
  const server = new ServerUnderTest({ ...(dataDir && { dataDir }), isImpatient: true });
  try {
    await server.start();
    const sender = await signIn(server);
    let isStopped = false;
    const hasRoom = () =>
      server.withDatabase(async (db) => (await countWaiting(db)) < MAX_WAITING).catch(() => false);
    const loads = Array.from({ length: SENDERS }, () =>
      sendFiles(server, sender, random, { isStopped: () => isStopped, hasRoom }),
    );
    for (let kill = 0; kill < kills; kill += 1) {
      await sleep(random.between(200, 3_000));
      const programs = findPrograms(server.dataDir);
      if (programs.length > 0 && random.number() < 0.5) {
        process.kill(random.one(programs) ?? 0, random.one(['SIGKILL', 'SIGTERM'] as const));
        result.programKills += 1;
      } else {
        await server.killServer();
        result.serverKills += 1;
        await server.start();
      }
      onKill?.(result);
    }
    isStopped = true;
    const finished = (await Promise.all(loads)).flat();
    await server.withDatabase(async (db) => {
      const deadline = performance.now() + WORK_TIMEOUT_MS;
      while ((await countWaiting(db)) > 0 && performance.now() < deadline) {
        await endWaits(db);
        await sleep(250);
      }
      result.violations.push(...(await findWrongEnds(db, finished, result)));
      const storage = await FileStorage.open(path.join(server.dataDir, 'media'));
      result.violations.push(...(await findStrayObjects(db, storage)));
    });
    return result;
  } finally {
    await server.stop();
    server.remove();
  }
}
