import { setOverlay } from './overlay.ts';
import type { Programs } from './program.ts';
import type { ExtraCommand } from './protocol.ts';
import type { drawScene, SceneState } from './scene-state.ts';

/**
 * What a stage can do besides showing scenes.
 *
 * @param size of the screen, in device pixels; the canvas may have fewer
 * @returns when what changes the screen is done
 */
export async function handleExtra(
  programs: Programs | undefined,
  scene: SceneState | undefined,
  command: ExtraCommand,
  draw: typeof drawScene,
  size: { width: number; height: number },
): Promise<void> {
  if ('lit' in command) setOverlay(programs, scene, command);
  else if ('retouch' in command) (await import('./retouch.ts')).setRetouch(programs, scene, command);
  else
    import('./snapshot.ts')
      .then(({ takeSnapshot }) => takeSnapshot(programs, scene, command, draw, size))
      .catch(() => command.port.postMessage(undefined));
}
