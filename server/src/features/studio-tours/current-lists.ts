import type { TourDraft, TourProblem } from '@oriel/contract';
import type { Db, Tx } from '../../database/database.ts';
import { listRedirects, lists } from '../catalogue/service.ts';

const idsOf = (id: number | null) => (id === null ? [] : [id]);

/** A row whose draft names what the categories and tags that it named were merged into, also where an old version of it came back. */
export async function withCurrentLists<Row extends { draft: TourDraft }>(
  db: Db | Tx,
  row: Row,
): Promise<Row> {
  const { category, subcategory, tags } = row.draft;
  const categories = await listRedirects.findSuccessors(db, 'category', idsOf(category));
  const subcategories = await listRedirects.findSuccessors(db, 'subcategory', idsOf(subcategory));
  const merged = await listRedirects.findSuccessors(db, 'tag', tags);
  if (categories.size + subcategories.size + merged.size === 0) return row;
  const part = subcategories.get(subcategory ?? 0);
  const [home] = part === undefined ? [] : await lists.findLists(db, 'subcategory', [part]);
  return {
    ...row,
    draft: {
      ...row.draft,
      category: home?.categoryId ?? categories.get(category ?? 0) ?? category,
      subcategory: part ?? subcategory,
      tags: [...new Set(tags.map((tag) => merged.get(tag) ?? tag))],
    },
  };
}

/** Which categories and tags of a draft do not exist any more. */
export async function listProblems(
  db: Db | Tx,
  { category, subcategory, tags }: TourDraft,
): Promise<TourProblem[]> {
  const [home] = category === null ? [] : await lists.findLists(db, 'category', [category]);
  const [part] = subcategory === null ? [] : await lists.findLists(db, 'subcategory', [subcategory]);
  const found = tags.length === 0 ? [] : await lists.findLists(db, 'tag', tags);
  const problems: TourProblem[] = [];
  if (category !== null && home === undefined)
    problems.push({ path: ['category'], message: 'The category does not exist. Please choose another.' });
  if (subcategory !== null && (part === undefined || part.categoryId !== category))
    problems.push({
      path: ['subcategory'],
      message: 'The category has no such subcategory. Please choose another.',
    });
  if (found.length < new Set(tags).size)
    problems.push({ path: ['tags'], message: 'A tag does not exist. Please take it off.' });
  return problems;
}
