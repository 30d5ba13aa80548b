import { expect, photo, type Stand, test } from './fixture.ts';
import { TILT } from './pictures.ts';

/** A second of a tone, as a WAV file of 8,000 samples. */
function tone(): Buffer {
  const samples = 8000;
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + samples, 4);
  header.write('WAVEfmt ', 8);
  for (const [at, value, bytes] of [
    [16, 16, 4],
    [20, 1, 2],
    [22, 1, 2],
    [24, samples, 4],
    [28, samples, 4],
    [32, 1, 2],
    [34, 8, 2],
  ] as const)
    header.writeUIntLE(value, at, bytes);
  header.write('data', 36);
  header.writeUInt32LE(samples, 40);
  return Buffer.concat([
    header,
    Buffer.from(Array.from({ length: samples }, (_, at) => 128 + 90 * Math.sin(at))),
  ]);
}

/** How many decibels louder a sound is on the right, for a visitor who looks that way; degrees. */
const louderRight = (stand: Stand, at: number, yaw: number, pose?: readonly number[]): Promise<number> =>
  stand.page.evaluate(
    async ([from, towards, matrix]) => (await window.harness.more()).louderRight(from, towards, matrix),
    [(at * Math.PI) / 180, (yaw * Math.PI) / 180, pose] as const,
  );

test('is heard from its direction, wherever the visitor looks', { tag: '@worker' }, async ({ stand }) => {
  await stand.page.goto(stand.site.origin);
  expect(await louderRight(stand, 90, 0)).toBeGreaterThan(6);
  expect(await louderRight(stand, 90, 180)).toBeLessThan(-6);
  expect(await louderRight(stand, -90, 0)).toBeLessThan(-6);
  expect(Math.abs(await louderRight(stand, 90, 90))).toBeLessThan(1);
  // A quarter of a turn of the camera that took the picture.
  expect(Math.abs(await louderRight(stand, 90, 0, [0, 0, -1, 0, 1, 0, 1, 0, 0]))).toBeLessThan(1);
});

test('follows a head that is none of the page', { tag: '@worker' }, async ({ stand }) => {
  await stand.open();
  await stand.load(photo('direction'));
  // Turned by a quarter to the right, then by none: right, up and back of the head.
  for (const [head, ahead] of [
    [
      [0, 0, 1, 0, 1, 0, -1, 0, 0],
      [1, 0, 0],
    ],
    [
      [1, 0, 0, 0, 1, 0, 0, 0, 1],
      [0, 0, -1],
    ],
  ] as const) {
    const heard = await stand.page.evaluate(
      async (given) => (await window.harness.more()).hearAs(given),
      [...head],
    );
    heard.forEach((value, axis) => {
      expect(value).toBeCloseTo(ahead[axis] ?? 0, 5);
    });
  }
});

test('goes with its scene, and ends with the viewer', { tag: '@worker' }, async ({ stand }) => {
  const requests: string[] = [];
  await stand.page.route('**/sounds/*', (route) => {
    requests.push(new URL(route.request().url()).pathname);
    return route.fulfill({ contentType: 'audio/wav', body: tone() });
  });
  await stand.open();
  await stand.load(photo('tilted', { pose: TILT }));
  const at = { yaw: 1, pitch: 0 };
  const [hum, sea, piano] = ['/sounds/hum', '/sounds/sea', '/sounds/piano'].map((src) => ({ src }));
  const heard = () => stand.page.evaluate(async () => (await window.harness.more()).heard());
  const hear = (sounds: unknown[]) =>
    stand.page.evaluate(
      async (given) => (await window.harness.more()).hear(given as { src: string }[]),
      sounds,
    );
  await hear([hum, { ...sea, at, volume: 0.5 }]);
  await expect.poll(heard).toEqual(['/sounds/hum', '/sounds/sea']);
  await hear([{ ...sea, at: { yaw: -1, pitch: 0 } }, piano]);
  // What both scenes have plays on; the other fades.
  await expect.poll(heard).toEqual(['/sounds/piano', '/sounds/sea']);
  expect(requests.filter((path) => path === '/sounds/sea')).toHaveLength(1);
  await stand.page.evaluate(() => window.harness.viewer.destroy());
  expect(await heard()).toEqual([]);
});
