import { sql } from 'kysely';
import type { Db, Tx } from '../../../database/database.ts';
import { nameKey } from '../words.ts';
import { type ListKind, TABLES } from './kinds.ts';

/** Remembers that a list had a name. */
export async function addFormerName(tx: Tx, kind: ListKind, name: string, listId: number): Promise<void> {
  await tx
    .insertInto('list_redirects')
    .values({ kind, former_key: nameKey(name), list_id: listId })
    .onConflict((conflict) => conflict.columns(['kind', 'former_key']).doUpdateSet({ list_id: listId }))
    .execute();
}

/** Forgets what a name led to, since a list has it now. */
export async function forgetFormerName(tx: Tx, kind: ListKind, name: string): Promise<void> {
  await tx
    .deleteFrom('list_redirects')
    .where('kind', '=', kind)
    .where('former_key', '=', nameKey(name))
    .execute();
}

/** Lets the URLs of a list lead to another one: its id, its name and what led to it. */
export async function redirectList(
  tx: Tx,
  kind: ListKind,
  from: { id: number; name: string },
  to: number,
): Promise<void> {
  await tx
    .updateTable('list_redirects')
    .set({ list_id: to })
    .where('kind', '=', kind)
    .where('list_id', '=', from.id)
    .execute();
  await addFormerName(tx, kind, from.name, to);
  await tx
    .insertInto('list_redirects')
    .values({ kind, former_id: from.id, list_id: to })
    .onConflict((conflict) => conflict.columns(['kind', 'former_id']).doUpdateSet({ list_id: to }))
    .execute();
}

/** Forgets everything that led to a list. */
export async function deleteRedirects(tx: Tx, kind: ListKind, listId: number): Promise<void> {
  await tx.deleteFrom('list_redirects').where('kind', '=', kind).where('list_id', '=', listId).execute();
}

/** The list that an id leads to after a merge; undefined for the id of a list that exists. */
export async function findSuccessor(db: Db, kind: ListKind, id: number): Promise<number | undefined> {
  const table = TABLES[kind];
  const row = await db
    .selectFrom('list_redirects')
    .select('list_id')
    .where('kind', '=', kind)
    .where('former_id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom(table).select(`${table}.id`).where(`${table}.id`, '=', id))),
    )
    .executeTakeFirst();
  return row?.list_id;
}

/** Where ids of merged lists lead. */
export async function findSuccessors(
  db: Db | Tx,
  kind: ListKind,
  ids: readonly number[],
): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('list_redirects')
    .select(['former_id as id', 'list_id as successor'])
    .where('kind', '=', kind)
    .where('former_id', 'in', [...ids])
    .$narrowType<{ id: number }>()
    .execute();
  return new Map(rows.map(({ id, successor }) => [id, successor]));
}

/** The list that had this name, whatever has it now. */
export async function findFormer(
  db: Db,
  kind: ListKind,
  name: string,
): Promise<{ id: number; name: string } | undefined> {
  const key = nameKey(name);
  if (key.includes('\0')) return undefined;
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT l.id, l.name FROM list_redirects AS r JOIN ${sql.table(TABLES[kind])} AS l ON l.id = r.list_id
    WHERE r.kind = ${kind} AND r.former_key = ${key}
  `.execute(db);
  return rows[0];
}
