import type { SceneDetail } from '@oriel/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import { ExperienceImage } from '../../features/catalogue/experience-image.tsx';
import { nameOf } from '../../features/catalogue/heading.ts';
import { LoadingMessage } from '../../features/viewer/messages.tsx';
import { showOf } from '../../features/viewer/scene.ts';
import { sceneInUrl } from '../../features/viewer/scenes/tour-url.ts';
import { Tour } from '../../features/viewer/tour.tsx';
import { tourInfoOf } from '../experience/tour-info.ts';
import { readScene, readTour, type Visit } from './visit.ts';

const nothing = () => undefined;

/** The tour of a link: all of it is open, and nothing opens by itself. */
export function SharedTour({ visit, experience }: Visit) {
  const [origin] = useState(() => location.origin);
  const { search } = useLocation();
  const queries = useQueryClient();
  const { tour } = experience;
  const firstId = tour && sceneInUrl(tour, search);
  const queryOf = useCallback(
    (scene: string) => ({
      queryKey: ['shared-scene', visit, scene],
      queryFn: (): Promise<SceneDetail> => readScene(visit, scene),
      staleTime: 5 * 60 * 1000,
    }),
    [visit],
  );
  const { data: first } = useQuery({ ...queryOf(firstId ?? ''), enabled: firstId !== undefined });
  const scenes = useMemo(() => {
    if (!tour || !first) return undefined;
    const fetchScene = (scene: string, fresh = false) =>
      queries.fetchQuery({ ...queryOf(scene), ...(fresh && { staleTime: 0 }) });
    return { tour, first, origin, fetchScene, onFollow: nothing };
  }, [tour, first, origin, queries, queryOf]);
  const show = useMemo(() => showOf(experience, origin), [experience, origin]);
  const renewScene = useCallback(async () => {
    const renewed = showOf(await readTour(visit), origin);
    if (renewed?.kind !== 'panorama') throw new Error('The tour can no longer be opened.');
    return renewed.scene;
  }, [visit, origin]);
  useEffect(() => {
    document.title = nameOf(experience);
  }, [experience]);
  if (firstId !== undefined && !scenes) return <LoadingMessage />;
  return (
    <Tour
      show={show}
      scenes={scenes}
      renewScene={renewScene}
      still={<ExperienceImage experience={experience} alt="" sizes="100vw" eager fill />}
      locked={null}
      info={{ ...tourInfoOf(experience), isFramed: true }}
    />
  );
}
