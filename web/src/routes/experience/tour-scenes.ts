import type { ExperienceDetail, SceneDetail } from '@oriel/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useLocation } from 'react-router';
import { type Api, api as browserApi } from '../../api.ts';
import { record } from '../../features/consent/events.ts';
import type { TourSource } from '../../features/viewer/scenes/tour-stage.tsx';
import { openSceneOf, sceneInUrl } from '../../features/viewer/scenes/tour-url.ts';
import { currentConsent } from '../../session/consent.ts';
import { useSession } from '../../session/session.tsx';

/** The URLs of a scene's media are signed for longer. */
const FRESH_MS = 10 * 60 * 1000;

export async function fetchSceneOf(api: Api, slug: string, sceneId: string): Promise<SceneDetail> {
  const { data } = await api('GET /api/vr360/:id/scenes/:sceneId', { params: { id: slug, sceneId } });
  return data;
}

/** Previews come with each scene when it is needed; in the page they would be there twice. */
function withoutPreviews<Scene extends { preview?: string | undefined }>(scenes: Scene[]): Scene[] {
  return scenes.map((scene) => ({ ...scene, preview: undefined }));
}

/** The scene that a page begins with, for the HTML: the wanted one if it is open; undefined for tours of a single scene, and where all are closed. */
export async function loadFirstScene(
  api: Api,
  { slug, tour }: ExperienceDetail,
  wanted: string | undefined,
): Promise<SceneDetail | undefined> {
  const id = tour && openSceneOf(tour, wanted);
  if (id === undefined) return undefined;
  const scene = await fetchSceneOf(api, slug, id);
  return { ...scene, neighbours: [] };
}

/** Enough at once for a quick page; a tour has up to 300 scenes. */
const AT_ONCE = 10;

/** Every scene that the visitor may stand in, for the tour as text. */
export async function loadOpenScenes(api: Api, { slug, tour }: ExperienceDetail): Promise<SceneDetail[]> {
  const ids = tour?.scenes.filter(({ isOpen }) => isOpen).map(({ id }) => id) ?? [];
  const scenes: SceneDetail[] = [];
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const batch = ids.slice(start, start + AT_ONCE);
    scenes.push(...(await Promise.all(batch.map((id) => fetchSceneOf(api, slug, id)))));
  }
  return scenes.map(({ panorama, ...scene }) => ({ ...scene, panorama: {}, neighbours: [] }));
}

/** The tour without what its scenes bring themselves. */
export const withLeanTour = (experience: ExperienceDetail): ExperienceDetail => {
  const { tour } = experience;
  return tour ? { ...experience, tour: { ...tour, scenes: withoutPreviews(tour.scenes) } } : experience;
};

function onFollow(name: string): void {
  if (currentConsent()?.analytics) record('click', location.pathname, { meta: { name } });
}

/** The queries for the scenes of a tour, as the visitor may see them. */
export function useSceneQueries({ id, slug, isPermission }: ExperienceDetail) {
  const { user } = useSession();
  return useCallback(
    (sceneId: string) => ({
      queryKey: ['scene', id, sceneId, user?.id, isPermission],
      queryFn: () => fetchSceneOf(browserApi, slug, sceneId),
      staleTime: FRESH_MS,
    }),
    [id, slug, user?.id, isPermission],
  );
}

/** @returns `isPending` while the first scene of a tour that the visitor may enter is loaded */
export function useTourScenes(
  experience: ExperienceDetail,
  loaded: SceneDetail | undefined,
  origin: string,
): { scenes: TourSource | undefined; isPending: boolean } {
  const { tour } = experience;
  const queryClient = useQueryClient();
  const { search } = useLocation();
  const queryOf = useSceneQueries(experience);
  const fetchScene = useCallback(
    (sceneId: string, fresh = false) =>
      queryClient.fetchQuery({ ...queryOf(sceneId), ...(fresh && { staleTime: 0 }) }),
    [queryClient, queryOf],
  );
  const firstId = tour && sceneInUrl(tour, search);
  const { data, isLoading } = useQuery({
    ...queryOf(firstId ?? ''),
    enabled: firstId !== undefined && loaded === undefined,
  });
  const first = loaded ?? data;
  const scenes = useMemo(
    () =>
      tour && firstId !== undefined && first ? { tour, first, origin, fetchScene, onFollow } : undefined,
    [firstId, tour, first, origin, fetchScene],
  );
  return { scenes, isPending: isLoading };
}
