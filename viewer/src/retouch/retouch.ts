import type { RetouchCommand } from '../render/protocol.ts';
import type { Adjustment, Nadir } from '../types.ts';
import type { Viewer } from '../viewer.ts';

export interface Retouch {
  adjust?: Adjustment | undefined;
  nadir?: Nadir | undefined;
}

export interface SceneRetouch {
  /** Replaces that of the scene in view, until another scene is shown. */
  set(retouch: Retouch): void;
}

/** Draws each scene that the viewer shows with its own `adjust` and `nadir`, until the viewer is destroyed. */
export function showRetouch(viewer: Viewer): SceneRetouch {
  const { camera, signal, send } = viewer.parts;
  /** Of the scene in view, once that differs from the scene's own. */
  let wanted: Retouch | undefined;
  let retouched: number | undefined;

  async function draw(): Promise<void> {
    const { scene } = camera;
    const { number } = scene;
    if (number === undefined) return;
    const own = wanted ?? scene;
    if (!own.adjust && !own.nadir && number !== retouched) return;
    retouched = number;
    const retouch = await loadRetouch(own, signal);
    const isLatest = camera.scene === scene && own === (wanted ?? scene);
    if (isLatest && !signal.aborted)
      send({ type: 'extra', scene: number, retouch }, retouch.image ? [retouch.image] : []);
    else retouch.image?.close();
  }

  const begin = () => {
    wanted = undefined;
    void draw();
  };
  viewer.on('ready', begin);
  viewer.on('contextrestored', () => void draw());
  begin();
  return {
    set(retouch) {
      wanted = retouch;
      void draw();
    },
  };
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
