import type { View, Viewer } from '@oriel/viewer';
import { useEffect, useMemo, useRef } from 'react';
import { writeUrl } from './tour-url.ts';

/** The view is written to the URL when it has rested for so long: browsers limit changes of the history. */
const REST_MS = 500;
/** Radians; less is no change of the view: half of what a URL states. */
const TOLERANCE = 0.0008;

const differ = (one: View, other: View) =>
  (['yaw', 'pitch', 'fov'] as const).some((angle) => Math.abs(one[angle] - other[angle]) > TOLERANCE);

/** Keeps the URL at what the visitor looks at; without a scene, in a tour of a single one. The first view of a scene is not written until they look elsewhere. */
export function useViewUrl(viewer: Viewer | null, sceneId: string | undefined) {
  const now = useRef({ viewer, sceneId });
  useEffect(() => {
    now.current = { viewer, sceneId };
  });
  const viewUrl = useMemo(() => {
    let timer = 0;
    let isPaused = true;
    let before: View | undefined;
    const flush = () => {
      window.clearTimeout(timer);
      const { viewer, sceneId } = now.current;
      if (isPaused || viewer === null) return;
      const view = viewer.view;
      if (before && !differ(view, before)) return;
      before = view;
      writeUrl(sceneId, view);
    };
    return {
      /** The view has changed. */
      note: () => {
        if (isPaused) return;
        window.clearTimeout(timer);
        timer = window.setTimeout(flush, REST_MS);
      },
      /** Writes what has not been written yet. */
      flush,
      /** The view belongs to no scene, until `resume`. */
      pause: () => {
        isPaused = true;
        window.clearTimeout(timer);
      },
      resume: () => {
        isPaused = false;
        before = now.current.viewer?.view;
      },
    };
  }, []);
  useEffect(() => viewUrl.pause, [viewUrl]);
  return viewUrl;
}
