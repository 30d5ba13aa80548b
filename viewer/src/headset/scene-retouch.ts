import type { Programs } from '../render/program.ts';
import { Retouch } from '../render/retouch.ts';
import { loadRetouch } from '../retouch/retouch.ts';
import type { Scene } from '../types.ts';

/** What draws a scene's `adjust` and `nadir` for an eye; undefined once the scene has been freed. */
export async function createSceneRetouch(
  scene: Scene,
  programs: Programs,
  signal: AbortSignal,
): Promise<Retouch | undefined> {
  const retouch = await loadRetouch(scene, signal);
  if (!signal.aborted) return new Retouch(programs, retouch);
  retouch.image?.close();
  return undefined;
}
