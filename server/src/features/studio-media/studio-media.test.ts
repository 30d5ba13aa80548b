// @module-tag processes
import { readFile } from 'node:fs/promises';
import type { StudioMedia } from '@oriel/contract';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { directionImage, testSound, testVideo } from '../../../testing/apps/media-app.ts';
import { useAccountsApp } from '../../../testing/use-app.ts';
import { box, sphericalBox, sphericalBoxes, withBox } from '../media/film-boxes.fixture.ts';
import { asAttributes, PART } from '../media/photo-sphere.fixture.ts';
import { studioCalls, useCast } from '../workspaces/workspaces.fixture.ts';
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
const photo = (width: number, height = width / 2) => directionImage(width, height).jpeg({ quality: 80 });

/** The files that a ready one is served as, by their paths. */
async function filesOf({ asset }: StudioMedia): Promise<Map<string, Buffer>> {
  const { content_hash: hash } = await site.db
    .selectFrom('media_assets')
    .select('content_hash')
    .where('id', '=', asset ?? '')
    .executeTakeFirstOrThrow();
  const prefix = `contents/${hash}/`;
  const files = new Map<string, Buffer>();
  for (const key of await objects(prefix)) {
    const pieces = await Array.fromAsync(site.app.dependencies.storage.read(key));
    files.set(key.slice(prefix.length), Buffer.concat(pieces));
  }
  return files;
}

describe('an uploaded photo', () => {
  it('is added when its last byte arrives, can be looked at, and becomes ready', async () => {
    const bytes = await photo(4096).toBuffer();
    const received = await uploader.upload('Küche 1.jpg', bytes);
    expect(received).toMatchObject({
      fileName: 'Küche 1.jpg',
      bytes: bytes.length,
      state: 'received',
      kind: null,
      previewUrl: null,
      asset: null,
      refusal: null,
    });
    expect(site.jobs.added).toContainEqual({ name: 'media', payload: { mediaId: received.id } });

    await site.handlers.media({ mediaId: received.id });
    const ready = await uploader.read(received.id);
    expect(ready).toMatchObject({ state: 'ready', progress: 1, kind: 'photo', width: 4096, height: 2048 });
    expect(ready.isAssumed).toBe(false);
    const preview = await fetch(origin + ready.previewUrl);
    expect(preview.headers.get('cache-control')).toMatch(/^private/);
    expect(await sharp(Buffer.from(await preview.arrayBuffer())).metadata()).toMatchObject({
      format: 'jpeg',
      width: 2048,
      height: 1024,
    });
    const files = await filesOf(ready);
    expect([...files.keys()]).toContain('panorama.jpg');
    expect([...files.keys()].filter((name) => name.startsWith('tiles/')).length).toBe(2 + 8 + 32);
    // Nobody but the workspace sees it.
    expect((await fetch(`${origin}/media/${ready.asset}/panorama.jpg`)).status).toBe(403);
    const forged = ready.previewUrl?.replace(/m_.{22}$/, `m_${'x'.repeat(22)}`);
    expect((await fetch(origin + forged)).status).toBe(403);

    // A repeated job changes nothing.
    await site.handlers.media({ mediaId: received.id });
    expect(await uploader.read(received.id)).toMatchObject({ state: 'ready', asset: ready.asset });
  });

  it('U6: keeps nothing in what is served of what the camera wrote', async () => {
    const secret = 'Anna Berg, 52.52 N';
    const bytes = await photo(2048)
      .withExif({
        IFD0: { Artist: secret, Copyright: secret },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1' },
      })
      .withXmp(
        asAttributes({ ...WHOLE_OF_2048, PoseHeadingDegrees: 90 }).replace(
          '<rdf:Description',
          `<rdf:Description dc:creator="${secret}" xmlns:dc="http://purl.org/dc/elements/1.1/"`,
        ),
      )
      .toBuffer();
    expect(bytes.includes('Anna Berg')).toBe(true);
    const ready = await uploader.takeIn('gps.jpg', bytes);
    expect(ready).toMatchObject({ state: 'ready', kind: 'photo', pose: { heading: 90, pitch: 0, roll: 0 } });
    const served = await filesOf(ready);
    served.set('preview', Buffer.from(await (await fetch(origin + ready.previewUrl)).arrayBuffer()));
    for (const [name, file] of served) {
      expect(file.includes('Anna Berg'), name).toBe(false);
      const { exif, xmp, iptc } = await sharp(file).metadata();
      expect([exif, xmp, iptc], name).toEqual([undefined, undefined, undefined]);
    }
  });

  it('counts once in the workspace where it is uploaded twice', async () => {
    const bytes = await photo(2560).toBuffer();
    const used = async () =>
      (await call<{ usedBytes: number }>(cast.roles.viewer, 'GET studio/media', inWorkspace())).body
        .usedBytes;
    const before = await used();
    const first = await uploader.takeIn('one.jpg', bytes);
    const second = await uploader.takeIn('two.jpg', bytes);
    expect(second.asset).toBe(first.asset);
    expect((await used()) - before).toBe(bytes.length);
    await uploader.takeIn('no picture.jpg', Buffer.from('This is a text, and no picture at all.'));
    expect((await used()) - before).toBe(bytes.length);
  });
});

const SINGER = 'Anna Berg at home';

/** A sound with tags before it and after it, as editors write them. */
function withTags(mp3: Buffer): Buffer {
  const text = Buffer.concat([Buffer.from([0]), Buffer.from(SINGER)]);
  const frame = Buffer.concat([Buffer.from('TPE1\0\0\0'), Buffer.from([text.length, 0, 0]), text]);
  const head = Buffer.concat([Buffer.from('ID3\x03\0\0\0\0\0'), Buffer.from([frame.length])]);
  const last = Buffer.alloc(128);
  last.write(`TAG${SINGER}`);
  return Buffer.concat([head, frame, mp3, last]);
}

const WHOLE_OF_2048 = {
  FullPanoWidthPixels: 2048,
  FullPanoHeightPixels: 1024,
  CroppedAreaImageWidthPixels: 2048,
  CroppedAreaImageHeightPixels: 1024,
  CroppedAreaLeftPixels: 0,
  CroppedAreaTopPixels: 0,
};

describe('U5: what a file is', () => {
  const small = {
    FullPanoWidthPixels: 1024,
    FullPanoHeightPixels: 512,
    CroppedAreaImageWidthPixels: 1024,
    CroppedAreaImageHeightPixels: 512,
    CroppedAreaLeftPixels: 0,
    CroppedAreaTopPixels: 0,
  };
  it.each<[string, () => Promise<Buffer>, Partial<StudioMedia>]>([
    [
      'a small picture of a sphere’s shape is flat',
      () => photo(1024).toBuffer(),
      { kind: 'image', width: 1024 },
    ],
    [
      'unless its metadata says otherwise',
      () => photo(1024).withXmp(asAttributes(small)).toBuffer(),
      { kind: 'photo', width: 1024 },
    ],
    [
      'a part whose place the camera wrote down',
      () => photo(1000, 1000).withXmp(asAttributes(PART)).toBuffer(),
      {
        kind: 'photo',
        width: 4000,
        height: 2000,
        isAssumed: false,
        coverage: { horizontal: 90, vertical: 90 },
        part: { minYaw: 45, maxYaw: 135, minPitch: expect.closeTo(-60, 1), maxPitch: expect.closeTo(30, 1) },
      },
    ],
    [
      'a wide strip goes all the way round',
      () => photo(4000, 800).toBuffer(),
      {
        kind: 'photo',
        width: 4000,
        height: 2000,
        isAssumed: true,
        coverage: { horizontal: 360, vertical: 72 },
        part: { minYaw: -180, maxYaw: 180, minPitch: -36, maxPitch: 36 },
      },
    ],
    [
      'a small square is flat',
      () => photo(1200, 1200).toBuffer(),
      { kind: 'image', width: 1200, height: 1200 },
    ],
    [
      'any other shape is flat',
      () => photo(1600, 1067).toBuffer(),
      { kind: 'image', width: 1600, height: 1067 },
    ],
  ])('%s', async (name, make, expected) => {
    expect(await uploader.takeIn(`${name}.jpg`, await make())).toMatchObject({ state: 'ready', ...expected });
  });

  it('is turned as its camera states where its maker is known to state it rightly; others propose it', async () => {
    const tilted = asAttributes({ PoseHeadingDegrees: 90, PosePitchDegrees: 8, PoseRollDegrees: -3 });
    const posed = await uploader.takeIn(
      'theta.jpg',
      await photo(2064)
        .withXmp(tilted)
        .withExif({ IFD0: { Make: 'RICOH' } })
        .toBuffer(),
    );
    expect(posed).toMatchObject({ pose: { heading: 90, pitch: 8, roll: 3 }, proposedPose: null });
    const other = await uploader.takeIn(
      'other.jpg',
      await photo(2080)
        .withXmp(tilted)
        .withExif({ IFD0: { Make: 'Arashi Vision' } })
        .toBuffer(),
    );
    expect(other).toMatchObject({
      pose: { heading: 90, pitch: 0, roll: 0 },
      proposedPose: { pitch: 8, roll: 3 },
    });
  });

  it('is asked about where only the shape says it, until somebody confirms it', async () => {
    const { id, isAssumed } = await uploader.takeIn('asked.jpg', await photo(4400, 800).toBuffer());
    expect(isAssumed).toBe(true);
    const confirm = (member: { token: string }) =>
      call<StudioMedia>(member, `POST studio/media/${id}/confirmation`, inWorkspace());
    expect((await confirm(cast.roles.viewer)).status).toBe(403);
    expect((await confirm(cast.roles.contributor)).body).toMatchObject({ id, isAssumed: false });
    expect((await uploader.read(id)).isAssumed).toBe(false);
    const other = await call(cast.neighbour, `POST studio/media/${id}/confirmation`, {
      query: { workspace: cast.other },
    });
    expect(other.status).toBe(404);
  });

  it('is what the sender says, where it is to be flat', async () => {
    const plan = await uploader.takeIn('plan.png', await directionImage(2048).png().toBuffer(), 'flat');
    expect(plan).toMatchObject({ state: 'ready', kind: 'image' });
  });

  const film = () => readFile(testVideo('sphere.mp4'));
  const sphere = { Spherical: 'true', Stitched: 'true', ProjectionType: 'equirectangular' };

  it('a film is a sphere where its container says so, and flat without', async () => {
    const flat = await uploader.takeIn('flat.mp4', await film());
    expect(flat).toMatchObject({ state: 'ready', kind: 'film', width: 1024, height: 512 });
    expect(flat.durationSeconds).toBeGreaterThan(0);
    const whole = await uploader.takeIn('whole.mp4', withBox(await film(), 'trak', sphericalBox(sphere)));
    expect(whole).toMatchObject({ state: 'ready', kind: 'video' });
    expect((await fetch(origin + whole.previewUrl)).status).toBe(200);
    const turned = withBox(await film(), 'entry', sphericalBoxes({ pose: [30, 4, -2.5] }));
    const posed = {
      state: 'ready',
      kind: 'video',
      pose: null,
      proposedPose: { pitch: 4, roll: 2.5 },
      view: { yaw: 30, pitch: 0 },
    };
    expect(await uploader.takeIn('turned.mp4', turned)).toMatchObject(posed);
    expect(await uploader.takeIn('turned.webm', await readFile(testVideo('posed.webm')))).toMatchObject(
      posed,
    );
  });

  it.each<[string, Record<string, string>]>([
    ['cube map', { ...sphere, ProjectionType: 'cubemap' }],
    ['film in two colours', { ...sphere, StereoMode: 'anaglyph' }],
    ['part', { ...sphere, FullPanoWidthPixels: '2048', CroppedAreaImageWidthPixels: '1024' }],
  ])('a film that is a %s is refused', async (name, fields) => {
    const refused = await uploader.takeIn(`${name}.mp4`, withBox(await film(), 'trak', sphericalBox(fields)));
    expect(refused).toMatchObject({ state: 'refused', refusal: { code: 'media_projection_unsupported' } });
  });

  it('U6: a film is repackaged, the header first, without places and other data', async () => {
    const place = box('udta', box('\xa9xyz', Buffer.from('\0\x12\x15\xc7+52.5200+013.4050/', 'latin1')));
    const bytes = withBox(await film(), 'moov', place);
    expect(bytes.includes('+52.5200')).toBe(true);
    const ready = await uploader.takeIn('drone.mp4', bytes);
    const packed = (await filesOf(ready)).get('video.mp4') ?? Buffer.alloc(0);
    expect(packed.includes('+52.5200')).toBe(false);
    expect(packed.includes('udta')).toBe(false);
    expect(packed.indexOf('moov')).toBeLessThan(packed.indexOf('mdat'));
    // It is a film as before: it can be taken in again.
    const again = await uploader.takeIn('packed.mp4', packed);
    expect(again).toMatchObject({
      state: 'ready',
      durationSeconds: expect.closeTo(ready.durationSeconds ?? 0, 1),
    });
  });

  it('a QuickTime film becomes an MP4', async () => {
    const bytes = await film();
    bytes.write('qt  ', 8, 'latin1');
    const ready = await uploader.takeIn('camera.mov', bytes);
    expect(ready).toMatchObject({ state: 'ready', kind: 'film' });
    expect([...(await filesOf(ready)).keys()].sort()).toEqual(['poster.jpg', 'video.mp4']);
  });

  it.each<[string, (bytes: Buffer) => Buffer]>([
    ['tone.mp3', withTags],
    ['tone.m4a', (bytes) => withBox(bytes, 'moov', box('udta', box('\xa9ART', Buffer.from(SINGER))))],
  ])('U6: a sound is repackaged, without tags: %s', async (name, tag) => {
    const bytes = tag(await readFile(testSound(name as 'tone.mp3' | 'tone.m4a')));
    expect(bytes.includes(SINGER)).toBe(true);
    const ready = await uploader.takeIn(name, bytes);
    expect(ready).toMatchObject({ state: 'ready', kind: 'sound' });
    const [[path, packed] = ['', Buffer.alloc(0)], ...others] = await filesOf(ready);
    expect([path, others]).toEqual([name.replace('tone', 'sound'), []]);
    expect(packed.includes(SINGER)).toBe(false);
    expect(packed.includes('ID3') || packed.includes('TAG') || packed.includes('udta')).toBe(false);
    const again = await uploader.takeIn(name, packed);
    expect(again).toMatchObject({
      state: 'ready',
      durationSeconds: expect.closeTo(ready.durationSeconds ?? 0, 1),
    });
  });

  it('a sound is one', async () => {
    const ready = await uploader.takeIn('tone.mp3', await readFile(testSound('tone.mp3')));
    expect(ready).toMatchObject({ state: 'ready', kind: 'sound', width: null, previewUrl: null });
  });
});
