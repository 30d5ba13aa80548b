import type { Direction, GuideStep, Hotspot, StudioMedia, Tour, TourDraft, TourScene } from '@oriel/contract';
import { updateScene } from '../tours/draft/document.ts';
import type { DraftStore } from '../tours/draft/draft-store.ts';
import type { Change } from '../tours/draft/history.ts';
import {
  addSpot,
  freshSpotId,
  newSpot,
  removeSpot,
  reorderSpot,
  SPOT_KINDS,
  type SpotKind,
  titleOfSpot,
  updateSpot,
  wayBack,
} from './spots.ts';

/** What can be done to a scene. Everything that is not seen where it is done is also announced. */
export interface SceneWork {
  workspace: string;
  /** By what documents call them. */
  files: ReadonlyMap<string, StudioMedia>;
  /** The steps of the guided tour, in all scenes. */
  guide: readonly GuideStep[];
  changeTour(recipe: (draft: TourDraft) => TourDraft, change: Change): void;
  changeScene(recipe: (scene: TourScene) => TourScene, change: Change): void;
  changeSpot(id: string, recipe: (spot: Hotspot) => Hotspot, change: Change): void;
  /** @returns the id of the new one */
  addSpot(kind: SpotKind, at: Direction): string;
  /** A door to a scene of the tour. */
  addDoorTo(sceneId: string, at: Direction): string;
  removeSpot(id: string): void;
  reorderSpot(id: string, step: -1 | 1): void;
  addWayBack(door: Hotspot): void;
  announce(sentence: string): void;
}

interface Parts {
  workspace: string;
  files: ReadonlyMap<string, StudioMedia>;
  store: DraftStore;
  tour: Tour;
  scene: TourScene;
  announce(sentence: string): void;
}

export function sceneWork({ workspace, files, store, tour, scene, announce }: Parts): SceneWork {
  const spotOf = (id: string) => scene.hotspots.find((spot) => spot.id === id);
  return {
    workspace,
    files,
    announce,
    guide: tour.guide?.steps ?? [],
    changeTour: (recipe, change) => store.change(recipe, change),
    changeScene: (recipe, change) => store.change((draft) => updateScene(draft, scene.id, recipe), change),
    changeSpot: (id, recipe, change) =>
      store.change((draft) => updateSpot(draft, scene.id, id, recipe), change),
    addSpot(kind, at) {
      const id = freshSpotId(tour, kind);
      const name = SPOT_KINDS[kind].name.toLowerCase();
      store.change((draft) => addSpot(draft, scene.id, newSpot(id, kind, at)), { label: `Add ${name}` });
      announce(`${SPOT_KINDS[kind].name} added.`);
      return id;
    },
    addDoorTo(target, at) {
      const id = freshSpotId(tour, 'door');
      const title = tour.scenes.find((one) => one.id === target)?.title ?? '';
      const door: Hotspot = { id, kind: 'door', at, label: title, target };
      store.change((draft) => addSpot(draft, scene.id, door), { label: 'Add door' });
      announce(`Door to ${title || 'the scene'} added.`);
      return id;
    },
    removeSpot(id) {
      const spot = spotOf(id);
      if (spot === undefined) return;
      store.change((draft) => removeSpot(draft, scene.id, id), { label: `Delete ${titleOfSpot(spot)}` });
      announce(`${titleOfSpot(spot)} deleted.`);
    },
    reorderSpot(id, step) {
      const spot = spotOf(id);
      store.change((draft) => reorderSpot(draft, scene.id, id, step), { label: 'Change the reading order' });
      if (spot) announce(`${titleOfSpot(spot)} moved ${step < 0 ? 'up' : 'down'}.`);
    },
    addWayBack(door) {
      const back = wayBack(tour, scene, door);
      if (back === undefined) return;
      store.change((draft) => addSpot(draft, back.sceneId, back.spot), { label: 'Add the way back' });
      const to = tour.scenes.find(({ id }) => id === back.sceneId);
      announce(`The way back is in ${to?.title || 'the other scene'} now.`);
    },
  };
}
