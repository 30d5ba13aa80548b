import { confinement } from '../controls/camera.ts';
import type { LoadOptions, PhotoScene, Scene } from '../types.ts';
import { PhotoSource } from './photo-source.ts';
import type { Source, SourceContext } from './source.ts';
import type { VideoSource } from './video-source.ts';

/** Loaded with the first video. */
let Video: typeof VideoSource | undefined;

/** Resolves when the scripts are there that a scene needs besides; undefined where it needs none. */
export function scriptsFor(scene: Scene): Promise<unknown> | undefined {
  const confine = confinement(scene);
  if (scene.kind === 'photo' || Video) return confine;
  const video = import('./video-source.ts').then((module) => {
    Video = module.VideoSource;
  });
  return Promise.all([video, confine]);
}

/** Begins to fetch a scene whose scripts are there. */
export const createSource = (
  scene: Scene,
  context: SourceContext,
  renewScene: LoadOptions['renewScene'],
): Source =>
  scene.kind === 'video' && Video
    ? new Video(scene, context, renewScene)
    : new PhotoSource(scene as PhotoScene, context, renewScene);
