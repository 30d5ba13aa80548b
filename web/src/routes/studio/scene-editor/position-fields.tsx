import type { Hotspot } from '@oriel/contract';
import { hotspotDirection } from '@oriel/contract/shared/tour/pose';
import { Button } from '../../../ui/button.tsx';
import prose from '../../../ui/prose.module.css';
import { NumberField } from './fields.tsx';
import styles from './scene-editor.module.css';
import type { SceneWork } from './scene-work.ts';
import { outlineAround, rounded, titleOfSpot } from './spots.ts';

interface Props {
  work: SceneWork;
  spot: Hotspot;
  /** Puts the focus on the handle in the picture, where arrow keys move it. */
  onGrab: () => void;
}

/** Where a hotspot is, and whether it is a point or an area. */
export function PositionFields({ work, spot, onGrab }: Props) {
  const { yaw, pitch } = hotspotDirection(spot);
  const { at, outline } = spot;
  const move = (direction: { yaw: number; pitch: number }) =>
    work.changeSpot(spot.id, (before) => ({ ...before, at: direction }), {
      label: `Move ${titleOfSpot(spot)}`,
      mergeKey: `place ${spot.id}`,
    });
  const reshape = (isArea: boolean) => {
    const place = isArea
      ? { at: undefined, outline: outlineAround({ yaw, pitch }) }
      : { at: { yaw: rounded(yaw), pitch: rounded(pitch) }, outline: undefined };
    work.changeSpot(spot.id, (before) => ({ ...before, ...place }), {
      label: isArea ? 'Make it an area' : 'Make it a point',
    });
    work.announce(isArea ? 'It is an area of four corners now.' : 'It is a point now.');
  };
  return (
    <fieldset className={styles.group}>
      <legend className={prose.label}>Place</legend>
      {at && (
        <div className={styles.pair}>
          <NumberField
            label="Right, degrees"
            value={at.yaw}
            min={-180}
            max={180}
            onChange={(to) => move({ ...at, yaw: to })}
          />
          <NumberField
            label="Up, degrees"
            value={at.pitch}
            min={-90}
            max={90}
            onChange={(to) => move({ ...at, pitch: to })}
          />
        </div>
      )}
      {outline && (
        <p className={prose.fine}>
          An area with {outline.length} corners. Drag them, or move them by arrow keys.
        </p>
      )}
      <div className={styles.actions}>
        <Button onClick={onGrab}>Move by arrow keys</Button>
        <Button onClick={() => reshape(outline === undefined)}>
          {outline ? 'Make it a point' : 'Make it an area'}
        </Button>
      </div>
    </fieldset>
  );
}
