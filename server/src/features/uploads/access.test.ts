import { existsSync } from 'node:fs';
import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { removeAbandonedPieces, removeExpiredUploads } from './service.ts';
import { idOf, MEGABYTE, useUploads } from './uploads.fixture.ts';

const { site, cast, origins, uploads, collection, send, begin, append, offsetOf, objects } = useUploads();

describe('who may upload', () => {
  it('R5: hides an upload from everybody but its member', async () => {
    const path = await begin(10);
    const { editor, admin, contributor, viewer } = cast.roles;
    for (const member of [admin, contributor, cast.neighbour, cast.stranger]) {
      expect((await send('HEAD', path, { member })).status).toBe(404);
      expect((await append(path, 0, Buffer.from('x'), { member })).status).toBe(404);
      expect((await send('DELETE', path, { member })).status).toBe(404);
    }
    const elsewhere = path.replace(cast.workspace, cast.other);
    expect((await send('HEAD', elsewhere, { member: cast.neighbour })).status).toBe(404);
    expect((await send('DELETE', elsewhere, { member: cast.neighbour })).status).toBe(404);
    expect((await send('HEAD', path, { member: viewer })).status).toBe(403);
    expect(
      (await send('POST', collection(), { member: viewer, headers: { 'upload-length': '1' } })).status,
    ).toBe(403);
    expect((await send('HEAD', path, { headers: { authorization: 'Bearer none' } })).status).toBe(401);
    for (const id of ['u_', '..', `u_${'A'.repeat(22)}`, '%00', 'constructor'])
      expect([400, 404]).toContain(
        (await send('HEAD', path.replace(idOf(path), id), { member: editor })).status,
      );
    expect(await offsetOf(path)).toBe(0);
  });

  it('U2: never gives more bytes than the workspace has, however many begin at once', async () => {
    await sql`UPDATE workspaces SET storage_bytes = ${10 * MEGABYTE} WHERE id = ${cast.workspace}`.execute(
      site.db,
    );
    const create = (origin: string | undefined) =>
      send('POST', collection(), { headers: { 'upload-length': `${MEGABYTE}` }, ...(origin && { origin }) });
    const results = await Promise.all(Array.from({ length: 64 }, (_, index) => create(origins[index % 2])));
    expect(results.filter(({ status }) => status === 201).length).toBe(10);
    const refused = results.find(({ status }) => status === 413);
    expect(refused?.headers.get('upload-bytes-left')).toBe('0');
    expect(await refused?.json()).toMatchObject({
      code: 'workspace_full',
      detail: 'This file does not fit: the workspace has 0 MB left.',
    });
    const gone = results.find(({ status }) => status === 201)?.headers.get('location') ?? '';
    expect((await send('DELETE', gone)).status).toBe(204);
    expect((await create(origins[0])).status).toBe(201);
    expect((await create(origins[0])).status).toBe(413);
    const neighbour = `/api/studio/uploads?workspace=${cast.other}`;
    const headers = { 'upload-length': `${MEGABYTE}` };
    expect((await send('POST', neighbour, { member: cast.neighbour, headers })).status).toBe(201);
  });
});

describe('what is left of an upload', () => {
  it('removes what was left for a day, and frees its bytes', async () => {
    await sql`UPDATE workspaces SET storage_bytes = 10`.execute(site.db);
    const path = await begin(10);
    await append(path, 0, Buffer.from('abc'));
    await sql`UPDATE uploads SET created_at = created_at - interval '25 hours', expires_at = expires_at - interval '25 hours'`.execute(
      site.db,
    );
    const late = await append(path, 3, Buffer.from('d'));
    expect([late.status, (await late.json()).code]).toEqual([410, 'upload_expired']);
    const next = await begin(10);
    expect((await objects()).length).toBe(1);
    await removeExpiredUploads(uploads);
    expect(await objects()).toEqual([]);
    expect((await send('HEAD', path)).status).toBe(404);
    expect(await offsetOf(next)).toBe(0);
  });

  it('says of a whole file that it has arrived, also once it is of no use any more', async () => {
    const path = await begin(3);
    await append(path, 0, Buffer.from('abc'));
    await sql`UPDATE uploads SET created_at = created_at - interval '25 hours', expires_at = now() - interval '1 hour'`.execute(
      site.db,
    );
    const head = await send('HEAD', path);
    expect([head.status, head.headers.get('upload-offset')]).toEqual([200, '3']);
  });

  it('reserves a file once where the response was lost', async () => {
    const about = (name: string, changed: number) => ({
      headers: {
        'upload-metadata': `filename ${btoa(name)},lastmodified ${btoa(`${changed}`)}`,
      },
    });
    const path = await begin(10, about('room.jpg', 1));
    expect(await begin(10, about('room.jpg', 1))).toBe(path);
    expect(await offsetOf(path)).toBe(0);
    const others = [
      await begin(11, about('room.jpg', 1)),
      await begin(10, about('hall.jpg', 1)),
      await begin(10, about('room.jpg', 2)),
      await begin(10, { ...about('room.jpg', 1), member: cast.roles.owner }),
    ];
    expect(new Set([path, ...others]).size).toBe(5);
    await append(path, 0, Buffer.from('abc'));
    expect(await begin(10, about('room.jpg', 1))).not.toBe(path);
  });

  it('leaves no pieces of killed processes on this machine', async () => {
    await mkdir(uploads.workDir, { recursive: true });
    const [old, recent] = ['old', 'recent'].map((name) => `${uploads.workDir}/${name}`) as [string, string];
    for (const file of [old, recent]) await writeFile(file, 'abc');
    await utimes(old, new Date(0), new Date(0));
    await removeAbandonedPieces(uploads);
    expect([existsSync(old), existsSync(recent)]).toEqual([false, true]);
    await rm(recent);
  });

  it('ends with the account', async () => {
    const member = await site.join();
    await site.db
      .insertInto('workspace_members')
      .values({ workspace_id: cast.workspace, member_id: member.user.id, role: 'contributor' })
      .execute();
    const metadata = `filename ${Buffer.from('garden.jpg').toString('base64')}`;
    const path = await begin(10, { member, headers: { 'upload-metadata': metadata } });
    const { uploadsAsPersonalData } = await import('./personal-data.ts');
    const { uploads: exported } = await uploadsAsPersonalData.export(site.db, member.user.id);
    expect(exported).toMatchObject([{ filename: 'garden.jpg', size: 10 }]);
    await site.db.transaction().execute((tx) => uploadsAsPersonalData.erase(tx, member.user.id));
    expect((await send('HEAD', path, { member })).status).toBe(404);
    await removeExpiredUploads(uploads);
    const { rows } = await sql`SELECT 1 FROM uploads`.execute(site.db);
    expect(rows).toEqual([]);
  });
});
