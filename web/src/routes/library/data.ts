import type { Category } from '@oriel/contract';
import { type Api, ApiError } from '../../api.ts';
import {
  fetchCategories,
  fetchSubcategories,
  fetchTags,
  outcomeOf,
} from '../../features/catalogue/category-queries.ts';
import {
  type LibraryQuery,
  type Section,
  sectionOfCategory,
  sectionOfSubcategory,
} from '../../features/catalogue/library-url.ts';
import { type ExperienceFilter, fetchExperiencePage } from '../../features/catalogue/queries.ts';
import { isSameTag } from '../../features/catalogue/tag-strip.tsx';
import { loadTokenRates } from '../../features/unlocks/token-rates.ts';

/** Undefined where there is none: then the whole library is shown. Subcategories are searched where no category has the name. */
export async function findSection(
  api: Api,
  categories: readonly Category[],
  name: string | undefined,
): Promise<Section | undefined> {
  if (name === undefined) return undefined;
  const section = sectionOfCategory(categories, name);
  if (section) return section;
  const parts = await Promise.all(
    categories.map(({ categoryid }) => outcomeOf(fetchSubcategories(api, categoryid), '')),
  );
  return sectionOfSubcategory(
    categories,
    parts.flatMap((part) => part.value ?? []),
    name,
  );
}

export function filterOf(
  { category: _, view: _view, ...filters }: LibraryQuery,
  section: Section | undefined,
): ExperienceFilter {
  return {
    ...(section?.part
      ? { subcategoryId: section.part.subcategoryId }
      : section && { categoryId: section.categoryId }),
    ...filters,
  };
}

/** An invalid cursor leads to the first page. */
async function fetchPageAt(api: Api, filter: ExperienceFilter, cursor: string | undefined) {
  try {
    return await fetchExperiencePage(api, filter, cursor);
  } catch (error) {
    if (cursor === undefined || !(error instanceof ApiError) || error.status !== 400) throw error;
    return fetchExperiencePage(api, filter);
  }
}

/** The name today of what a URL calls by a former name. */
async function nameToday(api: Api, of: 'category' | 'tag', name: string): Promise<string | undefined> {
  const former = await outcomeOf(api('GET /api/former-names', { query: { of, name } }), '');
  return former.value?.data.name;
}

/** The query with the names of today, where a category, subcategory or tag of it was renamed or merged. */
export async function findMoved(
  api: Api,
  query: LibraryQuery,
  {
    section,
    categories,
    tags,
  }: Pick<Awaited<ReturnType<typeof loadLibrary>>, 'section' | 'categories' | 'tags'>,
): Promise<LibraryQuery | undefined> {
  const isUnknown = categories.length > 0 && section === undefined;
  const category = query.category && isUnknown ? await nameToday(api, 'category', query.category) : undefined;
  const isListed = tags === undefined || tags.some(({ name }) => isSameTag(name, query.tag));
  const tag = query.tag && !isListed ? await nameToday(api, 'tag', query.tag) : undefined;
  return category || tag ? { ...query, ...(category && { category }), ...(tag && { tag }) } : undefined;
}

/** Loads everything that the library shows for a URL; failures become messages. */
export async function loadLibrary(api: Api, query: LibraryQuery, cursor: string | undefined) {
  const categories = await outcomeOf(fetchCategories(api), 'Failed to load categories');
  const section = await findSection(api, categories.value ?? [], query.category);
  const filter = filterOf(query, section);
  const [tags, list, rates] = await Promise.all([
    outcomeOf(fetchTags(api, section?.categoryId), 'Failed to load tags'),
    outcomeOf(fetchPageAt(api, filter, cursor), 'Failed to load VR experiences'),
    loadTokenRates(api),
  ]);
  return {
    section,
    filter,
    rates,
    categories: categories.value ?? [],
    tags: tags.value,
    firstPage: list.value,
    failure: list.failure,
    failed: Boolean(categories.failure ?? tags.failure ?? list.failure),
  };
}
