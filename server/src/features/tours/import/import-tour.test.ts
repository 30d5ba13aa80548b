import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SceneDetail } from '@oriel/contract';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  createMediaApp,
  directionImage,
  directionOf,
  type MediaApp,
} from '../../../../testing/apps/media-app.ts';
import { readTour } from '../service.ts';
import { paintedCube } from './cube.fixture.ts';
import { FACES, type Face } from './draft.ts';
import { ImportFolder, ImportRefused, pathInside } from './import-folder.ts';
import { importTour } from './import-tour.ts';

const FACE = 256;
const cube = paintedCube(FACE);
const faceImage = (face: Face) =>
  sharp(cube[face].pixels, { raw: { width: FACE, height: FACE, channels: 3 } }).png();

let folder: string;
afterEach(() => rm(folder, { recursive: true, force: true }));

async function writeFolder(files: Record<string, string | Buffer>): Promise<string> {
  folder = await mkdtemp(path.join(tmpdir(), 'oriel-import-'));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.join(folder, path.dirname(name)), { recursive: true });
    await writeFile(path.join(folder, name), content);
  }
  return folder;
}

/** The faces of the cube in tiles of 128 pixels. */
async function tiles(
  name: (face: Face, row: number, column: number) => string,
): Promise<Record<string, Buffer>> {
  const files: Record<string, Buffer> = {};
  for (const face of FACES)
    for (const row of [0, 1])
      for (const column of [0, 1]) {
        const area = { left: column * 128, top: row * 128, width: 128, height: 128 };
        files[name(face, row, column)] = await faceImage(face).extract(area).toBuffer();
      }
  return files;
}

describe('importing a folder', () => {
  let test: MediaApp;
  beforeAll(async () => {
    test = await createMediaApp();
  });
  afterAll(() => test.close());

  const run = (options: { slug?: string; title?: string; price?: number } = {}) =>
    importTour({ db: test.db, media: test.media, dataDir: test.config.dataDir }, folder, {
      price: 0,
      ...options,
    });

  /** Fails unless the picture of a scene shows each direction where it belongs. */
  async function expectDirections(slug: string, id: string): Promise<void> {
    test.app.responseCache.clear();
    const response = await test.app.inject(`/api/vr360/${slug}/scenes/${id}`);
    expect(response.statusCode, response.body.slice(0, 300)).toBe(200);
    const { url } = response.json<SceneDetail>();
    const picture = await test.app.inject(url);
    const { data, info } = await sharp(picture.rawPayload).raw().toBuffer({ resolveWithObject: true });
    for (const yaw of [-170, -100, -45, 0, 45, 90, 140])
      for (const pitch of [-70, -30, 0, 40, 75]) {
        const x = Math.floor(((yaw + 180) / 360) * info.width);
        const y = Math.floor(((90 - pitch) / 180) * info.height);
        const offset = (y * info.width + x) * 3;
        const seen = directionOf([...data.subarray(offset, offset + 3)]);
        expect(Math.abs(seen.pitch - pitch), `${yaw}, ${pitch}`).toBeLessThan(2.5);
        const apart = Math.abs(((seen.yaw - yaw + 540) % 360) - 180) * Math.cos((pitch * Math.PI) / 180);
        expect(apart, `${yaw}, ${pitch}`).toBeLessThan(2.5);
      }
  }

  it('takes a tour of Pannellum: whole pictures, cubes, and parts of the sphere', async () => {
    const whole = await directionImage(1024).jpeg().toBuffer();
    const part = await directionImage(1024)
      .extract({ left: 256, top: 128, width: 512, height: 256 })
      .jpeg()
      .toBuffer();
    const faces = await Promise.all(
      FACES.map(async (face) => [`cube/${face}.png`, await faceImage(face).toBuffer()]),
    );
    const door = (sceneId: string, yaw = 0) => ({ type: 'scene', yaw, pitch: 0, sceneId, text: sceneId });
    const config = {
      default: { firstScene: 'hall' },
      scenes: {
        hall: {
          title: 'Hall',
          panorama: 'hall.jpg',
          hotSpots: [door('cube'), door('part', 90), door('gone', 40)],
        },
        cube: { type: 'cubemap', cubeMap: FACES.map((face) => `cube/${face}.png`), hotSpots: [door('hall')] },
        part: { panorama: 'part.jpg', haov: 180, vaov: 90, hotSpots: [door('hall')] },
        lost: { title: 'Lost', panorama: '../../etc/passwd' },
      },
    };
    await writeFolder({
      'tour.json': JSON.stringify(config),
      'hall.jpg': whole,
      'part.jpg': part,
      ...Object.fromEntries(faces),
    });
    const { experienceId, slug, problems, report } = await run();
    expect([slug, problems]).toEqual(['hall', []]);
    expect(report.leftOut.join('\n')).toMatch(/"Lost": The file \S+ lies outside[\s\S]*the door "gone"/);
    const published = await readTour(test.db, experienceId, 'published');
    expect(published?.tour.scenes.map(({ id }) => id)).toEqual(['hall', 'cube', 'part']);
    expect(published?.tour.scenes[2]?.limits).toEqual({
      minYaw: -90,
      maxYaw: 90,
      minPitch: -45,
      maxPitch: 45,
    });
    await expectDirections('hall', 'hall');
    await expectDirections('hall', 'cube');
    const detail = (await test.app.inject('/api/vr360/hall')).json();
    expect(
      detail.tour.scenes.every(({ thumbnails }: { thumbnails?: object }) => thumbnails !== undefined),
    ).toBe(true);
  });

  it('takes an export of the Marzipano Tool', async () => {
    const data = `var APP_DATA = { "name": "Flat", "scenes": [{ "id": "0-flat", "name": "Flat",
      levels: [{ tileSize: 256, size: 256, fallbackOnly: true }, { tileSize: 128, size: 256 }], "faceSize": 256,
      linkHotspots: [{ yaw: 0, pitch: 0.1, rotation: 0, target: "9-none" }] }] };`;
    await writeFolder({
      'app-files/data.js': data,
      'app-files/index.html': '',
      ...(await tiles((face, row, column) => `app-files/tiles/0-flat/1/${face}/${row}/${column}.jpg`)),
    });
    const { report, tour } = await run({ slug: 'a-flat', title: 'A flat', price: 50 });
    expect(tour).toMatchObject({ start: '0-flat', scenes: [{ title: 'Flat', hotspots: [] }] });
    expect(report.changed).toEqual(['Scene "Flat": its cube became one picture of 1024 by 512 pixels.']);
    const detail = (await test.app.inject('/api/vr360/a-flat')).json();
    expect(detail).toMatchObject({ title: 'A flat', tokensRequired: 50, isPermission: false });
  });

  it('takes a tour of krpano, as a draft where a scene cannot be reached', async () => {
    const xml = `<krpano><scene name="a"><image><cube url="p/%s/l%l/%v_%h.png" multires="128,256"/></image></scene>
      <scene name="b"><image><cube url="p/%s/l%l/%v_%h.png" multires="128,256"/></image></scene></krpano>`;
    await writeFolder({
      'tour.xml': xml,
      ...(await tiles((face, row, column) => `p/${face}/l1/${row + 1}_${column + 1}.png`)),
    });
    const { experienceId, problems } = await run({ slug: 'two-rooms' });
    expect(problems).toEqual(['Scene "b" cannot be reached from the start scene.']);
    expect(await readTour(test.db, experienceId, 'published')).toBeUndefined();
    expect(await readTour(test.db, experienceId, 'latest')).toMatchObject({ version: 1 });
  });

  it.each<[RegExp, Record<string, string>]>([
    [/^No tour was found/, { 'readme.txt': '' }],
    [/^The tour is no valid JSON/, { 'tour.json': '{' }],
    [/^The file data.js holds more than plain data/, { 'data.js': 'var APP_DATA = { a: alert(1) };' }],
    [
      /^No scene could be imported. Scene "a": The file a.jpg is missing/,
      {
        'tour.json': '{"scenes":{"a":{"panorama":"a.jpg"}}}',
      },
    ],
    [
      /^No scene could be imported. Scene "a": This is an SVG drawing/,
      {
        'tour.json': '{"scenes":{"a":{"panorama":"a.jpg"}}}',
        'a.jpg': '<svg/>',
      },
    ],
  ])('is refused: %s', async (message, files) => {
    await writeFolder(files);
    const before = await test.inventory();
    await expect(run()).rejects.toThrow(message);
    await expect(run()).rejects.toBeInstanceOf(ImportRefused);
    expect(await test.inventory()).toEqual(before);
  });
});

describe('a folder', () => {
  it('opens only what lies inside', async () => {
    const outside = await mkdtemp(path.join(tmpdir(), 'oriel-outside-'));
    await writeFile(path.join(outside, 'secret.jpg'), 'secret');
    await writeFolder({ 'app/tour.json': '{}', 'Pictures/A.JPG': 'a' });
    await symlink(path.join(outside, 'secret.jpg'), path.join(folder, 'link.jpg'));
    await symlink(outside, path.join(folder, 'linked'));
    const opened = (await ImportFolder.open(folder)).below('app');
    expect(await opened.resolve('../pictures/a.jpg?v=1')).toMatch(/Pictures\/A\.JPG$/);
    for (const name of [
      '../link.jpg',
      '../linked/secret.jpg',
      '../../etc/passwd',
      path.join(outside, 'secret.jpg'),
    ])
      await expect(opened.resolve(name)).rejects.toThrow(ImportRefused);
    expect(opened.list()).toEqual(['Pictures/A.JPG', 'app/tour.json']);
    await rm(outside, { recursive: true });
  });

  it.each([
    ['a/../b.jpg', 'b.jpg'],
    ['./a\\b.jpg', 'a/b.jpg'],
    ['../a.jpg', undefined],
    ['..\\..\\a', undefined],
    ['/etc/passwd', undefined],
    ['\\\\host\\share', undefined],
    ['file:///etc/passwd', undefined],
    ['https://example.org/a.jpg', undefined],
    ['C:\\a.jpg', undefined],
    ['a\u0000.jpg', undefined],
    ['', undefined],
  ])('reads the name %j', (name, inside) => {
    expect(pathInside('', name)).toBe(inside);
  });
});
