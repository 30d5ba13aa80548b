import type { SceneDetail, TourOutline, TourView } from '@oriel/contract';
import { type MouseEvent, useEffect, useRef } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import { isPlainClick } from '../../../ui/is-plain-click.ts';
import { LookChips } from '../looks/look-chips.tsx';
import { Captured } from './captured.tsx';
import { Drawer } from './drawer.tsx';
import styles from './scene-drawer.module.css';
import { SceneImage } from './scene-image.tsx';
import { capturedAtOf } from './scene-of.ts';
import { searchOf } from './tour-url.ts';

interface Props {
  id: string;
  isOpen: boolean;
  tour: TourOutline;
  current: SceneDetail;
  lightId: string | undefined;
  onChoose: (id: string) => void;
  onLook: (view: TourView) => void;
  onClose: () => void;
}

/** All rooms of a tour of several, and views to look at in this one. */
export function SceneDrawer({ id, isOpen, tour, current, lightId, onChoose, onLook, onClose }: Props) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const room = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (!room || !list.current) return;
    list.current.scrollLeft = room.offsetLeft - (list.current.clientWidth - room.offsetWidth) / 2;
  }, [isOpen]);

  const choose = (event: MouseEvent, sceneId: string) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    onChoose(sceneId);
  };

  return (
    <Drawer id={id} isOpen={isOpen} onClose={onClose}>
      {current.looks.length > 0 && <LookChips looks={current.looks} onLook={onLook} />}
      {tour.scenes.length > 1 && (
        <nav aria-label="Rooms of this tour">
          <ol ref={list} className={styles.rooms}>
            {tour.scenes.map(({ id, title, isOpen, thumbnails }) => (
              <li key={id}>
                <a
                  className={styles.room}
                  href={searchOf({ scene: id })}
                  aria-current={id === current.id ? 'true' : undefined}
                  onClick={(event) => choose(event, id)}
                >
                  <span className={styles.image}>
                    {thumbnails && <SceneImage thumbnails={thumbnails} sizes="8.5rem" />}
                    {!isOpen && (
                      <span className={styles.lock}>
                        <Icon name="lock" size={16} />
                      </span>
                    )}
                  </span>
                  <span className={styles.title}>
                    {title}
                    {!isOpen && <span className="visually-hidden"> (locked)</span>}
                  </span>
                </a>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <Captured at={capturedAtOf(current, lightId)} className={styles.captured} />
    </Drawer>
  );
}
