import type { Pose } from '@oriel/contract';
import { tiltOf } from '@oriel/contract/shared/tour/levelling';
import { Button } from '../../../ui/button.tsx';
import { countPoints, type Mode, POINTS_TO_LEVEL, poseByEdges } from './mode.ts';
import styles from './scene-editor.module.css';
import { SPOT_KINDS } from './spots.ts';

interface Props {
  mode: Mode;
  pose: Pose;
  /** Does at the middle of the view what a press on the picture does there. */
  onMiddle: () => void;
  onLevel: (pose: Pose) => void;
  onRestart: () => void;
  onCancel: () => void;
}

const STEPS = [
  'Press the lower end of a vertical edge, such as a door frame.',
  'Press the upper end of the same edge.',
  'Now another vertical edge, well away from the first: its lower end.',
  'And its upper end.',
];

/** Says what a press on the picture does now, and offers the same to the keyboard. */
export function HintBar({ mode, pose, onMiddle, onLevel, onRestart, onCancel }: Props) {
  if (mode.is === 'placing') {
    return (
      <div className={styles.hint}>
        <p>Press the picture where the {SPOT_KINDS[mode.kind].name.toLowerCase()} belongs.</p>
        <div className={styles.actions}>
          <Button variant="primary" data-autofocus onClick={onMiddle}>
            Put it in the middle
          </Button>
          <Button onClick={onCancel}>Cancel</Button>
        </div>
      </div>
    );
  }
  if (mode.is !== 'levelling') return null;
  const points = countPoints(mode.edges);
  const isComplete = points >= POINTS_TO_LEVEL;
  const found = isComplete ? poseByEdges(pose, mode.edges) : undefined;
  return (
    <div className={styles.hint}>
      <p>{isComplete ? sentenceOf(found) : `${STEPS[points]} (${points + 1} of ${POINTS_TO_LEVEL})`}</p>
      <div className={styles.actions}>
        {found && (
          <Button variant="primary" data-autofocus onClick={() => onLevel(found)}>
            Level the picture
          </Button>
        )}
        {!isComplete && (
          <Button variant="primary" data-autofocus onClick={onMiddle}>
            Point in the middle
          </Button>
        )}
        {points > 0 && <Button onClick={onRestart}>Start over</Button>}
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </div>
  );
}

function sentenceOf(found: Pose | undefined): string {
  if (found === undefined)
    return 'These points are too close to each other to tell. Move them apart, or start over.';
  return `The camera was tilted by ${tiltOf(found).toFixed(1)}°. The points can still be moved.`;
}
