import type { Tx } from '../database/database.ts';
import {
  changeCover,
  createCategory,
  createSubcategory,
  createTag,
  nameKey,
} from '../features/catalogue/service.ts';
import type { SampleCatalogue } from './sample-files.ts';
import { type CoveredRow, findLists, type ListRow } from './store.ts';

type SampleLists = Pick<SampleCatalogue, 'subcategories' | 'tags'> & {
  categories: readonly Omit<SampleCatalogue['categories'][number], 'itemCount'>[];
};

/** What the lists of the demo are in this catalogue: by the sample's ids, slugs and names. */
export interface SampleIds {
  categories: Map<number, number>;
  subcategories: Map<string, number>;
  tags: Map<string, number>;
}

export function required<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`the demo catalogue names ${what}, which does not exist`);
  return value;
}

/**
 * The list of that name, or else the one that has been renamed since, or that it has been merged into.
 *
 * @param successors the ids that ids of merged lists lead to
 */
function matching<Row extends ListRow>(
  rows: readonly Row[],
  { id, name }: { id: number; name: string },
  successors: ReadonlyMap<number, number>,
): Row | undefined {
  const key = nameKey(name);
  const current = successors.get(id) ?? id;
  return rows.find(({ nameKey }) => nameKey === key) ?? rows.find((row) => row.id === current);
}

/** Gives a list that an earlier release created its cover, and its drawing in place of an emoji. */
async function addCover(
  tx: Tx,
  kind: 'categories' | 'subcategories',
  row: CoveredRow,
  sample: { id: number; icon: string; coverTour: string },
): Promise<void> {
  if (row.id !== sample.id || row.coverTour !== null) return;
  const isPicture = row.icon !== null && /^(?:\/|https?:)/.test(row.icon);
  await changeCover(tx, kind, row.id, {
    icon: isPicture ? row.icon : sample.icon,
    coverTour: sample.coverTour,
  });
}

/** Creates the categories, subcategories and tags that are missing; an operator may have created some of these names. */
export async function createLists(tx: Tx, sample: SampleLists): Promise<SampleIds> {
  const existing = await findLists(tx);
  const successorsOf = (kind: (typeof existing.successors)[number]['kind']) =>
    new Map(existing.successors.filter((row) => row.kind === kind).map(({ formerId, id }) => [formerId, id]));
  const successors = {
    category: successorsOf('category'),
    subcategory: successorsOf('subcategory'),
    tag: successorsOf('tag'),
  };
  const ids: SampleIds = { categories: new Map(), subcategories: new Map(), tags: new Map() };
  const categoryOf = (id: number) => required(ids.categories.get(id), `the category ${id}`);
  for (const category of sample.categories) {
    const { id, name, description, icon, coverTour } = category;
    const found = matching(existing.categories, category, successors.category);
    if (found !== undefined) await addCover(tx, 'categories', found, category);
    const values = { id, name, description, icon, coverTour };
    ids.categories.set(id, found?.id ?? (await createCategory(tx, values)));
  }
  const takenIds = new Set(existing.subcategories.map(({ id }) => id));
  for (const subcategory of sample.subcategories) {
    const { id, slug, name, description, icon, coverTour } = subcategory;
    const categoryId = categoryOf(subcategory.categoryId);
    const siblings = existing.subcategories.filter((row) => row.categoryId === categoryId);
    const values = { ...(!takenIds.has(id) && { id }), categoryId, name, description, icon, coverTour };
    const found = matching(siblings, subcategory, successors.subcategory);
    if (found !== undefined) await addCover(tx, 'subcategories', found, subcategory);
    ids.subcategories.set(slug, found?.id ?? (await createSubcategory(tx, values)));
  }
  for (const tag of sample.tags) {
    const { id, name, categoryId } = tag;
    const values = { id, name, categoryId: categoryId === null ? null : categoryOf(categoryId) };
    ids.tags.set(name, matching(existing.tags, tag, successors.tag)?.id ?? (await createTag(tx, values)));
  }
  return ids;
}
