/** The real application without cached responses, on as many experiences as the first argument says. */
import { sql } from 'kysely';
import { encodeCursor, type ListQuery } from '../../server/src/features/catalogue/cursor.ts';
import { seededRandom } from '../../server/testing/seeded-random.ts';
import { serve } from '../serve.ts';
import { openBench } from './site.ts';

const COUNT = Number(process.argv[2]);
const WORDS =
  'hotel,museum,garden,castle,harbour,quiet,golden,winter,hotel france,quiet harbour,golden library,terrace,tourism';

const bench = await openBench();
const { app, db, connectionString } = await bench.site(COUNT, {
  responseCacheMs: 0,
  maxEventLoopDelayMs: 60_000,
});
const random = seededRandom(2);

/** Pages of a list that begin after the rows at these places. */
async function pages(places: readonly number[], category?: { id: number; name: string }): Promise<string[]> {
  const { rows } = await sql<{ id: number; key: number }>`
    SELECT id, sort_order AS key FROM experiences WHERE ${category?.id ?? null}::int IS NULL OR category_id = ${category?.id ?? null}
    ORDER BY sort_order, id`.execute(db);
  const query: ListQuery = {
    categoryId: category?.id,
    subcategoryId: undefined,
    tagId: undefined,
    q: undefined,
    sort: 'featured',
  };
  const path = `/api/vr360?limit=12${category ? `&category=${encodeURIComponent(category.name)}` : ''}`;
  const positions = places.flatMap((place) => rows[Math.floor(place)] ?? []);
  return [
    path,
    ...positions.map(({ id, key }) => `${path}&cursor=${encodeCursor(query, { tier: 0, key, id })}`),
  ];
}

const places = (count: number, max: number) => Array.from({ length: count }, () => random() * max);

serve(bench, app, {
  async cpu() {
    const { user, system } = process.cpuUsage();
    return { cpuMs: (user + system) / 1000 };
  },
  async paths() {
    const categories = await db.selectFrom('categories').select(['id', 'name']).execute();
    const { rows: rare } = await sql<{ word: string }>`
      SELECT word FROM search_words WHERE documents BETWEEN 3 AND 50 AND word ~ '^[a-z]{8,}[a-rt-x]$' ORDER BY word LIMIT 10`.execute(
      db,
    );
    const words = [...WORDS.split(','), ...rare.map(({ word }) => word)];
    const ofCategories = await Promise.all(categories.map((category) => pages(places(20, 300), category)));
    return {
      connectionString,
      paths: {
        'list page': await pages(places(200, 1_200)),
        'category page': ofCategories.flat(),
        'deep page': (await pages(places(400, COUNT))).slice(1),
        'one tour': places(1_000, COUNT).map((place) => `/api/vr360/${1 + Math.floor(place)}`),
        search: words.map((q) => `/api/vr360?limit=12&q=${encodeURIComponent(q)}`),
      },
    };
  },
});
