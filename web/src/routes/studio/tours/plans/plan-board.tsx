import type { TourPlan, TourScene } from '@oriel/contract';
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef } from 'react';
import { FilePicture } from '../../media/file-picture.tsx';
import type { Pin } from '../draft/plans.ts';
import styles from './plans.module.css';

interface Props {
  plan: TourPlan;
  /** The picture; null while it is not known. */
  url: string | null;
  /** The scenes that are on it. */
  scenes: readonly TourScene[];
  /** Whether a press on the plan puts a scene there. */
  isPlacing: boolean;
  onPlace: (pin: Pin) => void;
  onMove: (sceneId: string, pin: Pin) => void;
}

/** By a hundredth of the plan. */
const STEPS: Partial<Record<string, [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const within = (value: number, size: number) => Math.round(Math.min(size, Math.max(0, value)));

/** The picture of a plan with its pins, which are dragged, or moved by the arrow keys. */
export function PlanBoard({ plan, url, scenes, isPlacing, onPlace, onMove }: Props) {
  const board = useRef<HTMLDivElement>(null);
  const held = useRef<string>(undefined);
  const pinAt = (x: number, y: number): Pin => ({
    plan: plan.id,
    x: within(x, plan.width),
    y: within(y, plan.height),
  });
  const pinUnder = ({ clientX, clientY }: MouseEvent): Pin | undefined => {
    const box = board.current?.getBoundingClientRect();
    return (
      box &&
      pinAt(((clientX - box.left) / box.width) * plan.width, ((clientY - box.top) / box.height) * plan.height)
    );
  };
  const onClick = (event: MouseEvent) => {
    const pin = pinUnder(event);
    const isOnPin = event.target instanceof Element && event.target.closest('button') !== null;
    if (pin && isPlacing && !isOnPin) onPlace(pin);
  };
  const onPointerDown = (event: PointerEvent<HTMLButtonElement>, id: string) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    held.current = id;
  };
  const onPointerMove = (event: PointerEvent) => {
    const pin = held.current === undefined ? undefined : pinUnder(event);
    if (pin && held.current !== undefined) onMove(held.current, pin);
  };
  const release = () => {
    held.current = undefined;
  };
  const onKeyDown = (event: KeyboardEvent, { id, place }: TourScene) => {
    const [right, down] = STEPS[event.key] ?? [];
    if (right === undefined || down === undefined || place === undefined) return;
    event.preventDefault();
    onMove(id, pinAt(place.x + (right * plan.width) / 100, place.y + (down * plan.height) / 100));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the list of pins does the same by keys
    <div
      ref={board}
      className={styles.board}
      data-placing={isPlacing}
      style={{ aspectRatio: plan.width / plan.height }}
      onClick={onClick}
    >
      <FilePicture url={url} className={styles.picture} />
      {scenes.map((scene) => (
        <button
          key={scene.id}
          type="button"
          className={styles.pin}
          aria-label={`Pin of ${scene.title || 'Untitled scene'}`}
          title={`${scene.title}: drag, or press an arrow key`}
          style={{
            left: `${(100 * (scene.place?.x ?? 0)) / plan.width}%`,
            top: `${(100 * (scene.place?.y ?? 0)) / plan.height}%`,
          }}
          onPointerDown={(event) => onPointerDown(event, scene.id)}
          onPointerMove={onPointerMove}
          onPointerUp={release}
          onPointerCancel={release}
          onKeyDown={(event) => onKeyDown(event, scene)}
        >
          <span>{scene.title}</span>
        </button>
      ))}
    </div>
  );
}
