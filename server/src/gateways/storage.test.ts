import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bucketOf } from '../../testing/bucket-of.ts';
import { findGivenS3, type S3Server, startMemoryS3, startSigningS3 } from '../../testing/s3-servers.ts';
import { openStorage } from './open-storage.ts';
import type { Storage } from './storage.ts';

interface Case {
  name: string;
  start?: () => Promise<S3Server>;
  /** More than one page of a list, where the server has pages. */
  many: number;
  /** Whether the server itself writes objects in place, where two writers mix their bytes. */
  writesInPlace?: boolean;
}

const given = findGivenS3();

describe.each<Case>([
  ...(given ? [{ name: 'the given bucket', start: async () => given, many: 1_010 }] : []),
  { name: 'files', many: 30 },
  { name: 'a bucket', start: startMemoryS3, many: 1_010 },
  { name: 'a bucket that checks signatures', start: startSigningS3, many: 30, writesInPlace: true },
])('objects in $name', ({ start, many, writesInPlace = false }) => {
  let folder: string;
  let server: S3Server | undefined;
  let storage: Storage;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'oriel-storage-'));
    server = await start?.();
    storage = await openStorage({
      storageDir: path.join(folder, 'media'),
      s3: server && bucketOf(server, { timeoutMs: 30_000 }),
    });
  });
  afterAll(async () => {
    await server?.close();
    await rm(folder, { recursive: true });
  });

  const keysIn = async (prefix: string) => (await Array.fromAsync(storage.list(prefix))).sort();

  async function fileOf(bytes: string | Uint8Array): Promise<string> {
    const file = path.join(folder, 'made');
    await writeFile(file, bytes);
    return file;
  }

  it('keeps, replaces, lists, reads in part and removes', async () => {
    await storage.put('a/b/one.txt', Buffer.from('first'));
    await storage.put('a/b/one.txt', Buffer.from('0123456789'));
    await storage.putFile('a/two.txt', await fileOf('made elsewhere'));
    await expect(rm(path.join(folder, 'made'))).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await keysIn('a/')).toEqual(['a/b/one.txt', 'a/two.txt']);
    expect(await storage.stat('a/b/one.txt')).toEqual({ size: 10 });
    expect(await text(storage.read('a/b/one.txt'))).toBe('0123456789');
    expect(await text(storage.read('a/b/one.txt', { start: 2, end: 4 }))).toBe('234');
    expect(await text(storage.read('a/b/one.txt', { start: 9, end: 9 }))).toBe('9');
    expect(await text(storage.read('a/two.txt'))).toBe('made elsewhere');
    await storage.put('ab/three.txt', Buffer.from('x'));
    await storage.removeAll('a/b/');
    expect(await storage.stat('a/b/one.txt')).toBeUndefined();
    expect(await keysIn('a/')).toEqual(['a/two.txt']);
    expect(await keysIn('')).toEqual(['a/two.txt', 'ab/three.txt']);
    await storage.removeAll('a/');
    expect(await keysIn('')).toEqual(['ab/three.txt']);
    expect(await keysIn('nothing/')).toEqual([]);
    await storage.removeAll('nothing/');
    await storage.remove('nothing/here.txt');
    await storage.remove('ab/three.txt');
    expect(await keysIn('')).toEqual([]);
  });

  it('keeps an empty object, and one of many parts byte for byte', async () => {
    await storage.put('sizes/empty.bin', Buffer.alloc(0));
    expect(await storage.stat('sizes/empty.bin')).toEqual({ size: 0 });
    expect((await buffer(storage.read('sizes/empty.bin'))).length).toBe(0);
    const bytes = Buffer.alloc(17 * 1024 * 1024 + 7);
    for (let offset = 0; offset + 4 <= bytes.length; offset += 4096) bytes.writeUInt32LE(offset, offset);
    await storage.putFile('sizes/film.mp4', await fileOf(bytes));
    expect(await storage.stat('sizes/film.mp4')).toEqual({ size: bytes.length });
    expect((await buffer(storage.read('sizes/film.mp4'))).equals(bytes)).toBe(true);
    const range = { start: 8 * 1024 * 1024 - 10, end: 8 * 1024 * 1024 + 10 };
    const part = await buffer(storage.read('sizes/film.mp4', range));
    expect(part.equals(bytes.subarray(range.start, range.end + 1))).toBe(true);
  });

  it('lists and removes more objects than one response holds', async () => {
    const keys = Array.from({ length: many }, (_, index) => `many/${index % 7}/${index}.webp`).sort();
    for (let first = 0; first < many; first += 20)
      await Promise.all(keys.slice(first, first + 20).map((key) => storage.put(key, Buffer.from(key))));
    expect(await keysIn('many/')).toEqual(keys);
    await storage.removeAll('many/');
    expect(await keysIn('many/')).toEqual([]);
  });

  if (!writesInPlace) {
    it('writes whole objects however many write one at once', async () => {
      const versions = Array.from({ length: 8 }, (_, index) => Buffer.alloc(50_000 + index, `${index}`));
      await Promise.all(versions.map((bytes) => storage.put('races/one.bin', bytes)));
      const stored = await buffer(storage.read('races/one.bin'));
      expect(versions.some((bytes) => bytes.equals(stored))).toBe(true);
    });
  }

  it('fails to read what does not exist, and to read outside of an object', async () => {
    await expect(buffer(storage.read('nothing/here.txt'))).rejects.toThrow();
    expect(await storage.stat('nothing/here.txt')).toBeUndefined();
    await expect(storage.putFile('a/b.txt', path.join(folder, 'missing'))).rejects.toMatchObject({
      code: 'ENOENT',
    });
    expect(await storage.stat('a/b.txt')).toBeUndefined();
  });

  it('removes nothing that is being stored', async () => {
    await storage.put('young/one.txt', Buffer.from('x'));
    await storage.removeAbandoned(3_600_000);
    expect(await keysIn('young/')).toEqual(['young/one.txt']);
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
    const before = await keysIn('');
    expect(await storage.stat(key)).toBeUndefined();
    expect(() => storage.read(key)).toThrow(RangeError);
    await expect(storage.put(key, Buffer.from('x'))).rejects.toThrow(RangeError);
    await expect(storage.remove(key)).rejects.toThrow(RangeError);
    await expect(storage.removeAll(`${key}/`)).rejects.toThrow(RangeError);
    expect(await keysIn('')).toEqual(before);
  });
});
