// @module-tag processes
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type PlacedFace, sphereWithFaces } from './drawn-faces.fixture.ts';
import { searchFaces } from './face-search.ts';
import { type FoundRegion, mergeRegions, regionOf, sharedPart, VIEW_PIXELS } from './faces.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'oriel-faces-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function search(width: number, faces: readonly PlacedFace[]): Promise<FoundRegion[]> {
  const file = path.join(folder, 'sphere.jpg');
  await (await sphereWithFaces(width, faces)).jpeg({ quality: 90 }).toFile(file);
  return searchFaces(file, folder, 'mono', { timeoutMs: 120_000 });
}

// A whole search takes some seconds of one processor.
it('faces are found where they are, each once, also across the seam, and nothing else is', {
  timeout: 180_000,
}, async () => {
  const faces = [
    { yaw: 20, pitch: 3, height: 14, look: 0 },
    { yaw: 179.5, pitch: -4, height: 14, look: 2 },
    { yaw: -80, pitch: 12, height: 12, look: 3 },
  ];
  const found = await search(2048, faces);
  expect(found).toHaveLength(faces.length);
  const hits = faces.map(({ yaw, pitch, height }) =>
    found.filter((region) => sharedPart(region, { yaw, pitch, width: height, height }) > 0.6),
  );
  expect(hits.map(({ length }) => length)).toEqual([1, 1, 1]);
});

it('a search that fails is no search that finds nothing', async () => {
  await expect(
    searchFaces(path.join(folder, 'none.jpg'), folder, 'mono', { timeoutMs: 60_000 }),
  ).rejects.toThrow();
});

it('a box in a view covers the region behind it, whatever the view looks at', () => {
  const middle = VIEW_PIXELS / 2;
  const box = { x: middle - 32, y: middle - 32, width: 64, height: 64 };
  const ahead = regionOf({ yaw: 170, pitch: 0, fov: 90 }, box);
  expect(ahead.yaw).toBeCloseTo(170);
  expect(ahead.pitch).toBeCloseTo(0);
  // 64 pixels of 512 at 90 degrees, grown by 1.3.
  expect(ahead.width).toBeCloseTo((2 * 180 * Math.atan((1.3 * 32) / 256)) / Math.PI);
  const beyond = regionOf({ yaw: 170, pitch: 0, fov: 90 }, { ...box, x: 512 - 64 });
  expect(beyond.yaw).toBeLessThan(-140);
  // The same picture is wider in degrees of yaw the nearer it is to a pole.
  expect(regionOf({ yaw: 0, pitch: 45, fov: 90 }, box).width).toBeGreaterThan(1.3 * ahead.width);
});

it('of regions that show the same face the surest is kept, over the seam too', () => {
  const at = (yaw: number, score: number) => ({ yaw, pitch: 0, width: 10, height: 10, score });
  expect(mergeRegions([at(179, 0.5), at(-179, 0.9), at(40, 0.7)])).toEqual([at(-179, 0.9), at(40, 0.7)]);
});
