import { useState } from 'react';
import { data, Link, type ShouldRevalidateFunctionArgs, useRevalidator, useSearchParams } from 'react-router';
import { pageContext } from '../context.ts';
import { isSort, matching, ordered, type Shelf, SORT_LABELS, SORTS } from '../features/catalogue/order.ts';
import { fetchCategories, outcomeOf } from '../features/catalogue/queries.ts';
import { shelfOfCategory } from '../features/catalogue/shelf.ts';
import { ShelfCard } from '../features/catalogue/shelf-card.tsx';
import { ShelfIcon } from '../features/catalogue/shelf-icon.tsx';
import { ShelfState } from '../features/catalogue/shelf-state.tsx';
import { ExperiencePicture } from '../features/experiences/picture.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { SelectField } from '../ui/select-field.tsx';
import type { Route } from './+types/categories';
import { pageMeta } from './meta.ts';
import page from './page.module.css';
import styles from './shelves.module.css';
import { type Cover, findCovers } from './shelves-data.ts';
import { shelvesStructuredData } from './structured-data.ts';

const TITLE = 'Explore VR Categories';
const MOST_POPULAR = 6;
const CARD_SIZES = '(min-width: 80rem) 20rem, (min-width: 62rem) 30vw, (min-width: 38rem) 45vw, 92vw';
const SORT_OPTIONS = SORTS.map((value) => ({ value, label: SORT_LABELS[value] }));

const pathOf = (category: Shelf) => `/categories/${category.id}/subcategories`;

export async function loader({ context }: Route.LoaderArgs) {
  const { api, site, origin } = context.get(pageContext);
  const categories = await outcomeOf(fetchCategories(api), 'Failed to load categories');
  const shelves = ordered((categories.value ?? []).map(shelfOfCategory), 'popular');
  const covers = await findCovers(
    api,
    shelves.map(({ id }) => ({ categoryId: id })),
  );
  return data(
    {
      shelves: shelves.map((shelf, index) => ({ ...shelf, cover: covers[index] })),
      failure: categories.failure,
      site,
      origin,
    },
    { status: categories.failure ? 503 : 200 },
  );
}

/** The words and the order are applied in the browser; they need nothing new from the server. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  return currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
    ? false
    : defaultShouldRevalidate;
}

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
  const { state, revalidate } = useRevalidator();
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
      {failure || shown.length === 0 ? (
        <ShelfState
          failure={failure}
          loading={state === 'loading' ? 'Loading categories...' : undefined}
          empty="No categories found"
          onRetry={() => void revalidate()}
        />
      ) : (
        <>
          {words.trim() === '' && <MostPopular shelves={shelves.slice(0, MOST_POPULAR)} />}
          <h2 className={styles.sectionTitle}>All categories</h2>
          <ul className={styles.grid}>
            {shown.map((shelf, index) => (
              <li key={shelf.id}>
                <ShelfCard
                  shelf={shelf}
                  heading="h3"
                  to={pathOf(shelf)}
                  action="Explore"
                  picture={<CoverPicture cover={shelf.cover} eager={index === 0} />}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function CoverPicture({ cover, eager }: { cover: Cover | undefined; eager: boolean }) {
  return cover && <ExperiencePicture experience={cover} alt="" sizes={CARD_SIZES} eager={eager} fill />;
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
