import type { ReactNode } from 'react';
import { useRevalidator } from 'react-router';
import { CategoryCard } from '../../features/catalogue/category-card.tsx';
import { CategoryState } from '../../features/catalogue/category-state.tsx';
import { CARD_SIZES, ExperienceImage } from '../../features/catalogue/experience-image.tsx';
import cards from '../../ui/card-grid.module.css';
import type { CoveredCategory } from './covers.ts';

interface Props {
  /** What is listed, plural and lower case: "categories". */
  noun: string;
  entries: readonly CoveredCategory[];
  failure: string | undefined;
  pathOf: (entry: CoveredCategory) => string;
  /** Each card's call to action, after the count. */
  action?: string;
  heading?: 'h2' | 'h3';
  children?: ReactNode;
}

export function CategoryList({ noun, entries, failure, pathOf, action, heading, children }: Props) {
  const { state, revalidate } = useRevalidator();
  if (failure || entries.length === 0) {
    return (
      <CategoryState
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
      <ul className={cards.catalogue}>
        {entries.map((entry, index) => (
          <li key={entry.id}>
            <CategoryCard
              entry={entry}
              to={pathOf(entry)}
              {...(action && { action })}
              {...(heading && { heading })}
              picture={
                entry.cover && (
                  <ExperienceImage
                    experience={entry.cover}
                    alt=""
                    sizes={CARD_SIZES}
                    eager={index === 0 && !children}
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
