import type { HotspotKind } from '../types.ts';
import { GLYPHS } from './glyphs.ts';

/** Of a marker's square, its shadow included, in CSS pixels. */
export const CELL = 52;
const GOLD = '#bf8f2c';
const CREAM = '#fbf1e5';
const INK = '#1d1507';
/** How much larger a marker is that is pointed at. */
const LIT_SCALE = 1.15;
/** An arch for doors, which leads somewhere; a disc for all else. Around 0, 0. */
const ARCH = 'M-14 17V-3a14 14 0 0 1 28 0V17z';
const DISC = 'M-14 0a14 14 0 0 1 28 0a14 14 0 0 1 -28 0z';

export const KINDS = Object.keys(GLYPHS) as HotspotKind[];

/** The markers of all kinds in a row, and lit in a second one. */
export function drawAtlas(pixelRatio: number): Promise<ImageBitmap> {
  // Even, since a marker's middle is on a whole pixel.
  const size = Math.round((CELL * pixelRatio) / 2) * 2;
  const canvas = document.createElement('canvas');
  canvas.width = size * KINDS.length;
  canvas.height = size * 2;
  const context = canvas.getContext('2d');
  KINDS.forEach((kind, column) => {
    for (const row of [0, 1]) {
      if (!context) return;
      const scale = (size / CELL) * (row ? LIT_SCALE : 1);
      context.setTransform(scale, 0, 0, scale, (column + 0.5) * size, (row + 0.5) * size);
      drawMarker(context, kind, row === 1, scale);
    }
  });
  return createImageBitmap(canvas);
}

function drawMarker(
  context: CanvasRenderingContext2D,
  kind: HotspotKind,
  isLit: boolean,
  scale: number,
): void {
  const isDoor = kind === 'door';
  const shape = new Path2D(isDoor ? ARCH : DISC);
  const stroke = (path: Path2D, colour: string, width: number) => {
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.stroke(path);
  };
  context.lineCap = context.lineJoin = 'round';
  context.shadowColor = 'rgba(29,21,7,.55)';
  context.shadowBlur = 7 * scale;
  context.shadowOffsetY = 1.5 * scale;
  stroke(shape, isDoor ? CREAM : INK, isDoor ? 5 : 3);
  context.shadowColor = 'transparent';
  if (isLit) stroke(shape, CREAM, 6);
  stroke(shape, isDoor ? CREAM : GOLD, 3);
  context.fillStyle = isDoor ? GOLD : CREAM;
  context.fill(shape);
  context.translate(-10.2, isDoor ? -8 : -10.2);
  context.scale(0.85, 0.85);
  stroke(new Path2D(GLYPHS[kind]), INK, 2.2);
}
