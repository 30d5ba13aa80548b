import { useState } from 'react';
import { data, Link, useSearchParams } from 'react-router';
import { pageContext } from '../../../context.ts';
import {
  filterCategories,
  fromSubcategory,
  isSort,
  SORT_LABELS,
  type SORTS,
  sortCategories,
} from '../../../features/catalogue/categories.ts';
import {
  fetchCategory,
  fetchSubcategories,
  outcomeOf,
} from '../../../features/catalogue/category-queries.ts';
import { libraryPath } from '../../../features/catalogue/library-url.ts';
import { movedTo } from '../../../moved-to.ts';
import { pageMeta } from '../../../seo/meta.ts';
import { listStructuredData } from '../../../seo/structured-data.ts';
import { ChipLink } from '../../../ui/chip.tsx';
import page from '../../../ui/page.module.css';
import prose from '../../../ui/prose.module.css';
import { SearchField } from '../../../ui/search-field.tsx';
import split from '../../../ui/split.module.css';
import stack from '../../../ui/stack.module.css';
import { useEarlyInput } from '../../../ui/use-early-input.ts';
import styles from '../categories.module.css';
import { CategoryList } from '../category-list.tsx';
import { withCovers } from '../covers.ts';
import type { Route } from './+types/page';

export const handle = { query: ['q', 'sort'], subject: '/api/categories/:categoryId' };

export async function loader({ params, context }: Route.LoaderArgs) {
  const { api, site, origin } = context.get(pageContext);
  const category = await fetchCategory(api, params.categoryId);
  if (category === undefined) throw data(null, { status: 404 });
  if (category.categoryid !== Number(params.categoryId))
    throw movedTo(`/categories/${category.categoryid}/subcategories`);
  const subcategories = await outcomeOf(
    fetchSubcategories(api, category.categoryid),
    'Failed to load subcategories',
  );
  const entries = (subcategories.value ?? []).map(fromSubcategory);
  return data(
    {
      category,
      entries: await withCovers(api, entries, 'subcategoryId'),
      failure: subcategories.failure,
      site,
      origin,
    },
    { status: subcategories.failure ? 503 : 200 },
  );
}

export { shouldRevalidate } from '../../revalidation.ts';

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { site, origin, category, entries } = loaderData;
  const path = `/categories/${category.categoryid}/subcategories`;
  return pageMeta({
    site,
    origin,
    path,
    title: category.categoryname,
    description: category.description ?? site.description,
    image: entries.find(({ cover }) => cover)?.cover?.thumbnail,
    structuredData: listStructuredData(
      category.categoryname,
      new URL(path, origin).href,
      entries.map(({ name }) => ({ name, path: libraryPath({ category: name }) })),
      origin,
    ),
  });
}

export default function SubcategoriesPage({ loaderData }: Route.ComponentProps) {
  const { category, entries, failure } = loaderData;
  const [search] = useSearchParams();
  const [query, setQuery] = useState(search.get('q') ?? '');
  const field = useEarlyInput(query, setQuery);
  const requestedSort = search.get('sort');
  const sort = isSort(requestedSort) ? requestedSort : undefined;
  const visibleEntries = sortCategories(filterCategories(entries, query), sort);
  const experiences = entries.reduce((sum, { itemCount }) => sum + itemCount, 0);
  return (
    <div className={page.page}>
      <header className={`${split.aside} ${styles.head}`}>
        <div className={stack.gap3}>
          <nav className={page.breadcrumb} aria-label="Breadcrumb">
            <Link to="/categories">Categories</Link> / {category.categoryname}
          </nav>
          <h1>{category.categoryname}</h1>
          {category.description && <p className={styles.intro}>{category.description}</p>}
          <p className={prose.soft}>
            {experiences} experiences in {entries.length} subcategories ·{' '}
            <Link to={libraryPath({ category: category.categoryname })}>See all</Link>
          </p>
        </div>
        <search className={styles.search}>
          <form className={styles.form} onSubmit={(event) => event.preventDefault()}>
            <SearchField
              label="Search subcategories"
              name="q"
              placeholder="Search subcategories..."
              ref={field}
              value={query}
              onChange={({ target }) => setQuery(target.value)}
            />
          </form>
        </search>
      </header>
      <nav className={styles.chips} aria-label="Sort">
        <ChipLink to="?" active={sort === undefined} replace preventScrollReset>
          All
        </ChipLink>
        {(['popular', 'new', 'items'] satisfies (typeof SORTS)[number][]).map((value) => (
          <ChipLink key={value} to={`?sort=${value}`} active={sort === value} replace preventScrollReset>
            {SORT_LABELS[value]}
          </ChipLink>
        ))}
      </nav>
      <CategoryList
        noun="subcategories"
        entries={visibleEntries}
        failure={failure}
        pathOf={({ name }) => libraryPath({ category: name })}
      />
    </div>
  );
}
