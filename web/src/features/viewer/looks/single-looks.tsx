import type { Viewer } from '@oriel/viewer';
import { type RefObject, useEffect } from 'react';
import type { Look } from '../scene.ts';
import { inRadians } from '../scenes/angles.ts';
import { turnTo } from '../scenes/turn-to.ts';
import { useViewAddress } from '../scenes/use-view-address.ts';
import { LookChips } from './look-chips.tsx';

interface Props {
  viewer: RefObject<Viewer | null>;
  looks: Look[];
}

/** The captioned views of a tour of a single scene. The address keeps where the visitor looks. */
export function SingleLooks({ viewer: { current: viewer }, looks }: Props) {
  const address = useViewAddress(viewer, undefined);
  useEffect(() => {
    if (viewer === null) return;
    address.resume();
    return viewer.on('viewchange', address.note);
  }, [viewer, address]);
  return <LookChips looks={looks} onLook={(view) => viewer && turnTo(viewer, inRadians(view))} />;
}
