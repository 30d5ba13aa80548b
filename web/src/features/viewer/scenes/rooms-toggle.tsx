import type { SceneDetail, TourOutline } from '@oriel/contract';
import type { RefObject } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import styles from './rooms-toggle.module.css';

interface Props {
  ref: RefObject<HTMLButtonElement | null>;
  tour: TourOutline;
  current: SceneDetail;
  isOpen: boolean;
  setIsOpen: (isOpen: boolean) => void;
  drawerId: string;
}

/** Names the room in view and opens the list of all. */
export function RoomsToggle({ ref, tour, current, isOpen, setIsOpen, drawerId }: Props) {
  const position = tour.scenes.findIndex(({ id }) => id === current.id) + 1;
  return (
    <button
      ref={ref}
      type="button"
      className={styles.toggle}
      aria-expanded={isOpen}
      aria-controls={drawerId}
      onClick={() => setIsOpen(!isOpen)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        event.preventDefault();
        setIsOpen(false);
      }}
    >
      <Icon name="rooms" />
      <span className="visually-hidden">Rooms: </span>
      <span className={styles.title}>{current.title}</span>
      <span className={styles.count}>
        {position} of {tour.scenes.length}
      </span>
    </button>
  );
}
