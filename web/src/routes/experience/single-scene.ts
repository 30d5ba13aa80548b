import type { ExperienceDetail } from '@oriel/contract';
import type { Scene } from '@oriel/viewer';
import { useCallback, useMemo } from 'react';
import { api } from '../../api.ts';
import { type Show, showOf } from '../../features/viewer/scene.ts';

/** What the stage of a tour of a single scene shows, and how its expired URLs are replaced. */
export function useSingleScene(
  experience: ExperienceDetail,
  origin: string,
): { show: Show | undefined; renewScene: () => Promise<Scene> } {
  const { slug } = experience;
  const show = useMemo(() => showOf(experience, origin), [experience, origin]);
  const renewScene = useCallback(async () => {
    const { data } = await api('GET /api/vr360/:id', { params: { id: slug } });
    const renewed = showOf(data, origin);
    if (renewed?.kind !== 'panorama') throw new Error('The tour can no longer be opened.');
    return renewed.scene;
  }, [slug, origin]);
  return { show, renewScene };
}
