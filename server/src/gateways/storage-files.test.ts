import { statSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Storage, StorageUnavailableError } from './storage.ts';
import { FileStorage } from './storage-files.ts';

describe('objects in files', () => {
  let parent: string;
  let root: string;
  let storage: Storage;
  beforeAll(async () => {
    parent = await mkdtemp(path.join(tmpdir(), 'oriel-storage-'));
    root = path.join(parent, 'media');
    await mkdir(root, { mode: 0o755 });
    storage = await FileStorage.open(root);
    await writeFile(path.join(parent, 'secret.txt'), 'secret');
  });
  afterAll(() => rm(parent, { recursive: true }));

  it('lets only this account read gated originals', async () => {
    await storage.put('a/b/one.txt', Buffer.from('first'));
    await writeFile(path.join(parent, 'made.txt'), 'made elsewhere');
    await storage.putFile('a/two.txt', path.join(parent, 'made.txt'));
    for (const name of ['', 'a', 'a/b', 'a/b/one.txt', 'a/two.txt'])
      expect(statSync(path.join(root, name)).mode & 0o077, name).toBe(0);
    expect(await readdir(path.join(root, '.incoming'))).toEqual([]);
  });

  it('M3: writes nothing for what is no key', async () => {
    await expect(storage.put('../secret.txt', Buffer.from('x'))).rejects.toThrow(RangeError);
    expect(await readdir(path.join(root, '.incoming'))).toEqual([]);
  });

  it('does not respond while its file system is not mounted', async () => {
    await storage.put('a/b/one.txt', Buffer.from('first'));
    await rename(root, `${root}-away`);
    await expect(storage.stat('a/b/one.txt')).rejects.toThrow(StorageUnavailableError);
    await mkdir(root);
    await expect(storage.stat('missing.txt')).rejects.toThrow(StorageUnavailableError);
    await rm(root, { recursive: true });
    await rename(`${root}-away`, root);
    expect(await storage.stat('a/b/one.txt')).toEqual({ size: 5 });
    expect(await storage.stat('missing.txt')).toBeUndefined();
  });

  it('removes drafts that a killed process left a day ago', async () => {
    const old = path.join(root, '.incoming', 'old');
    const young = path.join(root, '.incoming', 'young');
    await Promise.all([old, young].map((file) => writeFile(file, 'half')));
    const yesterday = new Date(Date.now() - 25 * 3_600_000);
    await utimes(old, yesterday, yesterday);
    await storage.removeAbandoned(24 * 3_600_000);
    expect(await readdir(path.join(root, '.incoming'))).toEqual(['young']);
    await rm(young);
  });

  it.skipIf(process.platform === 'win32')('M3: sees no object behind a link', async () => {
    await mkdir(path.join(root, 'links'));
    await symlink(path.join(parent, 'secret.txt'), path.join(root, 'links', 'file.txt'));
    await symlink(parent, path.join(root, 'links', 'folder'));
    expect(await storage.stat('links/file.txt')).toBeUndefined();
    expect(await storage.stat('links/folder/secret.txt')).toBeUndefined();
    expect(await Array.fromAsync(storage.list('links/'))).toEqual([]);
  });
});
