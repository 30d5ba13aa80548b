import type { Viewer } from '@oriel/viewer';
import { type PointerEvent, type RefObject, useId, useState } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './look-pad.module.css';

/** How far one press by keyboard or assistive technology turns the view, in radians: an eighth of the field of view. */
const STEP = (75 * Math.PI) / 180 / 8;
const ZOOM_STEP = 1.2;

const DIRECTIONS = [
  { icon: 'arrowLeft', label: 'Look left', yaw: -1, pitch: 0 },
  { icon: 'arrowUp', label: 'Look up', yaw: 0, pitch: 1 },
  { icon: 'arrowDown', label: 'Look down', yaw: 0, pitch: -1 },
  { icon: 'arrowRight', label: 'Look right', yaw: 1, pitch: 0 },
] as const;

/**
 * Buttons to look around and zoom, for visitors who cannot drag: the view turns while one is held. On touch screens, where
 * nearly everybody drags, another button brings them up.
 *
 * @param name of the place, where there is another beside it
 */
export function LookPad({ viewer, name }: { viewer: RefObject<Viewer | null>; name?: string }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const where = name === undefined ? '' : ` in ${name}`;
  const stop = () => viewer.current?.turn(0, 0);
  const hold = (event: PointerEvent<HTMLButtonElement>, yaw: number, pitch: number) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    viewer.current?.turn(yaw, pitch);
  };
  const step = (yaw: number, pitch: number) => {
    const { current } = viewer;
    current?.look({ yaw: current.view.yaw + yaw * STEP, pitch: current.view.pitch + pitch * STEP });
  };
  return (
    <>
      <span className={styles.toggle}>
        <IconButton
          icon="more"
          label={`Buttons to look around${where}`}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        />
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields; these are buttons. */}
      <div id={id} className={styles.pad} data-open={isOpen} role="group" aria-label={`Look around${where}`}>
        {DIRECTIONS.map(({ icon, label, yaw, pitch }) => (
          <IconButton
            key={label}
            icon={icon}
            label={label}
            onPointerDown={(event) => hold(event, yaw, pitch)}
            onPointerUp={stop}
            onPointerCancel={stop}
            onLostPointerCapture={stop}
            // A click without a pointer comes from the keyboard or assistive technology.
            onClick={(event) => event.detail === 0 && step(yaw, pitch)}
          />
        ))}
        <span className={styles.rule} />
        <IconButton icon="minus" label="Zoom out" onClick={() => viewer.current?.zoomBy(1 / ZOOM_STEP)} />
        <IconButton icon="plus" label="Zoom in" onClick={() => viewer.current?.zoomBy(ZOOM_STEP)} />
      </div>
    </>
  );
}
