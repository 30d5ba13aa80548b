import type { RefObject } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import styles from './guide-button.module.css';

interface Props {
  ref: RefObject<HTMLButtonElement | null>;
  isHidden: boolean;
  onStart: () => void;
}

/** Begins the guided tour, or goes on with it. */
export function GuideButton({ ref, isHidden, onStart }: Props) {
  return (
    <button ref={ref} type="button" className={styles.start} hidden={isHidden} onClick={onStart}>
      <Icon name="guide" />
      <span>Guided tour</span>
    </button>
  );
}
