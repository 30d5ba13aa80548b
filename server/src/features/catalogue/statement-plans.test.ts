import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { encodeCursor } from './cursor.ts';
import { MemberStateCache } from './member-state.ts';
import { PlainPages } from './plain-page.ts';
import { findExperiences } from './store.ts';
import { ViewedExperiences } from './viewed-experience-store.ts';

const TOURS = 2_000;
/** With fewer a plan for the members of one call costs as much as one for any. */
const MEMBERS = 10_000;
/** PostgreSQL plans for the values of a call this many times before it may take one plan for all. */
const CUSTOM_PLANS = 5;
const CALLS = 12;

let database: TestDatabase;
let ids: number[];
let memberIds: string[];

beforeAll(async () => {
  // One connection: each prepares its statements itself.
  database = await createTestDatabase(1);
  const { db } = database;
  const { rows: tours } = await sql<{ id: number }>`
    INSERT INTO experiences (slug, title, sort_order)
    SELECT 'tour-' || n, 'Tour ' || n, (n * 7919) % ${sql.lit(TOURS)} FROM generate_series(1, ${sql.lit(TOURS)}) AS n
    RETURNING id`.execute(db);
  ids = tours.map(({ id }) => id);
  const { rows: members } = await sql<{ id: string }>`
    INSERT INTO members (id, email, first_name)
    SELECT 'm_' || lpad(n::text, 22, '0'), n || '@example.org', 'Anna' FROM generate_series(1, ${sql.lit(MEMBERS)}) AS n
    RETURNING id`.execute(db);
  memberIds = members.slice(0, 2).map(({ id }) => id);
  await sql`VACUUM ANALYZE`.execute(db);
});
afterAll(() => database.drop());

/** The statements that are still planned at each call, with how often they were. */
async function plannedEachTime() {
  const { rows } = await sql<{ statement: string; plans: number }>`
    SELECT left(statement, 200) AS statement, custom_plans AS plans FROM pg_prepared_statements
    WHERE custom_plans > ${sql.lit(CUSTOM_PLANS)}`.execute(database.db);
  return rows;
}

const READS: Record<string, (call: number) => Promise<unknown>> = {
  'pages near the start of the list': (call) => {
    const all = { categoryId: undefined, subcategoryId: undefined, tagId: undefined, q: undefined };
    const position = { tier: 0, key: call, id: ids[call] ?? 0 } as const;
    const cursor = encodeCursor({ ...all, sort: 'featured' }, position);
    return new PlainPages(database.db).find({ cursor }, 12);
  },
  'cards of one tour': (call) => findExperiences(database.db, [ids[call] ?? 0]),
  'one tour': (call) => new ViewedExperiences(database.db).find({ column: 'id', value: ids[call] ?? 0 }),
  'what two members have': () => {
    const states = new MemberStateCache(database.db, 0);
    return Promise.all(memberIds.map((memberId) => states.of(memberId, ids.slice(0, 12))));
  },
};

it.each(Object.entries(READS))('%s: PostgreSQL plans the statement once', async (_, read) => {
  await sql`DEALLOCATE ALL`.execute(database.db);
  for (let call = 0; call < CALLS; call += 1) await read(call);
  expect(await plannedEachTime()).toEqual([]);
  const { rows } = await sql`SELECT FROM pg_prepared_statements WHERE generic_plans > 0`.execute(database.db);
  expect(rows).not.toEqual([]);
});

it('tours that are requested together come from one statement, each its own', async () => {
  const viewed = new ViewedExperiences(database.db);
  const wanted = [ids[5], ids[3], 2_000_000_000, ids[5], ids[4]].map((id = 0) => id);
  const found = await Promise.all(wanted.map((value) => viewed.find({ column: 'id', value })));
  expect(found.map((one) => one?.stored.id)).toEqual([ids[5], ids[3], undefined, ids[5], ids[4]]);
  const bySlug = await Promise.all(
    ['tour-7', 'none', 'tour-1'].map((value) => viewed.find({ column: 'slug', value })),
  );
  expect(bySlug.map((one) => one?.stored.slug)).toEqual(['tour-7', undefined, 'tour-1']);
});
