import type { Experience } from '@oriel/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { api } from '../../api.ts';
import { cardsQuery } from '../../features/catalogue/cards-query.ts';
import { ExperienceImage } from '../../features/catalogue/experience-image.tsx';
import { propertyLineOf } from '../../features/catalogue/heading.ts';
import { priceOf } from '../../features/catalogue/price.ts';
import { type ExperienceFilter, recordViewFromCard } from '../../features/catalogue/queries.ts';
import { useTurningPicture } from '../../features/catalogue/turning-picture.tsx';
import { PlaceMap } from '../../features/map/place-map.tsx';
import { useSession } from '../../session/session.tsx';
import { PlainFailure } from '../../ui/failure.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './map-panel.module.css';

const FRESH_MS = 5 * 60_000;

interface Props {
  filter: ExperienceFilter;
  litId: number | undefined;
}

/** The places of the list on a map. */
export function MapPanel({ filter: { sort: _, ...filter }, litId }: Props) {
  const { data, error, refetch } = useQuery({
    queryKey: ['pins', filter],
    queryFn: async ({ signal }) => (await api('GET /api/map', { query: filter, signal })).data.pins,
    staleTime: FRESH_MS,
    structuralSharing: false,
  });
  if (error) {
    return (
      <PlainFailure
        className={styles.failure}
        sentence="The map could not be loaded."
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <PlaceMap
      pins={data}
      litId={litId}
      renderPlaces={(ids, onClose) => <PinnedPlaces ids={ids} onClose={onClose} />}
    />
  );
}

function PinnedPlaces({ ids, onClose }: { ids: readonly number[]; onClose: () => void }) {
  const { user } = useSession();
  const { data, error } = useQuery({ ...cardsQuery(user?.id, ids), staleTime: FRESH_MS });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes it from any of its links.
    <div
      className={styles.pinned}
      aria-busy={data === undefined}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <span className={styles.close}>
        <IconButton icon="close" label="Close" onClick={onClose} />
      </span>
      {error && !data && <p role="alert">This place could not be loaded.</p>}
      <ul className={styles.list}>
        {data
          ? data.items.map((experience, index) => (
              <li key={experience.id}>
                <PinnedPlace experience={experience} isFirst={index === 0} />
              </li>
            ))
          : !error && <li className={styles.waiting} />}
      </ul>
    </div>
  );
}

function PinnedPlace({ experience, isFirst }: { experience: Experience; isFirst: boolean }) {
  const { slug, title } = experience;
  const link = useRef<HTMLAnchorElement>(null);
  const { picture, handlers } = useTurningPicture(link, experience);
  // What a key has opened goes on there, unless the visitor has gone elsewhere.
  useEffect(() => {
    const map = link.current?.closest('section');
    if (isFirst && map?.contains(document.activeElement)) link.current?.focus({ preventScroll: true });
  }, [isFirst]);
  return (
    <Link
      ref={link}
      {...handlers}
      to={`/experiences/vr/${slug}`}
      state={{ experience }}
      className={styles.place}
      data-analytics="open-tour"
      onClick={() => recordViewFromCard(experience)}
    >
      <span className={styles.picture}>
        <ExperienceImage experience={experience} alt="" sizes="22rem" />
        {picture}
      </span>
      <span className={styles.title}>{title}</span>
      <span className={styles.line}>{propertyLineOf(experience)}</span>
      <span className={styles.line}>{priceOf(experience)}</span>
    </Link>
  );
}
