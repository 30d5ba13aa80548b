/**
 * The yardstick: lists, searches and tours as a plain server of Fastify and pg answers them, by the book and without our code:
 * one named prepared statement for each request, the indexes that it needs, a response schema. It reads the tables of the
 * application and answers the same bytes; it caches nothing, checks nothing and knows no members.
 */
import Fastify from 'fastify';
import pg from 'pg';

const COLUMNS = `e.id, e.slug, e.legacy_id, e.title, e.property_name, e.description, e.country, e.city, e.thumbnail, e.like_count,
  e.view_count, e.category_id, e.category_names, e.subcategory_id, e.tag_names, e.rating::float8 AS rating, e.sort_order,
  e.media_type, e.media_address, e.tokens_required, e.part_of_package, e.created_at`;

const TOTAL_OF_ALL = `(SELECT size FROM list_sizes WHERE kind = 'all' AND list_id = 0) AS total`;
const TOTAL_OF_CATEGORY = `(SELECT size FROM list_sizes WHERE kind = 'category'
  AND list_id = (SELECT id FROM categories WHERE name_key = $1)) AS total`;
const ONE_CATEGORY = 'e.category_id = (SELECT id FROM categories WHERE name_key = $1)';

const STATEMENTS = {
  first: `SELECT ${COLUMNS}, ${TOTAL_OF_ALL} FROM experiences AS e ORDER BY e.sort_order, e.id LIMIT $1`,
  next: `SELECT ${COLUMNS}, ${TOTAL_OF_ALL} FROM experiences AS e WHERE (e.sort_order, e.id) > ($2, $3)
    ORDER BY e.sort_order, e.id LIMIT $1`,
  category: `SELECT ${COLUMNS}, ${TOTAL_OF_CATEGORY} FROM experiences AS e WHERE ${ONE_CATEGORY}
    ORDER BY e.sort_order, e.id LIMIT $2`,
  nextOfCategory: `SELECT ${COLUMNS}, ${TOTAL_OF_CATEGORY} FROM experiences AS e
    WHERE ${ONE_CATEGORY} AND (e.sort_order, e.id) > ($3, $4) ORDER BY e.sort_order, e.id LIMIT $2`,
  search: `SELECT * FROM (
      (SELECT ${COLUMNS}, 0 AS tier FROM experience_search AS s JOIN experiences AS e ON e.id = s.experience_id
        WHERE s.headline @@ $1::tsquery ORDER BY e.sort_order, e.id LIMIT $2)
      UNION ALL
      (SELECT ${COLUMNS}, 1 FROM experience_search AS s JOIN experiences AS e ON e.id = s.experience_id
        WHERE s.document @@ $1::tsquery AND NOT s.headline @@ $1::tsquery ORDER BY e.sort_order, e.id LIMIT $2)
    ) AS matching ORDER BY tier, sort_order, id LIMIT $2`,
  one: `SELECT ${COLUMNS} FROM experiences AS e WHERE e.id = $1`,
};

interface Row {
  id: number;
  slug: string;
  legacy_id: number | null;
  title: string;
  property_name: string;
  description: string;
  country: string;
  city: string;
  thumbnail: string;
  like_count: string;
  view_count: string;
  category_id: number;
  category_names: string[];
  subcategory_id: number;
  tag_names: string[];
  rating: number | null;
  sort_order: number;
  media_type: string;
  media_address: string;
  tokens_required: number;
  part_of_package: boolean;
  created_at: Date;
  total?: number;
}

function cardOf(row: Row) {
  const isPermission = row.tokens_required === 0;
  return {
    id: row.id,
    slug: row.slug,
    legacyId: row.legacy_id,
    title: row.title,
    propertyName: row.property_name,
    description: row.description,
    country: row.country,
    city: row.city,
    thumbnail: row.thumbnail,
    likeCount: Number(row.like_count),
    viewCount: Number(row.view_count),
    category: row.category_names.join('|'),
    categoryId: row.category_id,
    categoryName: row.category_names[0],
    subcategoryId: row.subcategory_id,
    tags: row.tag_names,
    buttonTitle: 'Watch Now',
    rating: row.rating ?? undefined,
    sortOrder: row.sort_order,
    mediaType: row.media_type,
    tokensRequired: row.tokens_required,
    partOfPackage: row.part_of_package,
    isPermission,
    vrUrl: isPermission ? row.media_address : undefined,
    isLiked: false,
    createdAt: row.created_at.toISOString(),
  };
}

const string = { type: 'string' };
const integer = { type: 'integer' };
const boolean = { type: 'boolean' };
const CARD = {
  type: 'object',
  properties: {
    id: integer,
    slug: string,
    legacyId: { type: 'integer', nullable: true },
    title: string,
    propertyName: string,
    description: string,
    country: string,
    city: string,
    thumbnail: string,
    likeCount: integer,
    viewCount: integer,
    category: string,
    categoryId: integer,
    categoryName: string,
    subcategoryId: integer,
    tags: { type: 'array', items: string },
    buttonTitle: string,
    rating: { type: 'number' },
    sortOrder: integer,
    mediaType: string,
    tokensRequired: integer,
    partOfPackage: boolean,
    isPermission: boolean,
    vrUrl: string,
    isLiked: boolean,
    createdAt: string,
  },
};

let pool: pg.Pool;

async function run(name: keyof typeof STATEMENTS, values: unknown[]): Promise<Row[]> {
  return (await pool.query<Row>({ name, text: STATEMENTS[name], values })).rows;
}

interface ListQuery {
  limit: number;
  category?: string;
  q?: string;
  cursor?: string;
}

function readPage({ limit, category, q, cursor }: ListQuery): Promise<Row[]> {
  const rows = limit + 1;
  if (q !== undefined) {
    const words = q.split(' ').map((word, index, all) => `'${word}'${index === all.length - 1 ? ':*' : ''}`);
    return run('search', [words.join(' & '), rows]);
  }
  const after = cursor && JSON.parse(Buffer.from(cursor, 'base64url').toString()).slice(2);
  if (category === undefined) return after ? run('next', [rows, ...after]) : run('first', [rows]);
  const name = category.toLowerCase();
  return after ? run('nextOfCategory', [name, rows, ...after]) : run('category', [name, rows]);
}

const app = Fastify();

app.get<{ Querystring: ListQuery }>(
  '/api/vr360',
  {
    schema: {
      querystring: {
        type: 'object',
        properties: { limit: integer, category: string, q: string, cursor: string },
        required: ['limit'],
      },
      response: { 200: { type: 'array', items: CARD } },
    },
  },
  async ({ query, url }, reply) => {
    const rows = await readPage(query);
    const page = rows.slice(0, query.limit);
    if (rows[0]?.total !== undefined) reply.header('x-total-count', rows[0].total);
    const last = page.at(-1);
    if (rows.length > page.length && last !== undefined) {
      const cursor = Buffer.from(JSON.stringify(['', 0, last.sort_order, last.id])).toString('base64url');
      const path = url.replace(/&cursor=[^&]*/, '');
      reply.header('link', `<${path}&cursor=${cursor}>; rel="next"`);
    }
    return page.map(cardOf);
  },
);

app.get<{ Params: { id: number } }>(
  '/api/vr360/:id',
  {
    schema: {
      params: { type: 'object', properties: { id: integer }, required: ['id'] },
      response: { 200: CARD },
    },
  },
  async ({ params }, reply) => {
    const [row] = await run('one', [params.id]);
    return row === undefined ? reply.code(404).send({}) : cardOf(row);
  },
);

process.on('message', async (message: { ask: string; connectionString: string }) => {
  if (message.ask === 'start') {
    pool = new pg.Pool({
      connectionString: message.connectionString,
      max: 10,
      idleTimeoutMillis: 0,
      application_name: 'plain',
    });
    process.send?.({ origin: await app.listen({ host: '127.0.0.1', port: 0 }) });
  } else if (message.ask === 'cpu') {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpuMs: (user + system) / 1000 });
  } else {
    await app.close();
    await pool.end();
    process.exit();
  }
});
