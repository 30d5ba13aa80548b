import type { SceneDetail, TourOutline } from '@oriel/contract';
import type { RefObject } from 'react';
import { DrawerToggle } from './drawer-toggle.tsx';
import styles from './rooms-toggle.module.css';

interface Props {
  ref: RefObject<HTMLButtonElement | null>;
  tour: TourOutline;
  current: SceneDetail;
  isOpen: boolean;
  setIsOpen: (isOpen: boolean) => void;
  drawerId: string;
}

/** Names the room in view and opens the list of all; where there is one alone, it opens the views of that. */
export function RoomsToggle({ tour: { scenes }, current, ...drawer }: Props) {
  if (scenes.length === 1) {
    if (current.looks.length === 0) return null;
    return (
      <DrawerToggle icon="eye" {...drawer}>
        Look at
      </DrawerToggle>
    );
  }
  const position = scenes.findIndex(({ id }) => id === current.id) + 1;
  return (
    <DrawerToggle icon="rooms" {...drawer}>
      <span className="visually-hidden">Rooms: </span>
      <span className={styles.title}>{current.title}</span>
      <span className={styles.count}>
        {position} of {scenes.length}
      </span>
    </DrawerToggle>
  );
}
