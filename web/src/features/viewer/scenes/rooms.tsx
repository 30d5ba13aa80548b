import { reloadOnceReachable } from '../../../lost-request.ts';
import { pagePart } from '../../../ui/page-part.tsx';
import { ErrorOverlay, LoadingMessage } from '../messages.tsx';
import styles from '../stage.module.css';
import type { TourStageProps } from './tour-stage.tsx';
import * as part from './tour-stage.tsx?part';

function Pending({ still }: TourStageProps) {
  return (
    <>
      <div className={styles.still}>{still}</div>
      <LoadingMessage />
    </>
  );
}

function Instead({ still }: TourStageProps) {
  return (
    <>
      <div className={styles.still}>{still}</div>
      <ErrorOverlay
        text="The tour could not be loaded. Please check your connection."
        onRetry={reloadOnceReachable}
      />
    </>
  );
}

/** The stage of tours of several scenes, which photos of one do not load. */
export const Rooms = pagePart<typeof import('./tour-stage.tsx'), TourStageProps>({
  name: 'rooms',
  part,
  pick: ({ TourStage }) => TourStage,
  Pending,
  Instead,
});
