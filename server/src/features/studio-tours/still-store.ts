import { type Still, type Tour, tourAssets } from '@oriel/contract';
import { sql } from 'kysely';
import type { Tx } from '../../database/database.ts';

/**
 * The stills of an experience's place sheet that show what a document shows; none of a picture that was taken out or blurred.
 *
 * @param experienceId null before the first publication
 */
export async function findKeptStills(tx: Tx, experienceId: number | null, document: Tour): Promise<Still[]> {
  const assets = tourAssets(document).map(({ asset }) => asset);
  const { rows } = await sql<{ still: Still }>`
    SELECT still FROM experiences AS e
    CROSS JOIN jsonb_array_elements(e.place -> 'stills') WITH ORDINALITY AS stills (still, position)
    JOIN media_thumbnails AS t ON t.id = split_part(still #>> '{thumbnails,pattern}', '/', 3)
    WHERE e.id = ${experienceId}::integer
      AND t.content_hash IN (SELECT content_hash FROM media_assets WHERE id::text = ANY(${assets}::text[]))
    ORDER BY position
  `.execute(tx);
  return rows.map(({ still }) => still);
}
