import type { TourOutline, TourView } from '@oriel/contract';
import { formatTourLink, parseTourLink, type TourLink } from '@oriel/contract/shared/tour/deep-link';
import type { View } from '@oriel/viewer';
import { inDegrees } from './angles.ts';

type Scenes = Pick<TourOutline, 'start' | 'scenes'>;

/** The scene of that id, if there is one that the visitor may stand in, else the first that they may. */
export function openSceneOf({ start, scenes }: Scenes, wanted: string | undefined): string | undefined {
  const open = scenes.filter(({ isOpen }) => isOpen);
  const choices = [open.find(({ id }) => id === wanted), open.find(({ id }) => id === start), open[0]];
  return choices.find((choice) => choice !== undefined)?.id;
}

/** The open scene that a URL asks for, or the first one. */
export function sceneInUrl(tour: Scenes, search: string): string | undefined {
  return openSceneOf(tour, parseTourLink(search).scene);
}

/** The light that a URL asks for. */
export const lightInUrl = (search: string): string | undefined => parseTourLink(search).light;

/** The closed scene that a URL asks for. */
export function closedSceneInUrl({ scenes }: Scenes, search: string): string | undefined {
  const { scene } = parseTourLink(search);
  return scenes.find(({ id, isOpen }) => id === scene && !isOpen)?.id;
}

/** The view in a URL that belongs to this scene. */
export function viewInUrl(tour: Scenes, search: string, sceneId: string): TourView | undefined {
  const { scene = tour.start, view } = parseTourLink(search);
  return scene === sceneId ? view : undefined;
}

/** The query of a scene and view; what else the URL says stays, its light too. */
export function searchOf(link: TourLink, search = ''): string {
  const rest = new URLSearchParams(search);
  const { light } = parseTourLink(rest);
  for (const name of ['scene', 'light', 'view', 'text']) rest.delete(name);
  return `?${[rest.toString(), formatTourLink({ light, ...link })].filter((part) => part !== '').join('&')}`;
}

/** Keeps scene and view in the URL of the current history entry. The router learns of it when the entry is left. */
export function writeUrl(scene: string | undefined, view: View): void {
  replaceSearch(searchOf({ ...(scene !== undefined && { scene }), view: inDegrees(view) }, location.search));
}

/** Keeps the chosen light of a scene there, too. */
export function writeLight(scene: string, light: string | undefined): void {
  const { view } = parseTourLink(location.search);
  replaceSearch(searchOf({ scene, light, ...(view && { view }) }, location.search));
}

function replaceSearch(search: string): void {
  if (search === location.search) return;
  history.replaceState(history.state, '', location.pathname + search + location.hash);
}
