import { sql } from 'kysely';
import type { Tx } from '../../database/database.ts';
import { wordsOf } from './words.ts';

/** Experiences whose documents are made at a time. */
const BATCH = 1000;

/** Updates the search documents of experiences, after their texts changed. */
export async function indexForSearch(tx: Tx, ids: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: number; headline: string; description: string }>`
    SELECT e.id, e.description,
      concat_ws(' ', e.title, e.property_name, e.city, e.country, c.name, s.name,
        (SELECT string_agg(t.name, ' ') FROM experience_tags AS link JOIN tags AS t ON t.id = link.tag_id
          WHERE link.experience_id = e.id),
        (SELECT string_agg(f.name, ' ') FROM experience_further_categories AS link
          JOIN categories AS f ON f.id = link.category_id WHERE link.experience_id = e.id)) AS headline
    FROM experiences AS e
    LEFT JOIN categories AS c ON c.id = e.category_id
    LEFT JOIN subcategories AS s ON s.id = e.subcategory_id
    WHERE e.id = ANY (${ids}::int[]) AND e.is_listed
  `.execute(tx);
  const documents = rows.map(({ id, headline, description }) => {
    const words = wordsOf(headline);
    return { id, headline: words, document: [...new Set([...words, ...wordsOf(description)])] };
  });
  await sql`
    INSERT INTO experience_search (experience_id, headline, document)
    SELECT (item ->> 'id')::int,
      array_to_tsvector(ARRAY(SELECT jsonb_array_elements_text(item -> 'headline'))),
      array_to_tsvector(ARRAY(SELECT jsonb_array_elements_text(item -> 'document')))
    FROM jsonb_array_elements(${JSON.stringify(documents)}::jsonb) AS item
    ON CONFLICT (experience_id) DO UPDATE SET headline = excluded.headline, document = excluded.document
  `.execute(tx);
}

/** After the names of lists of these experiences changed: what a search finds them by, and when pages last changed. */
export async function refreshExperiences(tx: Tx, ids: readonly number[]): Promise<void> {
  for (let start = 0; start < ids.length; start += BATCH) {
    const batch = ids.slice(start, start + BATCH);
    await sql`UPDATE experiences SET changed_at = now() WHERE id = ANY (${batch}::int[])`.execute(tx);
    await indexForSearch(tx, batch);
  }
}
