import type { Pose } from '@oriel/contract';
import { directionOf, poseMatrix, turnBack } from '@oriel/contract/shared/tour/pose';

/** Degrees; wide enough for edges on both sides. */
const VERTICAL_FOV = 70;
/** What is decoded of the sphere; more is not visible in a small picture. */
const SPHERE_WIDTH = 1024;
const SPHERE_HEIGHT = 512;

/** The pixel of an equirectangular picture in a direction of its own frame. */
function offsetOf({ yaw, pitch }: { yaw: number; pitch: number }): number {
  const x = Math.min(SPHERE_WIDTH - 1, Math.floor(((yaw + 180) / 360) * SPHERE_WIDTH));
  const y = Math.min(SPHERE_HEIGHT - 1, Math.floor(((90 - pitch) / 180) * SPHERE_HEIGHT));
  return (y * SPHERE_WIDTH + x) * 4;
}

/**
 * Draws the middle of a file's preview, turned by a pose. Previews show the left eye; those of square photos that were made
 * before did both, the left one above.
 */
export function drawPosed(canvas: HTMLCanvasElement, image: HTMLImageElement, pose: Pose): void {
  const source = new OffscreenCanvas(SPHERE_WIDTH, SPHERE_HEIGHT).getContext('2d');
  const target = canvas.getContext('2d');
  if (source === null || target === null) return;
  const { naturalWidth: columns, naturalHeight } = image;
  const rows = columns === naturalHeight ? naturalHeight / 2 : naturalHeight;
  source.drawImage(image, 0, 0, columns, rows, 0, 0, SPHERE_WIDTH, SPHERE_HEIGHT);
  const sphere = source.getImageData(0, 0, SPHERE_WIDTH, SPHERE_HEIGHT).data;
  const { width, height } = canvas;
  const drawn = target.createImageData(width, height);
  const matrix = poseMatrix(pose);
  const scale = (2 * Math.tan((VERTICAL_FOV / 360) * Math.PI)) / height;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const ray = [(x + 0.5 - width / 2) * scale, (height / 2 - y - 0.5) * scale, -1] as const;
      const from = offsetOf(directionOf(turnBack(matrix, ray)));
      drawn.data.set(sphere.subarray(from, from + 4), (y * width + x) * 4);
    }
  }
  target.putImageData(drawn, 0, 0);
}
