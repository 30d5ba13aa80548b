// @module-tag processes
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Session } from '@oriel/contract';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { expectSoundLedger, give, lockedTours } from '../../testing/apps/wallet-app.ts';
import { createDataDir } from '../../testing/data-dir.ts';
import { type CommandResult, runCommand } from '../../testing/run-command.ts';
import { connectionStringOf, type ServerProcess, startServer } from '../../testing/server-process.ts';
import { type Db, openDatabase } from '../database/database.ts';
import { startEmbeddedPostgres } from '../embedded/postgres.ts';
import { UNFINISHED_RESTORE } from '../embedded/unfinished-restore.ts';
import { createExperiences } from '../features/catalogue/service.ts';

const TOURS = 400;
const MEMBERS = 3;
/** Is unlocked by each member before the backup; the last tour is, after it. */
const [FIRST, LAST] = ['locked-0', `locked-${TOURS - 1}`];
const PICTURE = 'contents/ab12/tiles/0/0_0.webp';

let folder: string;
let dataDir: string;
let backup: string;
let server: ServerProcess;
let db: Db;
let made: CommandResult;
/** Of each acknowledged unlock, when it was acknowledged. */
const acknowledged = new Map<string, number>();

const run = (command: string, words: string[], variables: Record<string, string>) =>
  runCommand(
    { connectionString: '', config: { dataDir } as never },
    fileURLToPath(new URL(`./${command}.ts`, import.meta.url)),
    words,
    { DATABASE_URL: '', ...variables },
  );

async function post<T>(path: string, body: object, token?: string): Promise<{ status: number; body: T }> {
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as T };
}

async function join(index: number): Promise<Session> {
  const email = `member-${index}@example.org`;
  const password = 'a quiet corridor at noon';
  const { body } = await post<Session>('/api/auth/signup', {
    email,
    password,
    firstName: 'Anna',
    lastName: 'Berg',
  });
  await give(db, body.user.id, 100 * TOURS);
  return body;
}

async function unlock({ token, user }: Session, slug: string): Promise<void> {
  const { status } = await post(`/api/vr360/${slug}/access`, {}, token);
  if (status === 200) acknowledged.set(`${user.id} ${slug}`, Date.now());
}

/** Members unlock one tour after the other while a backup is made. */
async function backUpUnderLoad(): Promise<void> {
  const members = await Promise.all(Array.from({ length: MEMBERS }, (_, index) => join(index)));
  for (const member of members) await unlock(member, FIRST);
  let isOver = false;
  const load = members.map(async (member) => {
    for (let tour = 1; tour < TOURS - 1 && !isOver; tour += 1) await unlock(member, `locked-${tour}`);
  });
  made = await run('backup', [backup], {});
  isOver = true;
  await Promise.all(load);
  for (const member of members) await unlock(member, LAST);
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'oriel-backup-'));
  chmodSync(folder, 0o711);
  backup = path.join(folder, 'backups', 'first');
  dataDir = createDataDir(inject('templateDataDir'));
  mkdirSync(path.join(dataDir, 'media', path.dirname(PICTURE)), { recursive: true });
  writeFileSync(path.join(dataDir, 'media', PICTURE), 'a picture');
  server = await startServer(dataDir, { SIGN_UPS_PER_ADDRESS: '100' });
  db = openDatabase({ connectionString: connectionStringOf(dataDir), poolSize: 2 });
  await db.transaction().execute((tx) => createExperiences(tx, lockedTours(TOURS)));
  await backUpUnderLoad();
});
afterAll(async () => {
  await db?.destroy();
  server?.child.kill('SIGTERM');
  await server?.exit;
  for (const place of [folder, dataDir]) rmSync(place, { recursive: true, force: true });
});

it('has what was acknowledged before, also after a restore that was interrupted and repeated', async () => {
  expect(made).toMatchObject({ status: 0, stderr: '' });
  const { consistentAt } = JSON.parse(readFileSync(path.join(backup, 'manifest.json'), 'utf8'));
  const before = [...acknowledged]
    .filter(([, at]) => at < Date.parse(consistentAt))
    .map(([unlock]) => unlock);
  expect(before.length).toBeGreaterThanOrEqual(MEMBERS);
  expect([...acknowledged.keys()].filter((unlock) => unlock.endsWith(LAST))).toHaveLength(MEMBERS);

  const restored = path.join(folder, 'restored');
  mkdirSync(restored);
  // As a killed restore leaves it; no server starts there.
  writeFileSync(path.join(restored, UNFINISHED_RESTORE), '');
  mkdirSync(path.join(restored, 'media', path.dirname(PICTURE)), { recursive: true });
  writeFileSync(path.join(restored, 'media', PICTURE), 'a pict');
  await expect(
    startEmbeddedPostgres({ dataDir: restored, durable: false, report: () => undefined }),
  ).rejects.toThrow('was interrupted');
  const result = await run('restore', [backup], { DATA_DIR: restored });
  expect(result).toMatchObject({ status: 0, stdout: expect.stringContaining('The ledger is sound.') });
  expect(readFileSync(path.join(restored, 'media', PICTURE), 'utf8')).toBe('a picture');
  const [key, restoredKey] = [dataDir, restored].map((place) =>
    readFileSync(path.join(place, 'secret.key'), 'utf8'),
  );
  expect(restoredKey).toBe(key);
  const postgres = await startEmbeddedPostgres({
    dataDir: restored,
    durable: false,
    report: () => undefined,
  });
  const copy = openDatabase({ connectionString: postgres.connectionString, poolSize: 2 });
  try {
    const unlocks = await copy
      .selectFrom('unlocks')
      .innerJoin('experiences', 'experiences.id', 'unlocks.experience_id')
      .select(['unlocks.member_id', 'experiences.slug'])
      .execute();
    const found = unlocks.map(({ member_id, slug }) => `${member_id} ${slug}`);
    expect(found).toEqual(expect.arrayContaining(before));
    expect(found.filter((unlock) => unlock.endsWith(LAST))).toEqual([]);
    await expectSoundLedger(copy);
  } finally {
    await copy.destroy();
    await postgres.stop();
  }
});

it('overwrites nothing', async () => {
  const full = path.join(folder, 'full');
  mkdirSync(full);
  writeFileSync(path.join(full, 'a letter'), 'mine');
  const [again, inside, other, nothing] = await Promise.all([
    run('backup', [backup], {}),
    run('backup', [path.join(dataDir, 'backup')], {}),
    run('restore', [backup], { DATA_DIR: full }),
    run('restore', [full], { DATA_DIR: path.join(folder, 'nowhere') }),
  ]);
  expect(again).toMatchObject({ status: 1, stderr: expect.stringContaining(`${backup} exists`) });
  expect(inside).toMatchObject({ status: 1, stderr: expect.stringContaining('inside DATA_DIR') });
  expect(other).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('is not empty: it has a letter'),
  });
  expect(readFileSync(path.join(full, 'a letter'), 'utf8')).toBe('mine');
  expect(nothing.stderr).toContain('is no complete backup: it has no manifest.json');
  await expect(stat(path.join(folder, 'nowhere'))).rejects.toThrow('ENOENT');
});

it('names damaged files, and leaves nothing of them', async () => {
  const target = path.join(folder, 'damaged');
  writeFileSync(path.join(backup, 'media', PICTURE), 'another picture');
  rmSync(path.join(backup, 'database/PG_VERSION'));
  expect(await run('restore', [backup], { DATA_DIR: target })).toMatchObject({
    status: 1,
    stderr: `2 files of the backup are damaged or missing: database/PG_VERSION, media/${PICTURE}. Nothing was restored.\n`,
  });
  expect(readdirSync(target)).toEqual([]);
});
