import { useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { ExperienceCard, ExperienceCardPlaceholder } from './card.tsx';
import styles from './list.module.css';
import { type ExperienceFilter, type ExperiencePage, useExperiences } from './queries.ts';

const PLACEHOLDERS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
/** The list grows by itself this often; then a button takes over, so that the footer can be reached. */
const PAGES_BY_ITSELF = 3;
/** How many cards are in the first view at most. */
const EAGER_CARDS = 4;

interface Props {
  filter: ExperienceFilter;
  firstPage: ExperiencePage | undefined;
}

/** The endless grid of cards with its loading, empty and error states. */
export function ExperienceList({ filter, firstPage }: Props) {
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useExperiences(
    filter,
    firstPage,
  );
  const sentinel = useRef<HTMLDivElement>(null);
  const pages = data?.pages ?? [];
  const growsByItself = hasNextPage && !error && pages.length < PAGES_BY_ITSELF;

  useEffect(() => {
    const element = sentinel.current;
    if (!growsByItself || element === null) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting && !isFetchingNextPage) void fetchNextPage();
      },
      { rootMargin: '200px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [growsByItself, isFetchingNextPage, fetchNextPage]);

  const items = pages.flatMap((page) => page.items);
  const loading = isPending || isFetchingNextPage;

  if (error && items.length === 0) {
    return (
      <div className={styles.state} role="alert">
        <p className={styles.error}>{error.message || 'Failed to load VR experiences'}</p>
        <Button onClick={() => void refetch()}>Try again</Button>
      </div>
    );
  }
  if (!loading && items.length === 0) {
    return (
      <div className={styles.state}>
        <h2 className={styles.stateTitle}>No experiences found</h2>
        <p>Try selecting a different category</p>
      </div>
    );
  }
  return (
    <>
      <ul className={styles.grid} aria-busy={loading}>
        {items.map((experience, index) => (
          <li key={experience.id}>
            <ExperienceCard experience={experience} eager={index < EAGER_CARDS} />
          </li>
        ))}
        {loading &&
          PLACEHOLDERS.map((key) => (
            <li key={key}>
              <ExperienceCardPlaceholder />
            </li>
          ))}
      </ul>
      {error && (
        <p className={styles.error} role="alert">
          {error.message || 'Failed to load VR experiences'}
        </p>
      )}
      <div ref={sentinel} />
      {hasNextPage && !growsByItself && (
        <div className={styles.more}>
          <Button onClick={() => void fetchNextPage()} disabled={isFetchingNextPage}>
            Load more
          </Button>
        </div>
      )}
    </>
  );
}
