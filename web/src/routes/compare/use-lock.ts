import type { Viewer } from '@oriel/viewer';
import type { ViewLock } from '@oriel/viewer/compare';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Side } from './sides.ts';

/** Locks the cameras of both sides, once both show something. */
export function useLock() {
  const left = useRef<Viewer>(null);
  const right = useRef<Viewer>(null);
  /** What the buttons turn: the left side, or the right one beside a closed tour. */
  const [lead] = useState(() => ({
    get current() {
      return left.current ?? right.current;
    },
  }));
  const [ready, setReady] = useState({ left: 0, right: 0 });
  const [isLocked, setLocked] = useState(true);
  const lock = useRef<ViewLock>(undefined);
  /** The side that came last turns to where the other looks. */
  const last = useRef<Side>('right');
  const wanted = useRef(isLocked);
  const areReady = ready.left > 0 && ready.right > 0;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another scene on either side starts over
  useEffect(() => {
    if (!areReady) return;
    let isGone = false;
    import('@oriel/viewer/compare').then(({ lockViews }) => {
      const [one, other] = last.current === 'right' ? [left, right] : [right, left];
      if (isGone || one.current === null || other.current === null) return;
      lock.current = lockViews(one.current, other.current);
      if (!wanted.current) lock.current.isLocked = false;
    });
    return () => {
      isGone = true;
      lock.current?.destroy();
      lock.current = undefined;
    };
  }, [areReady, ready.left, ready.right]);

  return {
    lead,
    isLocked,
    toggle: () => {
      wanted.current = !isLocked;
      setLocked(!isLocked);
      if (lock.current) lock.current.isLocked = !isLocked;
    },
    onViewer: useCallback((side: Side, viewer: Viewer | null) => {
      const place = side === 'left' ? left : right;
      place.current = viewer;
    }, []),
    /** The scene of a side is on its way: until it is there nothing is locked. */
    onScene: (side: Side) => setReady((before) => ({ ...before, [side]: 0 })),
    onReady: (side: Side) => {
      last.current = side;
      setReady((before) => ({ ...before, [side]: before[side] + 1 }));
    },
  };
}
