import type { Experience } from '@oriel/contract';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { errorMessage } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import cards from '../../ui/card-grid.module.css';
import prose from '../../ui/prose.module.css';
import state from './category-state.module.css';
import { type CardOffer, ExperienceCard, ExperienceCardPlaceholder } from './experience-card.tsx';
import styles from './experience-list.module.css';
import { type ExperienceFilter, type ExperiencePage, PAGE_SIZE, useExperiences } from './queries.ts';

const FIRST_PLACEHOLDERS = 8;
/** The list loads this many pages automatically; then a button does, so that the footer can be reached. */
const PAGES_BY_ITSELF = 3;
export function ExperienceListPlaceholder() {
  return (
    <ul className={cards.catalogue} aria-busy="true">
      <Placeholders first={0} count={FIRST_PLACEHOLDERS} />
    </ul>
  );
}

/** @param first the index of the first one in the list, so that a loaded card replaces it instead of pushing it down */
function Placeholders({ first, count }: { first: number; count: number }) {
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a placeholder is its place.
    <li key={`placeholder-${first + index}`} className="with-scripts">
      <ExperienceCardPlaceholder />
    </li>
  ));
}

interface Props {
  visit: string;
  filter: ExperienceFilter;
  firstPage: ExperiencePage | undefined;
  /** The URL of the second page, for browsers without scripts. */
  nextPath: string | undefined;
  /** Whether the first card is a large one. */
  hasWideFirst: boolean;
  /** Shown where the list is empty. */
  nothing: ReactNode;
  /** @param ownerId the member for whom the experience was loaded; undefined where it is as guests see it */
  offerOf: (experience: Experience, ownerId: string | undefined) => CardOffer;
}

/** Keeps what has the focus below a list on the screen when the list grows. */
function useFocusInView(list: RefObject<HTMLElement | null>, length: number): void {
  const height = useRef<number>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list grows with its length
  useLayoutEffect(() => {
    const element = list.current;
    const { activeElement } = document;
    if (element === null || activeElement === null) return;
    const growth = element.offsetHeight - (height.current ?? element.offsetHeight);
    height.current = element.offsetHeight;
    const isBelow = element.compareDocumentPosition(activeElement) & Node.DOCUMENT_POSITION_FOLLOWING;
    const { bottom } = activeElement.getBoundingClientRect();
    const isPushedOut = bottom > innerHeight && bottom - growth <= innerHeight;
    if (isBelow && isPushedOut) scrollBy({ top: growth, behavior: 'instant' });
  }, [length]);
}

export function ExperienceList({
  visit,
  filter,
  firstPage,
  nextPath,
  hasWideFirst,
  nothing,
  offerOf,
}: Props) {
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useExperiences(
    visit,
    filter,
    firstPage,
  );
  const list = useRef<HTMLUListElement>(null);
  const sentinel = useRef<HTMLDivElement>(null);
  const pages = data?.pages ?? [];
  const items = pages.flatMap(({ items, ownerId }) => items.map((experience) => ({ experience, ownerId })));
  const total = pages.at(-1)?.total ?? 0;
  useFocusInView(list, items.length);
  const pageCount = pages.length;
  const growsByItself = hasNextPage && !error && pageCount < PAGES_BY_ITSELF;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each page brings a mark of its own, sometimes in one step with the end of its loading.
  useEffect(() => {
    const element = sentinel.current;
    if (!growsByItself || isFetchingNextPage || element === null) return;
    const observer = new IntersectionObserver(
      // A slow browser reports several at once, the oldest first.
      (entries) => {
        if (entries.at(-1)?.isIntersecting) void fetchNextPage();
      },
      // A jump to the foot leaves the mark above the window, where it must count as reached.
      { rootMargin: '1000000px 0px 200px 0px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [growsByItself, isFetchingNextPage, fetchNextPage, pageCount]);

  if (isPending) return <ExperienceListPlaceholder />;
  if (items.length === 0) return error ? <Failure error={error} onRetry={() => void refetch()} /> : nothing;
  // Placeholders reserve space for all cards that come without a click, so that the footer does not jump.
  const pagesToCome = growsByItself ? PAGES_BY_ITSELF - pageCount : isFetchingNextPage ? 1 : 0;
  const awaited = Math.min(pagesToCome * PAGE_SIZE, Math.max(0, total - items.length));
  return (
    <>
      <ul ref={list} className={cards.catalogue} aria-busy={isFetchingNextPage}>
        {items.map(({ experience, ownerId }, index) => (
          <li key={experience.id} className={hasWideFirst && index === 0 ? styles.wide : undefined}>
            <ExperienceCard
              experience={experience}
              offer={offerOf(experience, ownerId)}
              eager={index === 0}
              isWide={hasWideFirst && index === 0}
            />
            {index === items.length - 1 && <div ref={sentinel} />}
          </li>
        ))}
        <Placeholders first={items.length} count={awaited} />
      </ul>
      {error && <Failure error={error} onRetry={() => void fetchNextPage()} />}
      {nextPath && (
        <p className={`without-scripts ${styles.more}`}>
          <a href={nextPath}>More experiences</a>
        </p>
      )}
      <div className={growsByItself ? `${styles.more} ${styles.reserved}` : styles.more}>
        <p role="status" className={growsByItself ? 'visually-hidden' : undefined}>
          {items.length} of {total}
        </p>
        {hasNextPage && !growsByItself && !error && (
          <Button
            aria-disabled={isFetchingNextPage}
            onClick={() => !isFetchingNextPage && void fetchNextPage()}
          >
            Load more
          </Button>
        )}
      </div>
    </>
  );
}

function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <div className={state.state} role="alert">
      <p className={prose.error}>{errorMessage(error, 'Failed to load VR experiences')}</p>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  );
}
