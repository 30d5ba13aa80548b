import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Direction, turn, vectorOf } from '@oriel/contract';
import sharp from 'sharp';
import { afterEach, expect, it } from 'vitest';
import { asAttributes } from '../../media/photo-sphere.fixture.ts';
import { emptyReport } from './draft.ts';
import { ImportFolder } from './import-folder.ts';
import { readExport } from './import-tour.ts';
import { horizonMatrix, poseOfHorizon } from './pannellum-pose.ts';

let root: string;
afterEach(() => rm(root, { recursive: true, force: true }));

const SIZES = {
  FullPanoWidthPixels: 512,
  FullPanoHeightPixels: 256,
  CroppedAreaImageWidthPixels: 512,
  CroppedAreaImageHeightPixels: 256,
  CroppedAreaLeftPixels: 0,
  CroppedAreaTopPixels: 0,
};
const POSE = { PoseHeadingDegrees: 40, PosePitchDegrees: 6, PoseRollDegrees: -11 };
const HOTSPOT = { pitch: 4, yaw: 70, type: 'info', text: 'Lamp' };

/** The only scene of an export whose picture says so of itself. */
async function sceneOf(numbers: Record<string, number>, scene: object) {
  root = await mkdtemp(path.join(tmpdir(), 'oriel-pannellum-'));
  const xmp = asAttributes(numbers);
  const picture = sharp({ create: { width: 512, height: 256, channels: 3, background: '#888' } });
  await mkdir(path.join(root, 'web/img'), { recursive: true });
  await writeFile(path.join(root, 'web/img/a.jpg'), await picture.withXmp(xmp).jpeg().toBuffer());
  const tour = { default: { basePath: 'img' }, scenes: { a: { panorama: 'a.jpg', ...scene } } };
  await writeFile(path.join(root, 'web/tour.json'), JSON.stringify(tour));
  const report = emptyReport();
  const { scenes } = await readExport(await ImportFolder.open(root), report);
  return { scene: scenes[0], report };
}

/** Where the first hotspot is on the level horizon of Pannellum's viewer. */
function level(at: Direction | undefined, pitch: number, roll: number): number[] {
  return [...turn(horizonMatrix(pitch, roll), vectorOf(at ?? { yaw: 0, pitch: 0 }))];
}
const closeTo = (numbers: readonly number[]) => numbers.map((number) => expect.closeTo(number, 9));

it('takes north and the horizon from the picture where the tour says nothing, by the signs of the viewer', async () => {
  const { scene, report } = await sceneOf({ ...SIZES, ...POSE }, { hotSpots: [HOTSPOT] });
  expect(scene?.pose).toEqual(poseOfHorizon(6, -11, 40));
  expect(scene?.pose?.roll).toBeCloseTo(11, 0);
  expect(scene?.pose?.pitch).toBeCloseTo(6, 0);
  expect(level(scene?.hotspots?.[0]?.at, 6, -11)).toEqual(closeTo(vectorOf(HOTSPOT)));
  expect(report.changed).toEqual([
    'Scene "img/a.jpg": northOffset, horizonPitch, horizonRoll as its picture’s metadata say.',
  ]);
});

it('prefers what the tour says, each by itself', async () => {
  const { scene } = await sceneOf(
    { ...SIZES, ...POSE },
    { horizonRoll: 3, northOffset: 0, hotSpots: [HOTSPOT] },
  );
  expect(level(scene?.hotspots?.[0]?.at, 6, 3)).toEqual(closeTo(vectorOf(HOTSPOT)));
  expect(scene?.pose?.heading).toBeCloseTo(0, 0);
});

it.each([
  ['the tour ignores them', { ...SIZES, ...POSE }, { ignoreGPanoXMP: true }],
  ['sizes are missing', POSE, {}],
  ['roll is missing', { ...SIZES, PosePitchDegrees: 6 }, {}],
])('leaves the metadata where %s', async (_, numbers, config) => {
  const { scene, report } = await sceneOf(numbers, { ...config, hotSpots: [HOTSPOT] });
  expect(scene?.pose).toEqual({ pitch: closeTo([0])[0], roll: closeTo([0])[0] });
  expect(level(scene?.hotspots?.[0]?.at, 0, 0)).toEqual(closeTo(vectorOf(HOTSPOT)));
  expect(report.changed).toEqual([]);
});
