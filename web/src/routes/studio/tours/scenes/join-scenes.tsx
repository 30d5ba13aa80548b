import { reachableScenes } from '@oriel/contract/shared/tour/publication';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { joinScenes } from '../draft/document.ts';
import { placeId, useTourWork } from '../tour-work.ts';
import styles from '../tours.module.css';

const JOINED = 'The scenes are joined. Put the doors into their place under “Edit scene”.';

/** Offers doors where visitors cannot reach all scenes. */
export function JoinScenes() {
  const { store, snapshot } = useTourWork();
  const { document: tour } = snapshot.draft;
  const [hasJoined, setJoined] = useState(false);
  const isApart = tour !== null && reachableScenes(tour).size < tour.scenes.length;
  const join = () => {
    store.change(joinScenes, { label: 'Join the scenes in order' });
    setJoined(true);
    // The button, which had the focus, goes.
    document.getElementById(placeId(['document']))?.focus({ preventScroll: true });
  };
  const said = hasJoined && !isApart;
  return (
    <>
      {isApart && (
        <div className={styles.group}>
          <p className={styles.fine}>
            Doors do not lead to all scenes yet. Join them at once, with a door from each to the next and
            back; each door can then be put into its place in its scene.
          </p>
          <div>
            <Button onClick={join}>Join the scenes in order</Button>
          </div>
        </div>
      )}
      <p className={said ? styles.fine : 'visually-hidden'} role="status">
        {said && JOINED}
      </p>
    </>
  );
}
