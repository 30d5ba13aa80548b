import type { SceneDetail } from '@oriel/contract';
import type { Scene, Viewer } from '@oriel/viewer';
import { type RefObject, useState } from 'react';
import { lightOf, sceneOf } from './scene-of.ts';

interface Options {
  viewer: Viewer | null;
  current: SceneDetail;
  origin: string;
  /** The scene in view or on its way there. */
  target: RefObject<string>;
  /** What the visitor chose, for other rooms too. */
  chosen: RefObject<string | undefined>;
  renew: (id: string) => Promise<Scene>;
}

/** The light of the scene in view, if it has several, and the choice of it: one picture fades into the other. */
export function useLight({ viewer, current, origin, target, chosen, renew }: Options) {
  const [lightId, setLightId] = useState<string>();
  const choose = async (id: string) => {
    if (viewer === null || target.current !== current.id) return;
    const before = chosen.current;
    const keep = (next: string | undefined) => {
      chosen.current = next;
      setLightId(next);
    };
    keep(id);
    // A preview would be a blur between two sharp pictures.
    const scene = { ...sceneOf(current, origin, { lightId: id }), preview: undefined };
    const options = { arrival: viewer.view, still: true, renewScene: () => renew(current.id) };
    const isShown = await viewer.go(scene as Scene, options);
    if (!isShown && chosen.current === id && target.current === current.id) keep(before);
  };
  return { lightId: lightOf(current, lightId)?.id, choose };
}
