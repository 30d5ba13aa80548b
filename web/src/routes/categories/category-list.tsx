import type { ReactNode } from 'react';
import { useRevalidator } from 'react-router';
import { ExperiencePicture } from '../../features/catalogue/picture.tsx';
import { ShelfCard } from '../../features/catalogue/shelf-card.tsx';
import { ShelfState } from '../../features/catalogue/shelf-state.tsx';
import styles from './categories.module.css';
import type { CoveredShelf } from './covers.ts';

const CARD_SIZES = '(min-width: 80rem) 20rem, (min-width: 62rem) 30vw, (min-width: 38rem) 45vw, 92vw';

interface Props {
  /** What is listed, in the plural and small: "categories". */
  noun: string;
  shelves: readonly CoveredShelf[];
  /** The sentence that says why there is nothing. */
  failure: string | undefined;
  pathOf: (shelf: CoveredShelf) => string;
  /** What each card offers, after the count. */
  action?: string;
  heading?: 'h2' | 'h3';
  /** What stands above the cards, where there are any. */
  children?: ReactNode;
}

/** The cards of categories or subcategories, or why there are none. */
export function ShelfList({ noun, shelves, failure, pathOf, action, heading, children }: Props) {
  const { state, revalidate } = useRevalidator();
  if (failure || shelves.length === 0) {
    return (
      <ShelfState
        failure={failure}
        loading={state === 'loading' ? `Loading ${noun}...` : undefined}
        empty={`No ${noun} found`}
        onRetry={() => void revalidate()}
      />
    );
  }
  return (
    <>
      {children}
      <ul className={styles.grid}>
        {shelves.map((shelf, index) => (
          <li key={shelf.id}>
            <ShelfCard
              shelf={shelf}
              to={pathOf(shelf)}
              {...(action && { action })}
              {...(heading && { heading })}
              picture={
                shelf.cover && (
                  <ExperiencePicture
                    experience={shelf.cover}
                    alt=""
                    sizes={CARD_SIZES}
                    eager={index === 0}
                    fill
                  />
                )
              }
            />
          </li>
        ))}
      </ul>
    </>
  );
}
