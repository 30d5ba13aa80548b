import type { ExperienceDetail, PlaceCard, Still } from '@oriel/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { api } from '../../../api.ts';
import { nameOf, titleLineOf } from '../../../features/catalogue/heading.ts';
import { LikeButton } from '../../../features/catalogue/like-button.tsx';
import { priceOf } from '../../../features/catalogue/price.ts';
import type { PlaceSheetControls } from '../../../features/viewer/scene.ts';
import { inRadians } from '../../../features/viewer/scenes/angles.ts';
import { turnTo } from '../../../features/viewer/scenes/turn-to.ts';
import { formatCompact } from '../../../format.ts';
import { PlainFailure } from '../../../ui/failure.tsx';
import prose from '../../../ui/prose.module.css';
import { Actions } from './actions.tsx';
import { Facts } from './facts.tsx';
import styles from './place-sheet.module.css';
import { SheetFrame } from './sheet-frame.tsx';
import { SimilarPlaces } from './similar-places.tsx';
import { Stills } from './stills.tsx';

interface Props extends PlaceSheetControls {
  experience: ExperienceDetail;
  viewCount: number;
}

const FRESH_MS = 5 * 60_000;
/** The vertical field of view of a still that is turned to, in degrees. */
const STILL_FOV = 62;

/** All about a place, pulled up from below in its tour. */
export function PlaceSheet({ experience, viewCount, viewer, onShare, onClose }: Props) {
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery({
    queryKey: ['place', experience.id],
    queryFn: async ({ signal }) =>
      (await api('GET /api/vr360/:id/place', { params: { id: experience.slug }, signal })).data,
    staleTime: FRESH_MS,
  });
  const wayTo = (card: PlaceCard | undefined) =>
    card && {
      name: nameOf(card),
      // Back leads out of the tours, not through all of them.
      go: () => void navigate(`/experiences/vr/${card.slug}`, { replace: true, state: { sheet: true } }),
    };
  const isSingle = experience.tour === undefined;
  const look = ({ yaw, pitch }: Still) => {
    if (!viewer?.current || yaw === undefined || pitch === undefined) return;
    turnTo(viewer.current, inRadians({ yaw, pitch, fov: STILL_FOV }));
    onClose();
  };
  const share = () => {
    onClose();
    onShare?.();
  };
  return (
    <SheetFrame
      title={nameOf(experience)}
      line={titleLineOf(experience)}
      previous={wayTo(data?.previous)}
      next={wayTo(data?.next)}
      onClose={onClose}
    >
      <div className={styles.top}>
        <p className={styles.numbers}>
          <strong>{priceOf(experience)}</strong>
          <span>{formatCompact(viewCount)} views</span>
          <LikeButton experience={experience} name={nameOf(experience)} />
        </p>
        <Actions experience={experience} website={data?.website} onShare={onShare && share} />
      </div>
      {error ? (
        <PlainFailure
          className={styles.failure}
          sentence="More about this place could not be loaded."
          onRetry={() => void refetch()}
        />
      ) : (
        <div className={styles.columns} aria-busy={data === undefined}>
          <div className={styles.story}>
            <p>{experience.description}</p>
            <Facts experience={experience} sheet={data} />
          </div>
          <Stills stills={data?.stills} onLook={isSingle && viewer ? look : undefined} />
        </div>
      )}
      {data && data.similar.length > 0 && (
        <section className={styles.similar} aria-labelledby="similar">
          <h3 id="similar" className={prose.titleSmall}>
            More like this
          </h3>
          <SimilarPlaces places={data.similar} />
        </section>
      )}
    </SheetFrame>
  );
}
