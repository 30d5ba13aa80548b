import { setOverlay } from './overlay.ts';
import type { Programs } from './program.ts';
import type { ExtraCommand } from './protocol.ts';
import type { drawScene, SceneState } from './scene-state.ts';

/**
 * What a stage can do besides showing scenes.
 *
 * @param size of the screen, in device pixels; the canvas may have fewer
 */
export function handleExtra(
  programs: Programs | undefined,
  scene: SceneState | undefined,
  command: ExtraCommand,
  draw: typeof drawScene,
  size: { width: number; height: number },
): void {
  if (command.type === 'overlay') setOverlay(programs, scene, command);
  else
    import('./snapshot.ts')
      .then(({ takeSnapshot }) => takeSnapshot(programs, scene, command, draw, size))
      .catch(() => command.port.postMessage(undefined));
}
