import { useState } from 'react';
import { data, Link, useSearchParams } from 'react-router';
import { pageContext } from '../../context.ts';
import {
  type CategoryEntry,
  filterCategories,
  fromCategory,
  isSort,
  SORT_LABELS,
  SORTS,
  sortCategories,
} from '../../features/catalogue/categories.ts';
import { fetchCategories, outcomeOf } from '../../features/catalogue/category-queries.ts';
import { ExperienceImage, WIDE_CARD_SIZES } from '../../features/catalogue/experience-image.tsx';
import { pageMeta } from '../../seo/meta.ts';
import { listStructuredData } from '../../seo/structured-data.ts';
import page from '../../ui/page.module.css';
import prose from '../../ui/prose.module.css';
import { SearchField } from '../../ui/search-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import split from '../../ui/split.module.css';
import stack from '../../ui/stack.module.css';
import { useEarlyInput } from '../../ui/use-early-input.ts';
import type { Route } from './+types/page';
import styles from './categories.module.css';
import { CategoryList } from './category-list.tsx';
import { type CoveredCategory, withCovers } from './covers.ts';

const TITLE = 'Explore VR Categories';
const MOST_POPULAR = 6;
/** The `sizes` of the smaller pictures of the strip. */
const POPULAR_SIZES = '(min-width: 62rem) 22vw, 45vw';
const FORM_ID = 'category-search';
const SORT_OPTIONS = SORTS.map((value) => ({ value, label: SORT_LABELS[value] }));

const pathOf = (category: CategoryEntry) => `/categories/${category.id}/subcategories`;

export const handle = { query: ['q', 'sort'] };

export async function loader({ context }: Route.LoaderArgs) {
  const { api, site, origin } = context.get(pageContext);
  const categories = await outcomeOf(fetchCategories(api), 'Failed to load categories');
  const entries = sortCategories((categories.value ?? []).map(fromCategory), 'popular');
  return data(
    {
      entries: await withCovers(api, entries, 'categoryId'),
      failure: categories.failure,
      site,
      origin,
    },
    { status: categories.failure ? 503 : 200 },
  );
}

export { shouldRevalidate } from '../revalidation.ts';

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { site, origin, entries } = loaderData;
  const names = entries.map(({ name }) => name).join(', ');
  return pageMeta({
    site,
    origin,
    path: '/categories',
    title: TITLE,
    description: `Immersive 360 degree tours by category: ${names}.`,
    image: entries[0]?.cover?.thumbnail,
    structuredData: listStructuredData(
      TITLE,
      new URL('/categories', origin).href,
      entries.map((entry) => ({ name: entry.name, path: pathOf(entry) })),
      origin,
    ),
  });
}

export default function CategoriesPage({ loaderData: { entries, failure } }: Route.ComponentProps) {
  const [search, setSearch] = useSearchParams();
  const [query, setQuery] = useState(search.get('q') ?? '');
  const field = useEarlyInput(query, setQuery);
  const requestedSort = search.get('sort');
  const sort = isSort(requestedSort) ? requestedSort : 'popular';
  const sortBy = (order: string) => setSearch({ sort: order }, { preventScrollReset: true, replace: true });
  const sortField = useEarlyInput<string>(sort, sortBy);
  const visibleEntries = sortCategories(filterCategories(entries, query), sort);
  const experiences = entries.reduce((sum, { itemCount }) => sum + itemCount, 0);

  return (
    <div className={page.page}>
      <header className={`${split.aside} ${styles.head}`}>
        <div className={stack.gap3}>
          <h1>{TITLE}</h1>
          <p className={prose.soft}>
            {experiences} experiences in {entries.length} categories
          </p>
        </div>
        <search className={styles.search}>
          <form
            id={FORM_ID}
            action="/categories"
            className={styles.form}
            onSubmit={(event) => event.preventDefault()}
          >
            <SearchField
              label="Search categories"
              name="q"
              placeholder="Search categories..."
              ref={field}
              value={query}
              onChange={({ target }) => setQuery(target.value)}
            />
          </form>
        </search>
      </header>
      <CategoryList
        noun="categories"
        entries={visibleEntries}
        failure={failure}
        pathOf={pathOf}
        action="Explore"
        heading="h3"
      >
        {query.trim() === '' && <MostPopular entries={entries.slice(0, MOST_POPULAR)} />}
        <div className={styles.sectionHead}>
          <h2>All categories</h2>
          <SelectField
            label="Sort by"
            name="sort"
            form={FORM_ID}
            options={SORT_OPTIONS}
            ref={sortField}
            value={sort}
            onChange={({ target }) => sortBy(target.value)}
          />
        </div>
      </CategoryList>
    </div>
  );
}

function MostPopular({ entries }: { entries: readonly CoveredCategory[] }) {
  return (
    <section aria-labelledby="most-popular">
      <h2 id="most-popular" className={styles.sectionTitle}>
        Most Popular Categories
      </h2>
      <ol className={styles.popular}>
        {entries.map((entry, index) => (
          <li key={entry.id}>
            <Link to={pathOf(entry)} className={styles.popularLink}>
              {entry.cover && (
                <ExperienceImage
                  experience={entry.cover}
                  alt=""
                  sizes={index === 0 ? WIDE_CARD_SIZES : POPULAR_SIZES}
                  eager={index === 0}
                  fill
                />
              )}
              <span className={styles.popularText}>
                <span className={styles.popularName}>{entry.name}</span>
                <span className={styles.popularCount}>{entry.itemCount} experiences</span>
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </section>
  );
}
