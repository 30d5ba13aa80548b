import type { ExperienceDetail } from '@oriel/contract';
import { type ReactNode, useCallback, useMemo } from 'react';
import { api } from '../../api.ts';
import { nameOf, placeOf } from '../../features/catalogue/heading.ts';
import { showOf } from '../../features/viewer/scene.ts';
import { Tour } from '../../features/viewer/tour.tsx';
import { formatCompact } from '../../format.ts';
import { useTourScenes } from '../experience/tour-scenes.ts';

interface Props {
  experience: ExperienceDetail;
  origin: string;
  still: ReactNode;
  /** The link to the tour's own page. */
  ownPage: ReactNode;
  /** What closed rooms show. */
  locked: ReactNode;
}

/** The tour that a visitor started in a frame of another website. */
export function EmbeddedTour({ experience, origin, still, ownPage, locked }: Props) {
  const { slug, categoryName, description, viewCount } = experience;
  const { scenes, isPending } = useTourScenes(experience, undefined, origin);
  const show = useMemo(() => showOf(experience, origin), [experience, origin]);
  const renewScene = useCallback(async () => {
    const { data } = await api('GET /api/vr360/:id', { params: { id: slug } });
    const renewed = showOf(data, origin);
    if (renewed?.kind !== 'panorama') throw new Error('The tour can no longer be opened.');
    return renewed.scene;
  }, [slug, origin]);
  return (
    <Tour
      show={isPending ? undefined : show}
      scenes={scenes}
      renewScene={renewScene}
      still={still}
      locked={isPending ? null : locked}
      info={{
        name: nameOf(experience),
        place: placeOf(experience),
        description,
        category: categoryName,
        views: `${formatCompact(viewCount)} views`,
        exit: ownPage,
        isFramed: true,
      }}
    />
  );
}
