import type { Experience, ListedExperience } from '@oriel/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { cardsQuery } from '../../features/catalogue/cards-query.ts';
import {
  type CardOffer,
  ExperienceCard,
  ExperienceCardPlaceholder,
} from '../../features/catalogue/experience-card.tsx';
import { useSession } from '../../session/session.tsx';
import cards from '../../ui/card-grid.module.css';
import { PlainFailure } from '../../ui/failure.tsx';
import styles from './page.module.css';

const MAX_PLACEHOLDERS = 4;

interface Props {
  /** The newest first. */
  listed: readonly ListedExperience[];
  isPending: boolean;
  offerOf: (experience: Experience, ownerId: string | undefined) => CardOffer;
  label: string;
  /** Whether it is taken off as a whole: then nothing stays in sight. */
  clearsAll?: boolean;
  /** In place of an empty list. */
  empty: ReactNode;
}

/** What is taken off the list stays in sight until the page is left, so that it can be put back. */
function useEverListed(listed: readonly ListedExperience[]): number[] {
  const ever = useRef<number[]>([]);
  const ids = listed.map(({ id }) => id);
  const added = ids.filter((id) => !ever.current.includes(id));
  if (added.length > 0) ever.current = [...added, ...ever.current];
  return ever.current;
}

export function PlaceCards({ listed, isPending, offerOf, label, clearsAll, empty }: Props) {
  const { user } = useSession();
  const ever = useEverListed(listed);
  const ids = listed.length === 0 && clearsAll ? [] : ever;
  const { data, error, refetch } = useQuery({
    ...cardsQuery(user?.id, ids),
    enabled: !isPending && ids.length > 0,
    placeholderData: keepPreviousData,
  });
  if (!isPending && ids.length === 0) return empty;
  if (error && !data) {
    return (
      <PlainFailure
        className={styles.empty}
        sentence="The places could not be loaded."
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <ul className={cards.catalogue} aria-label={label} aria-busy={data === undefined}>
      {data
        ? data.items.map((experience) => (
            <li key={experience.id}>
              <ExperienceCard experience={experience} offer={offerOf(experience, data.ownerId)} />
            </li>
          ))
        : Array.from({ length: Math.min(MAX_PLACEHOLDERS, ids.length || MAX_PLACEHOLDERS) }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a placeholder is its place.
            <li key={index}>
              <ExperienceCardPlaceholder />
            </li>
          ))}
    </ul>
  );
}
