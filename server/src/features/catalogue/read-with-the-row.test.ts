import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { raceTimeoutMs, repeatRace } from '../../../testing/race.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { inTransaction } from '../../database/database.ts';
import { addLikes, addViews, refreshPopularity } from './reaction-store.ts';
import {
  createCategory,
  createExperiences,
  createTag,
  deleteExperience,
  updateExperience,
} from './service.ts';
import { findExperiences } from './store.ts';

let database: TestDatabase;
let categoryIds: number[];
let tagIds: number[];

beforeAll(async () => {
  database = await createTestDatabase(8);
  await inTransaction(database.db, async (tx) => {
    categoryIds = [];
    tagIds = [];
    for (const name of ['One', 'Two, "three"', 'NULL']) categoryIds.push(await createCategory(tx, { name }));
    for (const name of ['sea {view}', 'quiet', 'a, b', 'c\\d']) tagIds.push(await createTag(tx, { name }));
  });
});
afterAll(() => database.drop());

const view = (...ids: number[]) => inTransaction(database.db, (tx) => addViews(tx, ids));
const like = (experienceId: number, memberId: string) =>
  inTransaction(database.db, (tx) => addLikes(tx, [{ experienceId, memberId, sessionHash: null }]));

const any = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)] as T;
const some = <T>(items: readonly T[]): T[] => items.filter(() => Math.random() < 0.5);

let names = 0;
function unusedName(): string {
  names += 1;
  return `name-${names}`;
}

async function create(): Promise<number[]> {
  return inTransaction(database.db, (tx) =>
    createExperiences(
      tx,
      Array.from({ length: 6 }, () => ({
        slug: unusedName(),
        title: 'Tour',
        categoryId: any(categoryIds),
        furtherCategoryIds: some(categoryIds),
        tagIds: some(tagIds),
        viewCount: any([0, 7]),
        likeCount: any([0, 3]),
      })),
    ),
  );
}

/** Rows whose kept columns differ from what they are made of, in one snapshot. */
async function wrongRows(): Promise<unknown[]> {
  const { rows } = await sql`
    SELECT e.id, e.category_names, e.tag_names, e.view_count, e.like_count, made.* FROM experiences AS e CROSS JOIN LATERAL (
      SELECT
        CASE WHEN e.category_id IS NULL THEN '{}' ELSE ARRAY[(SELECT name FROM categories WHERE id = e.category_id)]
          || ARRAY(SELECT c.name FROM experience_further_categories AS link JOIN categories AS c ON c.id = link.category_id
              WHERE link.experience_id = e.id ORDER BY c.id) END AS categories,
        ARRAY(SELECT t.name FROM experience_tags AS link JOIN tags AS t ON t.id = link.tag_id
          WHERE link.experience_id = e.id ORDER BY t.id) AS tags,
        (SELECT COALESCE(sum(views), 0) FROM experience_counters WHERE experience_id = e.id) AS views,
        (SELECT COALESCE(sum(likes), 0) FROM experience_counters WHERE experience_id = e.id) AS likes,
        EXISTS (SELECT FROM experience_counters WHERE experience_id = e.id AND is_fresh) AS fresh
    ) AS made
    WHERE e.category_names <> made.categories OR e.tag_names <> made.tags
      OR (NOT made.fresh AND (e.view_count, e.like_count, e.popularity) <> (made.views, made.likes, made.views + 10 * made.likes))
  `.execute(database.db);
  return rows;
}

/** One random change of the catalogue, or some reactions. */
async function change(ids: readonly number[]): Promise<void> {
  const { db } = database;
  const id = any(ids);
  const name = unusedName();
  const edits: (() => Promise<unknown>)[] = [
    () => inTransaction(db, (tx) => updateExperience(tx, id, { categoryId: any(categoryIds) })),
    () => inTransaction(db, (tx) => updateExperience(tx, id, { tagIds: some(tagIds) })),
    () => inTransaction(db, (tx) => updateExperience(tx, id, { furtherCategoryIds: some(categoryIds) })),
    () => db.updateTable('categories').set({ name }).where('id', '=', any(categoryIds)).execute(),
    () => db.updateTable('tags').set({ name }).where('id', '=', any(tagIds)).execute(),
    () => db.deleteFrom('experience_tags').where('experience_id', '=', id).execute(),
    () =>
      db
        .updateTable('experience_further_categories')
        .set({ experience_id: id })
        .where('category_id', '=', any(categoryIds))
        .where('experience_id', '=', any(ids))
        .execute(),
    () => view(id),
    () => view(...some(ids)),
    () => like(id, name),
    () => refreshPopularity(db),
    () => refreshPopularity(db),
    ...(Math.random() < 0.2 ? [() => inTransaction(db, (tx) => deleteExperience(tx, id))] : []),
  ];
  // A deadlock, a deleted experience, a link that exists: nothing was changed.
  await any(edits)().catch(() => undefined);
}

it('names, tags and counts in the row equal what they are made of, at any moment', {
  timeout: raceTimeoutMs(20_000),
}, async () => {
  await repeatRace(async () => {
    const ids = await create();
    let isRunning = true;
    const editors = Array.from({ length: 5 }, async () => {
      for (let turn = 0; turn < 30; turn += 1) await change(ids);
    });
    const observer = (async () => {
      while (isRunning) expect(await wrongRows()).toEqual([]);
    })();
    await Promise.all(editors);
    isRunning = false;
    await observer;
    expect(await wrongRows()).toEqual([]);
  });
});

it('cards show fresh reactions at once, and the same numbers when these are settled', async () => {
  const [id = 0] = await create();
  const [before] = await findExperiences(database.db, [id]);
  await view(id);
  await like(id, 'anna');
  const expected = { viewCount: (before?.viewCount ?? 0) + 1, likeCount: (before?.likeCount ?? 0) + 1 };
  expect(await findExperiences(database.db, [id])).toMatchObject([expected]);
  await refreshPopularity(database.db);
  expect(await findExperiences(database.db, [id])).toMatchObject([expected]);
});

it('names with commas, braces, quotes and backslashes arrive as they are', async () => {
  const { db } = database;
  const awkward = ['a,b', '{c}', '"d"', 'e\\f', 'NULL', 'g h'];
  for (const [index, name] of awkward.entries()) {
    const [id = 0] = await create();
    await inTransaction(db, (tx) =>
      updateExperience(tx, id, { tagIds: [tagIds[index % tagIds.length] ?? 0] }),
    );
    await db
      .updateTable('tags')
      .set({ name })
      .where('id', '=', tagIds[index % tagIds.length] ?? 0)
      .execute();
    expect((await findExperiences(db, [id]))[0]?.tags).toEqual([name]);
  }
});
