import type {
  AuditEvent,
  DeskCategory,
  DeskSubcategory,
  DeskTag,
  Experience,
  Problem,
} from '@oriel/contract';
import { sql } from 'kysely';
import { afterEach, expect } from 'vitest';
import type { AccountsApp } from '../../../testing/apps/accounts-app.ts';
import { useAccountsApp } from '../../../testing/use-app.ts';
import { changeCatalogue, createExperience } from '../catalogue/service.ts';
import { type Member, useCast } from '../workspaces/workspaces.fixture.ts';

export type Entry = DeskCategory & DeskSubcategory & DeskTag;
export type Kind = 'categories' | 'subcategories' | 'tags';

interface Request {
  body?: Record<string, unknown>;
  revision?: number | undefined;
  as?: Member;
}

/**
 * An app for the tests of a file, with requests of its staff to the desk, and what visitors see of it. After each test what
 * the database keeps is right.
 */
export function useDesk(poolSize: number) {
  const site = useAccountsApp({ poolSize });
  const cast = useCast(site);
  afterEach(() => expectKeptRight(site));

  async function send<T = Entry & Problem>(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    { body, revision, as = cast.staff.operator }: Request = {},
  ) {
    const response = await site.app.inject({
      method,
      url: `/api/console/${path}`,
      headers: {
        authorization: `Bearer ${as.token}`,
        ...(revision !== undefined && { 'if-match': `"${revision}"` }),
      },
      ...(method !== 'GET' && { payload: body ?? {} }),
    });
    return { status: response.statusCode, body: response.json<T>() };
  }
  let tours = 0;
  return {
    site,
    cast,
    send,
    create: async (kind: Kind, body: Record<string, unknown>): Promise<Entry> => {
      const created = await send('POST', kind, { body });
      expect(created.status, JSON.stringify(created.body)).toBe(200);
      return created.body;
    },
    list: async (kind: Kind): Promise<Entry[]> => (await send<Record<Kind, Entry[]>>('GET', kind)).body[kind],
    /** A tour with words that no other has. */
    addTour: (fields: Partial<Parameters<typeof createExperience>[1]>): Promise<number> => {
      tours += 1;
      const slug = `tour-number-${tours}`;
      return changeCatalogue(site.db, site.app.responseCache, (tx) =>
        createExperience(tx, { slug, title: `Tour ${tours}`, ...fields }),
      );
    },
    newestEvent: async () => {
      const { body } = await send<{ events: AuditEvent[] }>('GET', 'audit?limit=1');
      return body.events[0];
    },
    get: (url: string) => site.app.inject({ method: 'GET', url }),
    /** The slugs of a list with its total. */
    slugs: async (query: string) => {
      const response = await site.app.inject({ method: 'GET', url: `/api/vr360?${query}` });
      const items = response.json<Experience[]>();
      return {
        slugs: items.map(({ slug }) => slug),
        total: Number(response.headers['x-total-count']),
        items,
      };
    },
  };
}

export const refusalOf = ({ status, body }: { status: number; body: Problem }) => [
  status,
  body.code,
  body.detail,
];

/** What the database keeps with the rows must be what the rows say, whatever was changed. */
async function expectKeptRight({ db }: AccountsApp): Promise<void> {
  const sizes = await sql<{ kind: string; list_id: number; kept: number | null; real: number | null }>`
    WITH real AS (
      SELECT 'category' AS kind, category_id AS list_id, count(*)::int AS size FROM experiences WHERE category_id IS NOT NULL GROUP BY 2
      UNION ALL SELECT 'subcategory', subcategory_id, count(*)::int FROM experiences WHERE subcategory_id IS NOT NULL GROUP BY 2
      UNION ALL SELECT 'tag', tag_id, count(*)::int FROM experience_tags GROUP BY 2
      UNION ALL SELECT 'all', 0, count(*)::int FROM experiences HAVING count(*) > 0
    )
    SELECT kind, list_id, kept.size AS kept, real.size AS real
    FROM (SELECT * FROM list_sizes WHERE size > 0) AS kept FULL JOIN real USING (kind, list_id)
    WHERE kept.size IS DISTINCT FROM real.size
  `.execute(db);
  expect(sizes.rows).toEqual([]);
  const names = await sql`
    SELECT e.slug FROM experiences AS e LEFT JOIN categories AS c ON c.id = e.category_id
    WHERE e.category_names[1] IS DISTINCT FROM c.name
      OR e.tag_names <> ARRAY(SELECT t.name FROM experience_tags AS link JOIN tags AS t ON t.id = link.tag_id
        WHERE link.experience_id = e.id ORDER BY t.id)
  `.execute(db);
  expect(names.rows).toEqual([]);
  const words = await sql`
    WITH real AS (
      SELECT word, count(*)::int AS documents FROM experience_search, unnest(tsvector_to_array(document)) AS word GROUP BY word
    )
    SELECT word, kept.documents AS kept, real.documents AS real
    FROM (SELECT * FROM search_words WHERE documents > 0) AS kept FULL JOIN real USING (word)
    WHERE kept.documents IS DISTINCT FROM real.documents
  `.execute(db);
  expect(words.rows).toEqual([]);
  const lost = await sql`
    SELECT r.kind, r.list_id FROM list_redirects AS r
    WHERE NOT EXISTS (SELECT FROM categories AS c WHERE r.kind = 'category' AND c.id = r.list_id)
      AND NOT EXISTS (SELECT FROM subcategories AS s WHERE r.kind = 'subcategory' AND s.id = r.list_id)
      AND NOT EXISTS (SELECT FROM tags AS t WHERE r.kind = 'tag' AND t.id = r.list_id)
  `.execute(db);
  expect(lost.rows).toEqual([]);
}
