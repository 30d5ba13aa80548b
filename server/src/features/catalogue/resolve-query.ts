import type { ExperienceQuery } from '@oriel/contract';
import type { Db } from '../../database/database.ts';
import type { ListQuery } from './cursor.ts';
import type { ListKind } from './lists/kinds.ts';
import { findFormer, findSuccessor } from './lists/redirect-store.ts';
import { findIdByName } from './store.ts';

/** The id of the category or tag that has this name, or had it. */
async function idOf(db: Db, table: 'categories' | 'tags', name: string): Promise<number | undefined> {
  const kind = table === 'tags' ? 'tag' : 'category';
  return (await findIdByName(db, table, name)) ?? (await findFormer(db, kind, name))?.id;
}

/** The id of the list that a merged one leads to, else the same. */
async function currentId(db: Db, kind: ListKind, id: number | undefined): Promise<number | undefined> {
  return id === undefined ? undefined : ((await findSuccessor(db, kind, id)) ?? id);
}

/** Resolves names and former ids to ids; undefined for an unknown name, whose list is empty. */
export async function resolveQuery(db: Db, query: ExperienceQuery): Promise<ListQuery | undefined> {
  let categoryId = await currentId(db, 'category', query.categoryId);
  if (query.category) {
    const id = await idOf(db, 'categories', query.category);
    if (id === undefined || (categoryId !== undefined && categoryId !== id)) return undefined;
    categoryId = id;
  }
  const tagId = query.tag ? await idOf(db, 'tags', query.tag) : undefined;
  if (query.tag && tagId === undefined) return undefined;
  return {
    categoryId,
    subcategoryId: await currentId(db, 'subcategory', query.subcategoryId),
    tagId,
    q: query.q || undefined,
    price: query.price,
    mediaType: query.mediaType,
    country: query.country || undefined,
    sort: query.sort ?? 'featured',
  };
}
