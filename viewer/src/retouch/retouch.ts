import type { RetouchCommand } from '../render/protocol.ts';
import type { Adjustment, Nadir } from '../types.ts';
import type { Viewer } from '../viewer.ts';

export interface Retouch {
  adjust?: Adjustment | undefined;
  nadir?: Nadir | undefined;
}

export interface SceneRetouch {
  /** Draws what is wanted now. */
  update(): void;
}

/**
 * Draws each scene that the viewer shows with its `adjust` and `nadir`, until the viewer is destroyed.
 *
 * @param wanted what to draw in their place; asked for each scene and at each `update`
 */
export function showRetouch(viewer: Viewer, wanted?: () => Retouch): SceneRetouch {
  const { camera, signal, send } = viewer.parts;
  let retouched: number | undefined;
  let updates = 0;

  async function draw(): Promise<void> {
    const update = ++updates;
    const { scene } = camera;
    const { number } = scene;
    const given = wanted?.() ?? scene;
    if (number === undefined || (!given.adjust && !given.nadir && number !== retouched)) return;
    retouched = number;
    const retouch = await loadRetouch(given, signal);
    const isLatest = update === updates && !signal.aborted;
    if (isLatest) send({ type: 'extra', scene: number, retouch }, retouch.image ? [retouch.image] : []);
    else retouch.image?.close();
  }

  const update = () => void draw();
  viewer.on('ready', update);
  viewer.on('contextrestored', update);
  update();
  return { update };
}

/** What a stage needs to draw a scene's retouch. Without its image, which may not be had, the disc is a colour. */
export async function loadRetouch(
  { adjust, nadir }: Retouch,
  signal: AbortSignal,
): Promise<RetouchCommand['retouch']> {
  if (!nadir) return { adjust };
  const { radius, colour, image } = nadir;
  return { adjust, nadir: { radius, colour }, image: image ? await fetchImage(image, signal) : undefined };
}

async function fetchImage(url: string, signal: AbortSignal): Promise<ImageBitmap | undefined> {
  try {
    const response = await fetch(url, { signal });
    return response.ok ? await createImageBitmap(await response.blob()) : undefined;
  } catch {
    return undefined;
  }
}
