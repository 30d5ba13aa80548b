import { useEffect } from 'react';
import { data, type ShouldRevalidateFunctionArgs, useNavigation, useRevalidator } from 'react-router';
import { pageContext } from '../../context.ts';
import { DEFAULT_CATEGORIES, fromCategory, sortCategories } from '../../features/catalogue/categories.ts';
import { CategoryShortcuts } from '../../features/catalogue/category-shortcuts.tsx';
import { ExperienceList, ExperienceListPlaceholder } from '../../features/catalogue/experience-list.tsx';
import {
  FIELDS,
  type LibraryQuery,
  libraryPath,
  readLibraryUrl,
} from '../../features/catalogue/library-url.ts';
import { isSameTag, TagStrip } from '../../features/catalogue/tag-strip.tsx';
import { CompareTray } from '../../features/compare/compare-tray.tsx';
import { isLost } from '../../lost-request.ts';
import { movedTo } from '../../moved-to.ts';
import { pageMeta } from '../../seo/meta.ts';
import { toursStructuredData } from '../../seo/structured-data.ts';
import chip from '../../ui/chip.module.css';
import { ChipLink } from '../../ui/chip.tsx';
import { Failure } from '../../ui/failure.tsx';
import page from '../../ui/page.module.css';
import prose from '../../ui/prose.module.css';
import { ScrollStrip } from '../../ui/scroll-strip.tsx';
import { useDelayed } from '../../ui/use-delayed.ts';
import type { Route } from './+types/page';
import { useCardOffers } from './card-offers.tsx';
import { findMoved, loadLibrary } from './data.ts';
import { LibraryFilters } from './filters.tsx';
import { LibraryHero } from './hero.tsx';
import { NothingFound } from './nothing-found.tsx';
import styles from './page.module.css';
import { LibrarySearch, LibrarySort } from './search.tsx';
import { differOnlyInSettings, useVisit } from './use-visit.ts';
import { ViewSwitch, WithMap } from './with-map.tsx';

export const handle = { query: [...FIELDS, 'cursor'] };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { api, site, origin } = context.get(pageContext);
  const search = new URL(request.url).searchParams;
  const query = readLibraryUrl(search);
  const library = await loadLibrary(api, query, search.get('cursor') ?? undefined);
  const moved = await findMoved(api, query, library);
  if (moved) throw movedTo(libraryPath(moved));
  return data({ ...library, query, site, origin }, { status: library.failed ? 503 : 200 });
}

type LibraryData = Awaited<ReturnType<typeof loader>>['data'];

/** What the library shows, and the visit that its list belongs to. */
let shown: { loaderData: LibraryData; visit: string } | undefined;

/** Where a new selection gets no response, what is shown stays. */
export async function clientLoader({
  serverLoader,
  request,
}: Route.ClientLoaderArgs): Promise<LibraryData & { lostOn?: string }> {
  try {
    return await serverLoader();
  } catch (error) {
    if (shown === undefined || !isLost(error)) throw error;
    const query = readLibraryUrl(new URL(request.url).searchParams);
    return { ...shown.loaderData, query, lostOn: shown.visit };
  }
}

/** The settings open over the page and do not change it. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  return defaultShouldRevalidate && !differOnlyInSettings(currentUrl, nextUrl);
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { site, origin, section, firstPage } = loaderData;
  const path = libraryPath({ category: section?.name });
  const title = section ? `${section.name} Experiences` : 'Discover premium VR experiences';
  const items = firstPage?.items ?? [];
  return pageMeta({
    site,
    origin,
    path,
    title,
    description: section?.description ?? site.description,
    image: items[0]?.thumbnail,
    structuredData: toursStructuredData(title, new URL(path, origin).href, items, origin),
  });
}

/** Which parts of a new selection have been loading long enough to say so. */
function usePending({ category }: LibraryQuery): { list: boolean; tags: boolean } {
  const { location } = useNavigation();
  const list = useDelayed(location?.pathname === '/experiences' || location?.pathname === '/');
  const awaited = new URLSearchParams(location?.search).get('category') ?? undefined;
  return { list, tags: list && awaited !== category };
}

export default function LibraryPage({ loaderData }: Route.ComponentProps) {
  const { query, section, filter, categories, tags, firstPage, failure } = loaderData;
  const ownVisit = useVisit();
  const { lostOn } = loaderData as { lostOn?: string };
  const visit = lostOn ?? ownVisit;
  useEffect(() => {
    shown = { loaderData, visit };
    return () => {
      shown = undefined;
    };
  }, [loaderData, visit]);
  const { revalidate } = useRevalidator();
  const cards = useCardOffers(loaderData.rates);
  // An unknown category falls back to all, also in this page's links.
  const { category: _requested, ...rest } = query;
  const here = { ...rest, ...(section && { category: section.name }) };
  const pending = usePending(here);
  const activeTag = tags?.find(({ name }) => isSameTag(name, query.tag))?.name ?? query.tag;
  const entries = sortCategories(categories.map(fromCategory), 'popular');
  const cursor = firstPage?.nextCursor;
  const isMap = here.view === 'map';
  return (
    <div className={page.page}>
      <LibraryHero
        section={section}
        total={pending.list ? undefined : firstPage?.total}
        failure={failure ?? cards.failure}
        search={<LibrarySearch filters={here} categories={entries} />}
      />
      {!section && (
        <CategoryShortcuts categories={entries} pathFor={(category) => libraryPath({ category })} />
      )}
      <div className={styles.toolbar}>
        <LibraryFilters
          query={here}
          filter={filter}
          categories={entries.map(({ name }) => name)}
          tags={tags?.map(({ name }) => name) ?? []}
        />
        {tags ? (
          <TagStrip
            tags={tags}
            active={activeTag}
            loading={pending.tags}
            pathFor={(tag) => libraryPath({ ...here, tag })}
          />
        ) : (
          <DefaultCategories names={entries.map(({ name }) => name)} />
        )}
        <div className={styles.settings}>
          <ViewSwitch isMap={isMap} pathFor={(view) => libraryPath({ ...here, view })} />
          <LibrarySort filters={here} />
        </div>
      </div>
      {lostOn !== undefined && <Failure sentence="Could not load." onRetry={() => void revalidate()} />}
      <WithMap isMap={isMap} filter={filter}>
        {pending.list ? (
          <ExperienceListPlaceholder />
        ) : (
          <ExperienceList
            key={visit}
            visit={visit}
            filter={filter}
            firstPage={firstPage}
            hasWideFirst={!section && !isMap && Object.keys(filter).length === 0}
            offerOf={cards.offerOf}
            nextPath={cursor && withCursor(libraryPath(here), cursor)}
            nothing={<NothingFound query={here} />}
          />
        )}
      </WithMap>
      <CompareTray />
      {cards.dialog}
    </div>
  );
}

function withCursor(path: string, cursor: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ cursor })}`;
}

/** Shown where the tags could not be loaded. */
function DefaultCategories({ names }: { names: readonly string[] }) {
  return (
    <div>
      <p className={prose.error} role="alert">
        Unable to load tags from the server. Showing default categories.
      </p>
      <ScrollStrip label="categories">
        <nav className={`${chip.chips} ${styles.defaults}`} aria-label="Default categories">
          {(names.length > 0 ? names : DEFAULT_CATEGORIES).map((name) => (
            <ChipLink key={name} to={libraryPath({ category: name })}>
              {name}
            </ChipLink>
          ))}
        </nav>
      </ScrollStrip>
    </div>
  );
}
