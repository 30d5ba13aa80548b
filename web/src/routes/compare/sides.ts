import type { ExperienceDetail, SceneDetail } from '@oriel/contract';
import type { Scene } from '@oriel/viewer';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { type Api, ApiError, api as browserApi } from '../../api.ts';
import { useMemberExperience } from '../../features/catalogue/queries.ts';
import { capturedAtOf, lightOf, sceneOf } from '../../features/viewer/scenes/scene-of.ts';
import { openSceneOf } from '../../features/viewer/scenes/tour-url.ts';
import { useSingleScene } from '../experience/single-scene.ts';
import { fetchSceneOf, loadFirstScene, useSceneQueries, withLeanTour } from '../experience/tour-scenes.ts';

export const SIDES = ['left', 'right'] as const;
export type Side = (typeof SIDES)[number];

/** A tour on one side, as guests see it, and the first scene to show of several. */
export interface LoadedSide {
  experience: ExperienceDetail;
  scene: SceneDetail | undefined;
}

/** @returns undefined where there is no such tour */
export async function loadSide(
  api: Api,
  search: URLSearchParams,
  side: Side,
): Promise<LoadedSide | undefined> {
  const slug = search.get(side);
  if (!slug) return undefined;
  try {
    const { data: experience } = await api('GET /api/vr360/:id', { params: { id: slug } });
    const scene = await loadFirstScene(api, experience, search.get(`${side}Scene`) ?? undefined);
    return { experience: withLeanTour(experience), scene };
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return undefined;
    throw error;
  }
}

/** What a side shows: a scene, or a cover that says why there is none; neither while that is not known. */
export interface ShownSide {
  experience: ExperienceDetail;
  scene: Scene | undefined;
  /** Closed to the visitor, not of our viewer, or not loaded. */
  cover: 'closed' | 'foreign' | 'failed' | undefined;
  /** Of a tour of several scenes. */
  sceneId: string | undefined;
  /** In which the scene may be seen. */
  lights: { id: string; label: string }[];
  lightId: string | undefined;
  /** When that was taken, if it is known. */
  capturedAt: string | undefined;
  renewScene: () => Promise<Scene>;
  /** Loads again what could not be loaded. */
  retry: () => void;
}

/** The scene and the light that the URL names for a side. */
export interface Wanted {
  scene: string | undefined;
  light: string | undefined;
}

export function useSide(
  { experience: loaded, scene }: LoadedSide,
  wanted: Wanted,
  origin: string,
): ShownSide {
  const { experience, isPending } = useMemberExperience(loaded);
  const { slug, tour, isPermission } = experience;
  const queryOf = useSceneQueries(experience);
  const single = useSingleScene(experience, origin);
  const sceneId = tour && openSceneOf(tour, wanted.scene);
  const isLoaded = scene !== undefined && scene.id === sceneId;
  const { data, isError, refetch } = useQuery({
    ...queryOf(sceneId ?? ''),
    enabled: sceneId !== undefined && !isLoaded,
    // The room of before stays until the next one is there.
    placeholderData: (before) => before ?? scene,
  });
  const detail = isLoaded ? scene : data;
  const lightId = detail && lightOf(detail, wanted.light)?.id;
  const renewScene = useCallback(async () => {
    if (sceneId === undefined) return single.renewScene();
    return sceneOf(await fetchSceneOf(browserApi, slug, sceneId), origin, { lightId });
  }, [sceneId, slug, origin, lightId, single.renewScene]);
  const inView = useMemo(() => {
    if (tour) return detail && sceneOf(detail, origin, { lightId });
    return single.show?.kind === 'panorama' ? single.show.scene : undefined;
  }, [tour, detail, origin, lightId, single.show]);
  const isOpen = tour ? sceneId !== undefined : isPermission;
  const cover = () => {
    if (inView || isPending) return undefined;
    if (!isOpen) return 'closed';
    if (!tour) return 'foreign';
    return isError ? 'failed' : undefined;
  };
  return {
    experience,
    scene: inView,
    cover: cover(),
    sceneId,
    lights: detail?.lights ?? [],
    lightId,
    capturedAt: detail && capturedAtOf(detail, lightId),
    renewScene,
    retry: () => void refetch(),
  };
}
