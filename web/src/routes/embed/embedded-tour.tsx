import type { ExperienceDetail } from '@oriel/contract';
import type { ReactNode } from 'react';
import { Tour } from '../../features/viewer/tour.tsx';
import { useSingleScene } from '../experience/single-scene.ts';
import { tourInfoOf } from '../experience/tour-info.ts';
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
  const { scenes, isPending } = useTourScenes(experience, undefined, origin);
  const { show, renewScene } = useSingleScene(experience, origin);
  return (
    <Tour
      show={isPending ? undefined : show}
      scenes={scenes}
      renewScene={renewScene}
      still={still}
      locked={isPending ? null : locked}
      info={{ ...tourInfoOf(experience), exit: ownPage, isFramed: true }}
    />
  );
}
