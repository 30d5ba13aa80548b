import type { Pose, TourScene } from './schema.ts';

/** What is known of a 360-degree file in a workspace. */
interface SphereFile {
  kind: string | null;
  width: number | null;
  height: number | null;
  pose: Pose | null;
}

/** How a scene that shows a file is laid out. A square picture has one half for each eye. */
export function layoutOf({
  kind,
  width,
  height,
  pose,
}: SphereFile): Pick<TourScene, 'kind' | 'stereo' | 'pose'> {
  const isForEachEye = kind === 'photo' && width !== null && width === height;
  return {
    kind: kind === 'video' ? 'film' : 'photo',
    stereo: isForEachEye ? 'top-bottom' : 'mono',
    pose: pose ?? { pitch: 0, roll: 0 },
  };
}
