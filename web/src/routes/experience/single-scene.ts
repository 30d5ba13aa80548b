import type { ExperienceDetail, TourView } from '@oriel/contract';
import { parseTourLink } from '@oriel/contract/shared/tour/deep-link';
import type { Scene } from '@oriel/viewer';
import { useCallback, useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import { api } from '../../api.ts';
import { type Show, showOf } from '../../features/viewer/scene.ts';
import { inRadians } from '../../features/viewer/scenes/angles.ts';

/** A scene that begins with the view of a link. */
function withView(show: Show | undefined, view: TourView | undefined): Show | undefined {
  if (show?.kind !== 'panorama' || view === undefined) return show;
  return { ...show, scene: { ...show.scene, initialView: inRadians(view) } };
}

/** What the stage of a tour of a single scene shows, and how its expired URLs are replaced. */
export function useSingleScene(
  experience: ExperienceDetail,
  origin: string,
): { show: Show | undefined; renewScene: () => Promise<Scene> } {
  const { slug } = experience;
  const { search } = useLocation();
  const [view] = useState(() => parseTourLink(search).view);
  const show = useMemo(() => withView(showOf(experience, origin), view), [experience, origin, view]);
  const renewScene = useCallback(async () => {
    const { data } = await api('GET /api/vr360/:id', { params: { id: slug } });
    const renewed = showOf(data, origin);
    if (renewed?.kind !== 'panorama') throw new Error('The tour can no longer be opened.');
    return renewed.scene;
  }, [slug, origin]);
  return { show, renewScene };
}
