import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '../../api.ts';
import state from '../../features/catalogue/category-state.module.css';
import { ExperienceImage } from '../../features/catalogue/experience-image.tsx';
import { propertyLineOf } from '../../features/catalogue/heading.ts';
import { type LibraryQuery, libraryPath } from '../../features/catalogue/library-url.ts';
import { fetchExperiencePage } from '../../features/catalogue/queries.ts';
import { ButtonLink } from '../../ui/button.tsx';
import cards from '../../ui/card-grid.module.css';
import { CardLink } from '../../ui/card-link.tsx';
import prose from '../../ui/prose.module.css';
import styles from './nothing-found.module.css';
import { suggestionsQuery } from './suggestions-query.ts';

const SIZES = '(min-width: 75rem) 24rem, (min-width: 48rem) 31vw, 46vw';

/** Whole rows of the grid at every width. */
const POPULAR_TOURS = 6;

const popularQuery = queryOptions({
  queryKey: ['popular-tours'],
  queryFn: async ({ signal }) => {
    const { items } = await fetchExperiencePage(api, { sort: 'popular' }, undefined, signal);
    return items.slice(0, POPULAR_TOURS);
  },
});

/** In place of an empty list: what was searched, similar words, and where to go on. */
export function NothingFound({ query }: { query: LibraryQuery }) {
  const { q } = query;
  const { data: similar } = useQuery({ ...suggestionsQuery(q ?? ''), enabled: q !== undefined });
  const spellings = similar?.spellings ?? [];
  return (
    <div className={styles.nothing}>
      <div className={state.state}>
        <h2>No experiences found</h2>
        {q && <p>Nothing matches “{q}”.</p>}
        {q && (
          <p className={styles.spellings}>
            {spellings.length > 0 && 'Did you mean '}
            {spellings.map((word, index) => (
              <span key={word}>
                {index > 0 && ' or '}
                <Link to={libraryPath({ ...query, q: word })}>{word}</Link>
              </span>
            ))}
            {spellings.length > 0 && '?'}
          </p>
        )}
        <p>Try selecting a different category</p>
        <div className={styles.ways}>
          {q && <ButtonLink to={libraryPath({ ...query, q: undefined })}>Clear the search</ButtonLink>}
          <ButtonLink to="/experiences">See all experiences</ButtonLink>
        </div>
      </div>
      <PopularPlaces />
    </div>
  );
}

/** They keep their room from the start, so that the footer stays where it is. */
function PopularPlaces() {
  const { data: popular, isPending } = useQuery(popularQuery);
  if (!isPending && !popular?.length) return null;
  return (
    <section aria-labelledby="popular-tours" className={isPending ? 'with-scripts' : undefined}>
      <h2 id="popular-tours" className={styles.heading}>
        Places that many like to stand in
      </h2>
      <ul className={cards.grid} data-columns={3} data-pairs aria-busy={isPending}>
        {popular?.map((place) => (
          <li key={place.slug} className={styles.place}>
            <ExperienceImage experience={place} alt="" sizes={SIZES} />
            <h3 className={styles.title}>
              <CardLink to={`/experiences/vr/${place.slug}`}>{place.title}</CardLink>
            </h3>
            <p className={prose.note}>{propertyLineOf(place)}</p>
          </li>
        )) ?? BLANKS}
      </ul>
    </section>
  );
}

const BLANKS = Array.from({ length: POPULAR_TOURS }, (_, index) => (
  // biome-ignore lint/suspicious/noArrayIndexKey: a blank is its place.
  <li key={index} aria-hidden="true">
    <span className={styles.blank} />
    <h3 className={styles.title}>&nbsp;</h3>
    <p className={prose.note}>&nbsp;</p>
  </li>
));
