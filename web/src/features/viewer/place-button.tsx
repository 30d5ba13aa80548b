import type { Viewer } from '@oriel/viewer';
import { type PointerEvent, type RefObject, useRef } from 'react';
import { Icon } from '../../ui/icon.tsx';
import styles from './place-button.module.css';
import type { TourInfo } from './scene.ts';

/** Pixels upwards that pull the sheet up. */
const PULL = 24;

interface Props {
  info: TourInfo;
  viewer: RefObject<Viewer | null> | undefined;
  onShare: (() => void) | undefined;
}

/** Opens the place sheet, by a press or by pulling it up. */
export function PlaceButton({ info, viewer, onShare }: Props) {
  const from = useRef<number>(undefined);
  if (!info.placeSheet) return null;
  const { isOpen, setOpen, render } = info.placeSheet;
  const letGo = () => {
    from.current = undefined;
  };
  const onPointerMove = (event: PointerEvent) => {
    if (from.current === undefined || from.current - event.clientY < PULL) return;
    letGo();
    setOpen(true);
  };
  return (
    <span className="with-scripts">
      <button
        type="button"
        className={styles.button}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          from.current = event.clientY;
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={onPointerMove}
        onPointerUp={letGo}
        onPointerCancel={letGo}
        onLostPointerCapture={letGo}
      >
        <Icon name="chevronUp" size={16} />
        About this place
      </button>
      {isOpen && render({ viewer, onShare, onClose: () => setOpen(false) })}
    </span>
  );
}
