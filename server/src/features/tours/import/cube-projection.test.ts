import { expect, it } from 'vitest';
import { directionImage } from '../../../../testing/apps/media-app.ts';
import { paintedCube } from './cube.fixture.ts';
import { drawSphere } from './cube-projection.ts';

it('every direction of a cube is where it belongs on the sphere', async () => {
  const expected = await directionImage(1024).raw().toBuffer();
  const drawn = drawSphere(paintedCube(256), 1024);
  expect(drawn.length).toBe(expected.length);
  let worst = 0;
  let sum = 0;
  for (const [index, value] of drawn.entries()) {
    const error = Math.abs(value - (expected[index] ?? 0));
    worst = Math.max(worst, error);
    sum += error;
  }
  // Two steps of 256: about a degree; faces that were flipped or turned are off by up to 200.
  expect(worst).toBeLessThanOrEqual(2);
  expect(sum / drawn.length).toBeLessThan(0.7);
});
