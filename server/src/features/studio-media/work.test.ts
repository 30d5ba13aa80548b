// @module-tag processes
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StudioMedia } from '@oriel/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { directionImage } from '../../../testing/apps/media-app.ts';
import { useAccountsApp } from '../../../testing/use-app.ts';
import { removeExpiredUploads } from '../uploads/service.ts';
import { studioCalls, useCast } from '../workspaces/workspaces.fixture.ts';
import { tidyMedia } from './service.ts';
import { createUploader } from './studio-media.fixture.ts';

const site = useAccountsApp({ poolSize: 10 });
const cast = useCast(site);
const call = studioCalls(site);
let origin: string;
let uploader: ReturnType<typeof createUploader>;
beforeAll(async () => {
  origin = await site.listen();
  uploader = createUploader(site, { origin, workspace: cast.workspace, member: cast.roles.editor });
});

const inWorkspace = () => ({ query: { workspace: cast.workspace } });
const objects = (prefix: string) => Array.fromAsync(site.app.dependencies.storage.list(prefix));
const photo = (width: number) => directionImage(width).jpeg({ quality: 80 }).toBuffer();
const sweep = async () => {
  const { storage } = site.app.dependencies;
  const uploads = {
    db: site.db,
    storage,
    workDir: '',
    plans: { plans: new Map(), defaultBytes: 0 },
    keepFinishedMs: 0,
  };
  const unused = { readFiles: async () => ({ bytes: 0, files: 0 }), onFinished: async () => {} };
  await removeExpiredUploads({ ...uploads, ...unused });
  await tidyMedia({ ...site.app.dependencies });
};

/** The processes of this application that prepare a picture. */
async function findProbes(): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const commands = await Promise.all(
    pids.map(async (pid) => [pid, await readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '')] as const),
  );
  return commands
    .filter(([, command]) => command.includes('picture-probe') && command.includes(site.config.dataDir))
    .map(([pid]) => Number(pid));
}

function signalUnlessGone(pid: number, signal: string): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

describe.runIf(process.platform === 'linux')('a program that prepares a file', () => {
  it.each(['SIGKILL', 'SIGTERM'])(
    'may be ended by %s from outside: the file is prepared by the next attempt',
    async (signal) => {
      const { id, uploadId } = await uploader.upload(
        'room.jpg',
        await photo(signal === 'SIGKILL' ? 4096 : 2560),
      );
      const attempt = site.handlers.media({ mediaId: id }).then(
        () => undefined,
        (error: Error) => error,
      );
      // One that is found may end by itself before the signal comes, so each that follows gets it too.
      const isOver = attempt.then(() => true);
      while (!(await Promise.race([isOver, sleep(5, false)])))
        for (const pid of await findProbes()) signalUnlessGone(pid, signal);
      expect(await attempt).toMatchObject({ name: 'Error', message: expect.stringContaining(signal) });
      expect(await uploader.read(id)).toMatchObject({ refusal: null });
      await sweep();
      expect(await objects(`uploads/${uploadId}/`)).not.toEqual([]);
      await site.handlers.media({ mediaId: id });
      expect(await uploader.read(id)).toMatchObject({ state: 'ready' });
    },
  );
});

describe('a file that is deleted while it is prepared', () => {
  beforeEach(async () => {
    await sql`DELETE FROM studio_media`.execute(site.db);
    for (const prefix of ['previews/', 'contents/', 'uploads/'])
      await site.app.dependencies.storage.removeAll(prefix);
  });
  const remove = (id: string) => call(cast.roles.editor, `DELETE studio/media/${id}`, inWorkspace());

  it.each(['checking', 'preparing'])('leaves nothing, at whichever step: %s', async (state) => {
    const { id } = await uploader.upload('hall.jpg', await photo(8192));
    const work = site.handlers.media({ mediaId: id });
    await vi.waitUntil(async () => (await uploader.read(id)).state === state, {
      timeout: 30_000,
      interval: 2,
    });
    expect((await remove(id)).status).toBe(200);
    await sweep();
    await work;
    expect(await objects('')).toEqual([]);
    const stored = site.db.selectFrom('media_contents').select('content_hash').where('width', '=', 8192);
    expect(await stored.execute()).toEqual([]);
  });

  it('leaves nothing of a job that was killed and is repeated', async () => {
    const { id } = await uploader.upload('hall.jpg', await photo(2048));
    expect((await remove(id)).status).toBe(200);
    await sweep();
    await site.app.dependencies.storage.put(`previews/${id}/preview.jpg`, Buffer.from('late'));
    await site.handlers.media({ mediaId: id });
    expect(await objects('')).toEqual([]);
  });
});

describe('equal files of a workspace', () => {
  it('keep the pieces of one, however they become ready', async () => {
    const bytes = await photo(3072);
    const files: StudioMedia[] = [];
    for (const name of ['one', 'two', 'three']) files.push(await uploader.upload(`${name}.jpg`, bytes));
    await Promise.all(files.map(({ id }) => site.handlers.media({ mediaId: id })));
    const last = await uploader.takeIn('four.jpg', bytes);
    await sweep();
    const kept: string[] = [];
    for (const { uploadId } of [...files, last]) kept.push(...(await objects(`uploads/${uploadId}/`)));
    expect(kept).toHaveLength(1);
  });

  it('that are refused count each while their pieces are kept', async () => {
    const used = async () =>
      (await call<{ usedBytes: number }>(cast.roles.viewer, 'GET studio/media', inWorkspace())).body
        .usedBytes;
    const before = await used();
    const half = (await photo(2048)).subarray(0, 9000);
    for (const name of ['one', 'two'])
      expect(await uploader.takeIn(`${name}.jpg`, half)).toMatchObject({
        refusal: { code: 'media_corrupt' },
      });
    expect((await used()) - before).toBe(2 * half.length);
  });
});

describe('a workspace', () => {
  it('has at most 20,000 files', async () => {
    await sql`
      INSERT INTO studio_media (id, workspace_id, upload_id, added_by, file_name, is_flat, size, state, refusal_code, refusal_detail)
      SELECT 'm_' || lpad(n::text, 22, '0'), ${cast.other}, 'none-' || n, 'nobody', 'file', false, 1, 'refused', 'media_empty', ''
      FROM generate_series(1, 20000) AS n
    `.execute(site.db);
    const theirs = createUploader(site, { origin, workspace: cast.other, member: cast.neighbour });
    await expect(theirs.upload('one more.jpg', Buffer.from('x'))).rejects.toThrow(
      /^413: .*20,000 files.*Delete some first.*too_many_files/,
    );
    await sql`DELETE FROM studio_media WHERE upload_id = 'none-1'`.execute(site.db);
    await theirs.upload('the last.jpg', Buffer.from('x'));
  });
});
