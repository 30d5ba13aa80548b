import { type Cube, drawSphere } from './cube-projection.ts';

/** A cube to draw; the pixels of its faces are in shared memory. */
export default ({ cube, width }: { cube: Cube; width: number }): Uint8Array => drawSphere(cube, width);
