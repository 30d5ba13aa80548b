import type { Pose, StudioMedia, TourScene } from '@oriel/contract';
import { tiltOf } from '@oriel/contract/shared/tour/levelling';
import { Button } from '../../../ui/button.tsx';
import prose from '../../../ui/prose.module.css';
import styles from './posed-picture.module.css';
import { PosedPicture } from './posed-picture.tsx';

interface Props {
  file: StudioMedia | undefined;
  scene: TourScene;
  onAccept: (pose: Pose) => void;
}

/**
 * What a camera states about its tilt, beside the picture as it is: some cameras state it of a picture that they have levelled
 * already. Nothing where there is nothing to decide.
 */
export function LevelProposal({ file, scene: { pose }, onAccept }: Props) {
  const proposed = file?.proposedPose ?? null;
  if (file?.previewUrl == null || proposed === null) return null;
  if (pose.pitch === proposed.pitch && pose.roll === proposed.roll) return null;
  return (
    <div className={styles.proposal}>
      <p className={prose.fine}>
        The camera states a tilt of {tiltOf(proposed).toFixed(1)}°. Some cameras have levelled the picture
        already: which one is upright?
      </p>
      <div className={styles.pair}>
        <PosedPicture url={file.previewUrl} pose={{ pitch: 0, roll: 0 }} caption="As it was taken" />
        <PosedPicture url={file.previewUrl} pose={proposed} caption="As the camera states" />
      </div>
      <Button onClick={() => onAccept({ ...pose, ...proposed })}>Turn it as the camera states</Button>
    </div>
  );
}
