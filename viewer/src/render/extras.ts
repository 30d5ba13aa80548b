import { setOverlay } from './overlay.ts';
import type { Programs } from './program.ts';
import type { ExtraCommand } from './protocol.ts';
import type { SceneState } from './scene-state.ts';

/** What a stage can do besides showing scenes. */
export function handleExtra(
  programs: Programs | undefined,
  scene: SceneState | undefined,
  command: ExtraCommand,
): void {
  if (command.type === 'overlay') setOverlay(programs, scene, command);
  else
    import('./snapshot.ts')
      .then(({ takeSnapshot }) => takeSnapshot(programs, scene, command))
      .catch(() => command.port.postMessage(undefined));
}
