import type { Direction, Hotspot, StudioMedia, Tour, TourDraft, TourScene } from '@oriel/contract';
import { slugOf } from '@oriel/contract/shared/slug';
import { layoutOf } from '@oriel/contract/shared/tour/file-layout';
import { MAX_TOUR_ID_LENGTH, TOUR_LIMITS } from '@oriel/contract/shared/tour/limits';

/** An id made of a text that is none of those that are taken. @param fallback where no letter of the text may be in an id */
export function freshId(text: string, taken: Iterable<string>, fallback: string): string {
  const used = new Set(taken);
  const stem =
    slugOf(text)
      .slice(0, MAX_TOUR_ID_LENGTH - 4)
      .replace(/-$/, '') || fallback;
  let id = stem;
  for (let number = 2; used.has(id); number += 1) id = `${stem}-${number}`;
  return id;
}

/** "living_room-01.JPG" as a title: "Living room 01". */
export function titleOfFile(fileName: string): string {
  const words = fileName
    .replace(/\.[^.]*$/, '')
    .replace(/[\s_-]+/g, ' ')
    .trim();
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
}

function sceneOf(media: StudioMedia, asset: string, id: string, title: string): TourScene {
  return {
    id,
    title,
    media: asset,
    ...layoutOf(media),
    hotspots: [],
    looks: [],
    sounds: [],
    captions: [],
  };
}

const withDocument = (draft: TourDraft, change: (tour: Tour) => Tour | null): TourDraft => {
  if (draft.document === null) return draft;
  const document = change(draft.document);
  return document === draft.document ? draft : { ...draft, document };
};

/** Adds a scene that shows a 360-degree photo or film, at the end. The first one is where visitors begin. */
export function addScene(
  draft: TourDraft,
  media: StudioMedia,
  title = titleOfFile(media.fileName),
): TourDraft {
  const { asset } = media;
  const scenes = draft.document?.scenes ?? [];
  if (asset === null || scenes.length >= TOUR_LIMITS.scenes) return draft;
  const id = freshId(
    title,
    scenes.map((scene) => scene.id),
    'scene',
  );
  const scene = sceneOf(media, asset, id, title.slice(0, 200));
  const { document } = draft;
  if (document === null) return { ...draft, document: { version: 1, start: id, scenes: [scene], plans: [] } };
  const start = scenes.length === 0 ? id : document.start;
  return { ...draft, document: { ...document, start, scenes: [...scenes, scene] } };
}

/** Changes one scene. @param recipe returns a new scene; the same one where there is nothing to change */
export const updateScene = (
  draft: TourDraft,
  sceneId: string,
  recipe: (scene: TourScene) => TourScene,
): TourDraft =>
  withDocument(draft, (tour) => {
    const scenes = tour.scenes.map((scene) => (scene.id === sceneId ? recipe(scene) : scene));
    return scenes.every((scene, index) => scene === tour.scenes[index]) ? tour : { ...tour, scenes };
  });

/** Gives a scene another title; its id, which URLs contain, stays. */
export const renameScene = (draft: TourDraft, sceneId: string, title: string): TourDraft =>
  updateScene(draft, sceneId, (scene) => (scene.title === title ? scene : { ...scene, title }));

/** Moves a scene in the order. @param before the id of the scene that it goes before; null for the end */
export const moveScene = (draft: TourDraft, sceneId: string, before: string | null): TourDraft =>
  withDocument(draft, (tour) => {
    const moved = tour.scenes.find(({ id }) => id === sceneId);
    if (moved === undefined || before === sceneId) return tour;
    const others = tour.scenes.filter((scene) => scene !== moved);
    const place = before === null ? -1 : others.findIndex(({ id }) => id === before);
    return { ...tour, scenes: others.toSpliced(place < 0 ? others.length : place, 0, moved) };
  });

const leadsTo = (spot: Hotspot, sceneId: string) => spot.kind === 'door' && spot.target === sceneId;

/** Removes a scene with its pin, the doors that lead to it, and where else the tour names it. */
export const removeScene = (draft: TourDraft, sceneId: string): TourDraft =>
  withDocument(draft, (tour) => {
    const scenes = tour.scenes
      .filter(({ id }) => id !== sceneId)
      .map((scene) =>
        scene.hotspots.some((spot) => leadsTo(spot, sceneId))
          ? { ...scene, hotspots: scene.hotspots.filter((spot) => !leadsTo(spot, sceneId)) }
          : scene,
      );
    if (scenes.length === tour.scenes.length) return tour;
    const [first] = scenes;
    if (first === undefined && tour.plans.length === 0) return null;
    const { guide, previewScenes, ...rest } = tour;
    const steps = guide?.steps.filter(({ scene }) => scene !== sceneId) ?? [];
    const previews = previewScenes?.filter((id) => id !== sceneId) ?? [];
    return {
      ...rest,
      scenes,
      start: tour.start === sceneId && first ? first.id : tour.start,
      ...(steps.length > 0 && { guide: { steps } }),
      ...(previews.length > 0 && { previewScenes: previews }),
    };
  });

/** Where doors are until somebody puts them into their place: a little below the horizon, and opposite each other. */
const FORWARD = { yaw: 0, pitch: -10 };
const BACK = { yaw: 180, pitch: -10 };
const MAX_LABEL_LENGTH = 200;

/** Adds a door from each scene to the next and back, unless there is one or the scene is full. */
export const joinScenes = (draft: TourDraft): TourDraft =>
  withDocument(draft, (tour) => {
    const ids = new Set(tour.scenes.flatMap(({ hotspots }) => hotspots.map(({ id }) => id)));
    const doorTo = (from: TourScene, to: TourScene | undefined, at: Direction): Hotspot[] => {
      if (to === undefined || from.hotspots.some((spot) => leadsTo(spot, to.id))) return [];
      const id = freshId('door', ids, 'door');
      ids.add(id);
      const words = `To ${to.title || 'another room'}`;
      const label = words.length > MAX_LABEL_LENGTH ? to.title : words;
      return [{ id, kind: 'door', at, label, target: to.id }];
    };
    const scenes = tour.scenes.map((scene, index) => {
      const doors = [
        ...doorTo(scene, tour.scenes[index + 1], FORWARD),
        ...doorTo(scene, tour.scenes[index - 1], BACK),
      ];
      const hotspots = [...scene.hotspots, ...doors].slice(0, TOUR_LIMITS.hotspotsPerScene);
      return hotspots.length === scene.hotspots.length ? scene : { ...scene, hotspots };
    });
    return scenes.every((scene, index) => scene === tour.scenes[index]) ? tour : { ...tour, scenes };
  });

/** Lets visitors begin in a scene. */
export const setStart = (draft: TourDraft, sceneId: string): TourDraft =>
  withDocument(draft, (tour) => (tour.start === sceneId ? tour : { ...tour, start: sceneId }));

/** Says whether everybody may stand in a scene of a tour that costs tokens. */
export const setPreview = (draft: TourDraft, sceneId: string, isPreview: boolean): TourDraft =>
  withDocument(draft, ({ previewScenes = [], ...tour }) => {
    const others = previewScenes.filter((id) => id !== sceneId);
    const previews = isPreview ? [...others, sceneId] : others;
    return previews.length > 0 ? { ...tour, previewScenes: previews } : tour;
  });

const MAX_SLUG_LENGTH = 120;
const slugFrom = (title: string) => slugOf(title).slice(0, MAX_SLUG_LENGTH).replace(/-$/, '');

/** Changes the title, and with it a slug that was made from the title before. @param isFixed whether the slug must stay */
export function titled(draft: TourDraft, title: string, isFixed: boolean): TourDraft {
  if (title === draft.title) return draft;
  const goesAlong = !isFixed && (draft.slug === '' || draft.slug === slugFrom(draft.title));
  return { ...draft, title, ...(goesAlong && { slug: slugFrom(title) }) };
}
