import type { PrivacyCheck, PrivacyRegion } from '@oriel/contract';
import { useEffect, useRef, useState } from 'react';
import { closeUpOf } from './close-up.ts';
import { fetchCheck } from './use-checks.ts';

/** In pixels, twice as many as in CSS. */
const SIZE = { width: 320, height: 240 };
/** Of the region, how much one square of its blur is. */
const SQUARE = 1 / 6;

const loadImage = async (url: string): Promise<HTMLImageElement> => {
  const image = new Image();
  image.src = url;
  await image.decode();
  return image;
};

async function draw(
  canvas: HTMLCanvasElement,
  check: PrivacyCheck,
  region: PrivacyRegion,
  signal: AbortSignal,
): Promise<void> {
  const closeUp = closeUpOf(check, region, SIZE);
  const images = await Promise.all(closeUp.pieces.map(({ url }) => loadImage(url)));
  const context = canvas.getContext('2d');
  if (context === null || signal.aborted) return;
  context.clearRect(0, 0, SIZE.width, SIZE.height);
  closeUp.pieces.forEach(({ left, top, width, height }, index) => {
    // Neighbours share a border, which rounding would let shine through.
    const image = images[index];
    if (image) context.drawImage(image, left, top, width + 0.5, height + 0.5);
  });
  if (region.isBlurred) hide(context, region, closeUp.region);
}

/** As the blur will look: squares, whose colours are those of what they hide. */
function hide(
  context: CanvasRenderingContext2D,
  { shape }: PrivacyRegion,
  { left, top, width, height }: { left: number; top: number; width: number; height: number },
): void {
  const square = Math.max(6, Math.min(width, height) * SQUARE);
  const small = document.createElement('canvas');
  small.width = Math.max(1, Math.round(width / square));
  small.height = Math.max(1, Math.round(height / square));
  small
    .getContext('2d')
    ?.drawImage(context.canvas, left, top, width, height, 0, 0, small.width, small.height);
  context.save();
  context.beginPath();
  if (shape === 'ellipse')
    context.ellipse(left + width / 2, top + height / 2, width / 2, height / 2, 0, 0, 2 * Math.PI);
  else context.rect(left, top, width, height);
  context.clip();
  context.drawImage(small, left, top, width, height);
  context.restore();
}

interface Props {
  workspace: string;
  check: PrivacyCheck;
  region: PrivacyRegion;
  className: string | undefined;
}

/** A region and what is around it, as it will be shown; decorative, beside its name. */
export function CloseUp({ workspace, check, region, className }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isLost, setLost] = useState(false);
  const latest = useRef(check);
  latest.current = check;
  const place = JSON.stringify(region);
  const { asset } = check;
  useEffect(() => {
    const abort = new AbortController();
    const shown: PrivacyRegion = JSON.parse(place);
    const show = async () => {
      const element = canvas.current;
      if (element === null) return;
      try {
        await draw(element, latest.current, shown, abort.signal).catch(async () =>
          // The URLs may have expired.
          draw(element, await fetchCheck(workspace, asset), shown, abort.signal),
        );
        if (!abort.signal.aborted) setLost(false);
      } catch {
        if (!abort.signal.aborted) setLost(true);
      }
    };
    void show();
    return () => abort.abort();
  }, [workspace, asset, place]);
  return (
    <span className={className} data-lost={isLost || undefined} aria-hidden="true">
      <canvas ref={canvas} width={SIZE.width} height={SIZE.height} />
    </span>
  );
}
