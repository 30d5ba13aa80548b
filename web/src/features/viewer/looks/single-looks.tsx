import type { Viewer } from '@oriel/viewer';
import { type RefObject, useEffect } from 'react';
import type { Look } from '../scene.ts';
import { inRadians } from '../scenes/angles.ts';
import { turnTo } from '../scenes/turn-to.ts';
import { useViewUrl } from '../scenes/use-view-url.ts';
import { LookChips } from './look-chips.tsx';

interface Props {
  viewer: RefObject<Viewer | null>;
  looks: Look[];
}

/** The captioned views of a tour of a single scene. The URL keeps where the visitor looks. */
export function SingleLooks({ viewer: { current: viewer }, looks }: Props) {
  const viewUrl = useViewUrl(viewer, undefined);
  useEffect(() => {
    if (viewer === null) return;
    viewUrl.resume();
    return viewer.on('viewchange', viewUrl.note);
  }, [viewer, viewUrl]);
  return <LookChips looks={looks} onLook={(view) => viewer && turnTo(viewer, inRadians(view))} />;
}
