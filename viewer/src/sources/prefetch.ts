import { confinement } from '../controls/camera.ts';
import { placementOf } from '../math/placement.ts';
import { baseTiles } from '../math/tiles.ts';
import type { Scene } from '../types.ts';
import { fetchBlob, tileUrl } from './media-fetcher.ts';

/** What a browser says of the network, where it says anything. */
interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** Fetches the coarsest tiles of the scenes, in their order and one by one, and forgets what belongs to none of them. */
export async function prefetch(
  scenes: readonly Scene[],
  media: Map<string, Blob>,
  signal: AbortSignal,
): Promise<void> {
  const urls = new Set(scenes.flatMap(firstUrls));
  for (const url of media.keys()) if (!urls.has(url)) media.delete(url);
  const { saveData, effectiveType = '' }: Connection =
    (navigator as { connection?: Connection }).connection ?? {};
  if (saveData || effectiveType.includes('2g')) return;
  await idle();
  // The scripts that the way to any scene needs.
  await Promise.all([import('../passage.ts'), ...scenes.map(confinement)]);
  for (const url of urls) {
    if (signal.aborted) return;
    if (media.has(url)) continue;
    const blob = await fetchBlob(url, signal, 'low').catch(() => undefined);
    if (blob instanceof Blob && !signal.aborted) media.set(url, blob);
  }
}

function firstUrls(scene: Scene): string[] {
  if (scene.kind !== 'photo' || !scene.tiles) return [];
  return baseTiles(scene.tiles, placementOf(scene)).map((key) => tileUrl(scene, key));
}

const idle = (): Promise<unknown> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: 2000 });
    else setTimeout(resolve, 200);
  });
