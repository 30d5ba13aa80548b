import { poseMatrix } from '@oriel/contract/shared/tour/pose';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cameraMatrix, DEGREE } from '../../../../viewer/src/math/view.ts';

const angle = (limit: number) => fc.double({ min: -limit, max: limit, noNaN: true });

it('the pose of a picture is the orientation of a camera of the viewer', () => {
  fc.assert(
    fc.property(angle(360), angle(90), angle(180), (heading, pitch, roll) => {
      const camera = { yaw: heading * DEGREE, pitch: pitch * DEGREE, roll: roll * DEGREE, fov: 1 };
      const matrix = cameraMatrix(camera);
      poseMatrix({ heading, pitch, roll }).forEach((value, index) => {
        expect(value).toBeCloseTo(matrix[index] ?? Number.NaN, 12);
      });
    }),
  );
});
