// @module-tag processes
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createMediaApp,
  directionImage,
  type MediaApp,
  testSound,
  testVideo,
} from '../../../testing/apps/media-app.ts';

describe('sounds', () => {
  let test: MediaApp;
  beforeAll(async () => {
    test = await createMediaApp();
  });
  afterAll(() => test.close());

  it.each([
    ['tone.mp3', 'audio/mpeg'],
    ['tone.m4a', 'audio/mp4'],
  ] as const)('%s is stored byte for byte, and served in parts', { timeout: 60_000 }, async (name, type) => {
    const bytes = await readFile(testSound(name));
    const content = await test.media.ingestSound(testSound(name));
    expect(content).toMatchObject({ kind: 'sound', width: null, height: null, size: bytes.length });
    expect(content.duration).toBeCloseTo(2, 0);
    expect(await test.media.ingestSound(Readable.from([bytes]))).toEqual(content);
    const id = await test.media.assetIdOf(test.db, content.contentHash, false);
    const url = `/media/${id}/${content.manifest.file}`;
    const whole = await test.app.inject(url);
    expect(whole.headers['content-type']).toBe(type);
    expect(whole.rawPayload.equals(bytes)).toBe(true);
    const part = await test.app.inject({ url, headers: { range: 'bytes=10-19' } });
    expect(part.statusCode).toBe(206);
    expect(part.rawPayload.equals(bytes.subarray(10, 20))).toBe(true);
  });

  it.each<[string, string, () => Promise<string | Buffer>]>([
    ['a photo', 'media_sound_unsupported', () => directionImage(1024).jpeg().toBuffer()],
    ['a film', 'media_sound_unsupported', async () => testVideo('sphere.mp4')],
    ['another codec', 'media_sound_unsupported', async () => testSound('tone-alac.m4a')],
    [
      'text',
      'media_type_unsupported',
      async () => Buffer.from('ID4 no sound at all, only text\n'.repeat(99)),
    ],
    ['a name and nothing else', 'media_corrupt', async () => Buffer.from('ID3'.padEnd(5000, '\0'))],
    ['half a file', 'media_corrupt', async () => (await readFile(testSound('tone.m4a'))).subarray(0, 3000)],
  ])('refuses %s', { timeout: 60_000 }, async (_, code, make) => {
    const made = await make();
    const before = await test.inventory();
    const source = typeof made === 'string' ? made : Readable.from([made]);
    await expect(test.media.ingestSound(source)).rejects.toMatchObject({ name: 'MediaRefused', code });
    expect(await test.inventory()).toEqual(before);
  });

  it('are neither photos nor flat images', async () => {
    for (const ingest of [test.media.ingest, test.media.ingestImage])
      await expect(ingest(testSound('tone.mp3'))).rejects.toMatchObject({ code: 'media_type_unsupported' });
  });
});
