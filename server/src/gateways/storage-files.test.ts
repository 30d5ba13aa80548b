import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Storage } from './storage.ts';
import { FileStorage } from './storage-files.ts';

describe('objects in files', () => {
  let parent: string;
  let root: string;
  let storage: Storage;
  beforeAll(async () => {
    parent = mkdtempSync(path.join(tmpdir(), 'oriel-storage-'));
    root = path.join(parent, 'media');
    await mkdir(root, { mode: 0o755 });
    storage = await FileStorage.open(root);
    await writeFile(path.join(parent, 'secret.txt'), 'secret');
  });
  afterAll(() => rmSync(parent, { recursive: true }));

  it('keeps, replaces, lists, reads in part and removes', async () => {
    await storage.put('a/b/one.txt', Buffer.from('first'));
    await storage.put('a/b/one.txt', Buffer.from('0123456789'));
    await writeFile(path.join(parent, 'made.txt'), 'made elsewhere');
    await storage.putFile('a/two.txt', path.join(parent, 'made.txt'));
    expect((await storage.list('a/')).sort()).toEqual(['a/b/one.txt', 'a/two.txt']);
    expect(await storage.stat('a/b/one.txt')).toEqual({ size: 10 });
    expect(await text(storage.read('a/b/one.txt', { start: 2, end: 4 }))).toBe('234');
    expect(await text(storage.read('a/two.txt'))).toBe('made elsewhere');
    // L6: only this account may read gated originals.
    for (const name of ['', 'a', 'a/b', 'a/b/one.txt', 'a/two.txt'])
      expect(statSync(path.join(root, name)).mode & 0o077, name).toBe(0);
    await storage.removeAll('a/b/');
    expect(await storage.stat('a/b/one.txt')).toBeUndefined();
    expect(await storage.list('a/')).toEqual(['a/two.txt']);
    expect(await storage.list('nothing/')).toEqual([]);
    expect(await readdir(path.join(root, '.incoming'))).toEqual([]);
  });

  it.each([
    '',
    '/',
    '..',
    '../secret.txt',
    'a/../../secret.txt',
    '/etc/passwd',
    'a//b',
    'a\\b',
    'a\0',
    '.incoming/x',
    'a/.',
    'ä',
    'C:/x',
    'a/b/',
  ])('M3: takes %j for no key', async (key) => {
    expect(await storage.stat(key)).toBeUndefined();
    expect(() => storage.read(key)).toThrow(RangeError);
    await expect(storage.put(key, Buffer.from('x'))).rejects.toThrow(RangeError);
    await expect(storage.removeAll(`${key}/`)).rejects.toThrow(RangeError);
    expect(await readdir(path.join(root, '.incoming'))).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')('M3: sees no object behind a link', async () => {
    await mkdir(path.join(root, 'links'));
    await symlink(path.join(parent, 'secret.txt'), path.join(root, 'links', 'file.txt'));
    await symlink(parent, path.join(root, 'links', 'folder'));
    expect(await storage.stat('links/file.txt')).toBeUndefined();
    expect(await storage.stat('links/folder/secret.txt')).toBeUndefined();
  });
});
