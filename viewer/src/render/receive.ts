import { ImageContent } from './image-content.ts';
import type { Programs } from './program.ts';
import type { MediaCommand } from './protocol.ts';
import type { SceneState } from './scene-state.ts';
import { WholeContent } from './whole-content.ts';

export function setWhole(scene: SceneState, programs: Programs, source: TexImageSource): void {
  scene.whole ??= new WholeContent(programs.gl, programs, scene.placement);
  scene.whole.set(source);
}

/** Takes media for the next frames. Resolves when a preview has filled what is missing of the tiles. */
export async function receive(
  scene: SceneState | undefined,
  programs: Programs | undefined,
  command: MediaCommand,
): Promise<void> {
  const source = command.type === 'frame' ? command.frame : command.bitmap;
  if (scene && programs) {
    if (command.type === 'image') {
      scene.image?.free();
      scene.image = new ImageContent(programs.gl, programs, command.bitmap, scene.placement);
      return;
    }
    if (command.type === 'tile') {
      if (scene.tiles) return scene.tiles.add(command.key, command.bitmap);
    } else {
      setWhole(scene, programs, source);
      scene.isVideo = command.type === 'frame';
      if (command.type === 'preview') await scene.tiles?.standIn(command.bitmap).catch(() => undefined);
    }
  }
  if ('close' in source) source.close();
}
