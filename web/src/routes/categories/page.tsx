import { useState } from 'react';
import { data, Link, useSearchParams } from 'react-router';
import { pageContext } from '../../context.ts';
import { fetchCategories, outcomeOf } from '../../features/catalogue/category-queries.ts';
import { isSort, matching, ordered, type Shelf, SORT_LABELS, SORTS } from '../../features/catalogue/order.ts';
import { shelfOfCategory } from '../../features/catalogue/shelf.ts';
import { ShelfIcon } from '../../features/catalogue/shelf-icon.tsx';
import { pageMeta } from '../../seo/meta.ts';
import { shelvesStructuredData } from '../../seo/structured-data.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import page from '../page.module.css';
import { revalidatesForNewPath } from '../revalidation.ts';
import type { Route } from './+types/page';
import styles from './categories.module.css';
import { ShelfList } from './category-list.tsx';
import { withCovers } from './covers.ts';

const TITLE = 'Explore VR Categories';
const MOST_POPULAR = 6;
const SORT_OPTIONS = SORTS.map((value) => ({ value, label: SORT_LABELS[value] }));

const pathOf = (category: Shelf) => `/categories/${category.id}/subcategories`;

export const handle = { query: ['q', 'sort'] };

export async function loader({ context }: Route.LoaderArgs) {
  const { api, site, origin } = context.get(pageContext);
  const categories = await outcomeOf(fetchCategories(api), 'Failed to load categories');
  const shelves = ordered((categories.value ?? []).map(shelfOfCategory), 'popular');
  return data(
    {
      shelves: await withCovers(api, shelves, 'categoryId'),
      failure: categories.failure,
      site,
      origin,
    },
    { status: categories.failure ? 503 : 200 },
  );
}

export const shouldRevalidate = revalidatesForNewPath;

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { site, origin, shelves } = loaderData;
  const names = shelves.map(({ name }) => name).join(', ');
  return pageMeta({
    site,
    origin,
    path: '/categories',
    title: TITLE,
    description: `Immersive 360 degree tours by category: ${names}.`,
    image: shelves[0]?.cover?.thumbnail,
    structuredData: shelvesStructuredData(
      TITLE,
      new URL('/categories', origin).href,
      shelves.map((shelf) => ({ name: shelf.name, path: pathOf(shelf) })),
      origin,
    ),
  });
}

export default function CategoriesPage({ loaderData: { shelves, failure } }: Route.ComponentProps) {
  const [search, setSearch] = useSearchParams();
  const [words, setWords] = useState(search.get('q') ?? '');
  const chosen = search.get('sort');
  const sort = isSort(chosen) ? chosen : 'popular';
  const shown = ordered(matching(shelves, words), sort);
  const experiences = shelves.reduce((sum, { itemCount }) => sum + itemCount, 0);

  return (
    <div className={page.page}>
      <header className={styles.head}>
        <div className={styles.title}>
          <h1 className={page.title}>{TITLE}</h1>
          <p className={page.count}>
            {experiences} experiences in {shelves.length} categories
          </p>
        </div>
        <search className={styles.search}>
          <form action="/categories" className={styles.form} onSubmit={(event) => event.preventDefault()}>
            <SearchField
              label="Search categories"
              name="q"
              placeholder="Search categories..."
              value={words}
              onChange={({ target }) => setWords(target.value)}
            />
            <SelectField
              label="Sort by"
              name="sort"
              options={SORT_OPTIONS}
              value={sort}
              onChange={({ target }) =>
                setSearch({ sort: target.value }, { preventScrollReset: true, replace: true })
              }
            />
          </form>
        </search>
      </header>
      <ShelfList
        noun="categories"
        shelves={shown}
        failure={failure}
        pathOf={pathOf}
        action="Explore"
        heading="h3"
      >
        {words.trim() === '' && <MostPopular shelves={shelves.slice(0, MOST_POPULAR)} />}
        <h2 className={styles.sectionTitle}>All categories</h2>
      </ShelfList>
    </div>
  );
}

/** The fullest categories in one line. */
function MostPopular({ shelves }: { shelves: readonly Shelf[] }) {
  return (
    <section aria-labelledby="most-popular">
      <h2 id="most-popular" className={styles.sectionTitle}>
        Most Popular Categories
      </h2>
      <ol className={styles.popular}>
        {shelves.map((shelf) => (
          <li key={shelf.id}>
            <Link to={pathOf(shelf)} className={styles.popularLink}>
              <span className={styles.popularIcon}>
                <ShelfIcon icon={shelf.icon} size={28} />
              </span>
              <span className={styles.popularName}>{shelf.name}</span>
              <span className={styles.popularCount}>{shelf.itemCount} experiences</span>
            </Link>
          </li>
        ))}
      </ol>
    </section>
  );
}
