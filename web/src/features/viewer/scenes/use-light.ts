import type { SceneDetail } from '@oriel/contract';
import type { Scene, Viewer } from '@oriel/viewer';
import { type RefObject, useState } from 'react';
import { lightOf, sceneOf } from './scene-of.ts';
import { writeLight } from './tour-url.ts';

interface Options {
  viewer: Viewer | null;
  current: SceneDetail;
  origin: string;
  /** What the URL asks for. */
  first: string | undefined;
  /** The scene in view or on its way there. */
  target: RefObject<string>;
  /** What the visitor chose, for other rooms too. */
  chosen: RefObject<string | undefined>;
  renew: (id: string) => Promise<Scene>;
}

/** The light of the scene in view, if it has several, and the choice of it: one picture fades into the other. */
export function useLight({ viewer, current, origin, first, target, chosen, renew }: Options) {
  const [lightId, setLightId] = useState(first);
  const isHere = () => viewer !== null && target.current === current.id;
  /** From now on rooms are shown in it. */
  const keep = (id: string | undefined) => {
    chosen.current = id;
    setLightId(id);
  };
  /** @returns whether it could be shown */
  const show = async (id: string | undefined): Promise<boolean> => {
    const before = chosen.current;
    keep(id);
    if (viewer === null || lightOf(current, before) === lightOf(current, id)) return true;
    // A preview would be a blur between two sharp pictures.
    const scene = { ...sceneOf(current, origin, { lightId: id }), preview: undefined };
    const options = { arrival: viewer.view, still: true, renewScene: () => renew(current.id) };
    const isShown = await viewer.go(scene as Scene, options);
    if (isShown || chosen.current !== id || !isHere()) return true;
    keep(before);
    return false;
  };
  const choose = async (id: string) => {
    if (!isHere()) return;
    const before = chosen.current;
    writeLight(current.id, id);
    if (!(await show(id))) writeLight(current.id, before);
  };
  return { lightId: lightOf(current, lightId)?.id, choose, show, keep };
}
