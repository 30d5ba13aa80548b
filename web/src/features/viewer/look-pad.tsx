import { IconButton } from '../../ui/icon-button.tsx';
import styles from './look-pad.module.css';

/** How far one press turns the view, in radians: a sixth of what the screen shows. */
const STEP = (75 * Math.PI) / 180 / 6;

interface Props {
  /** Turns the view by radians, right and up positive. */
  onTurn: (yaw: number, pitch: number) => void;
  /** Multiplies the field of view. */
  onZoom: (factor: number) => void;
}

/** Buttons to look around and to zoom, for people who cannot drag. */
export function LookPad({ onTurn, onZoom }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields; these are buttons.
    <div className={styles.pad} role="group" aria-label="Look around">
      <IconButton icon="arrowLeft" label="Look left" onClick={() => onTurn(-STEP, 0)} />
      <IconButton icon="arrowUp" label="Look up" onClick={() => onTurn(0, STEP)} />
      <IconButton icon="arrowDown" label="Look down" onClick={() => onTurn(0, -STEP)} />
      <IconButton icon="arrowRight" label="Look right" onClick={() => onTurn(STEP, 0)} />
      <span className={styles.rule} />
      <IconButton icon="minus" label="Zoom out" onClick={() => onZoom(1.2)} />
      <IconButton icon="plus" label="Zoom in" onClick={() => onZoom(1 / 1.2)} />
    </div>
  );
}
