import type { Hotspot, TourScene } from '@oriel/contract';
import type { EditedScene, SpotPlace } from '@oriel/viewer/editing';
import { useEffect, useMemo, useState } from 'react';
import { type Mode, SELECTING } from './mode.ts';
import { handleName, SPOT_KINDS, titleOfSpot } from './spots.ts';

interface Bench {
  sceneId: string;
  selected: string | undefined;
  mode: Mode;
}

/** What is selected in a scene, and what a press on its picture means. In another scene nothing is selected. */
export function useBench(scene: TourScene) {
  const [bench, setBench] = useState<Bench>({ sceneId: scene.id, selected: undefined, mode: SELECTING });
  const isSame = bench.sceneId === scene.id;
  const previewing = bench.mode.is === 'previewing' ? bench.mode : SELECTING;
  const mode = isSame ? bench.mode : previewing;
  const spot = isSame ? scene.hotspots.find(({ id }) => id === bench.selected) : undefined;
  return {
    mode,
    spot,
    setMode: (next: Mode) => setBench({ sceneId: scene.id, selected: spot?.id, mode: next }),
    select: (id: string | undefined) => setBench({ sceneId: scene.id, selected: id, mode: SELECTING }),
  };
}

/** What the handles over the picture show; undefined while there are none. */
export function useEdited(scene: TourScene, selected: string | undefined, mode: Mode, canWrite: boolean) {
  return useMemo((): EditedScene | undefined => {
    if (!canWrite || mode.is === 'previewing') return undefined;
    if (mode.is === 'levelling') return { spots: [], edges: mode.edges, isPlacing: true };
    const spots = scene.hotspots.map((spot) => ({
      id: spot.id,
      kind: spot.kind,
      label: titleOfSpot(spot),
      name: handleName(spot),
      drawing: SPOT_KINDS[spot.kind].drawing,
      place: placeOf(spot),
    }));
    return { spots, selected, isPlacing: mode.is === 'placing' };
  }, [scene.hotspots, selected, mode, canWrite]);
}

const placeOf = ({ at, outline }: Hotspot): SpotPlace =>
  outline === undefined ? { at: at ?? { yaw: 0, pitch: 0 } } : { outline };

/** A hotspot in another place. */
export function placed(spot: Hotspot, place: SpotPlace): Hotspot {
  if ('at' in place) return { ...spot, at: place.at, outline: undefined };
  if ('box' in place) return spot;
  return { ...spot, at: undefined, outline: [...place.outline] };
}

/** Puts the focus where a mode goes on. */
export function useHintFocus(mode: Mode, step: number): void {
  useEffect(() => {
    if (mode.is !== 'placing' && mode.is !== 'levelling') return;
    if (step >= 0) document.querySelector<HTMLElement>('[data-hint] [data-autofocus]')?.focus();
  }, [mode.is, step]);
}
