import { sanitiseMediaUrl } from '@oriel/contract';
import { embedUrl, isYoutube, mediaTypeOf } from '@oriel/contract/shared/media-url';
import { sql } from 'kysely';
import type { Db } from '../../database/database.ts';
import type { CatalogueOrigins } from '../../pages/content-security-policy.ts';
import { imageAddress } from './presentation.ts';

/** The beginning of an address up to its host, as lenient as browsers are. */
const BEGINNING = '^\\s*(?:[a-zA-Z]+:)?[/\\\\]*[^/\\\\?#]*';
const EXTENSION = '^[^?#]*(\\.[a-zA-Z0-9]{1,5})\\s*(?:[?#]|$)';
const ROOTED = '^\\s*/[^/\\\\]';

/** Some address of any video, to learn which page shows them. */
const YOUTUBE_PLAYER = new URL(embedUrl('https://youtu.be/00000000000')).origin;

/**
 * Reads which other origins tours and categories lead to. It looks at every tour, so keep the result for a while.
 *
 * @param publicUrl the site's own address, which is left out
 */
export async function catalogueOrigins(db: Db, publicUrl: string): Promise<CatalogueOrigins> {
  const { rows } = await sql<{ isMedia: boolean; beginning: string; extension: string | null }>`
    SELECT DISTINCT is_media AS "isMedia", substring(address FROM ${BEGINNING}) AS beginning,
      CASE WHEN is_media THEN lower(substring(address FROM ${EXTENSION})) END AS extension
    FROM (
      SELECT true AS is_media, media_address AS address FROM experiences WHERE asset_id IS NULL
      UNION ALL SELECT false, thumbnail FROM experiences
      UNION ALL SELECT false, thumbnails ->> 'pattern' FROM experiences
      UNION ALL SELECT false, icon FROM categories
      UNION ALL SELECT false, icon FROM subcategories
    ) AS addresses
    WHERE address !~ ${ROOTED}
  `.execute(db);
  const own = new URL(publicUrl).origin;
  const found = {
    pictures: new Set<string>(),
    photos: new Set<string>(),
    films: new Set<string>(),
    frames: new Set<string>(),
  };
  for (const { isMedia, beginning, extension } of rows) {
    const address = isMedia ? sanitiseMediaUrl(beginning, publicUrl) : imageAddress(beginning);
    if (address === undefined || !URL.canParse(address)) continue;
    const { origin, hostname } = new URL(address);
    if (origin === own) continue;
    if (!isMedia) {
      found.pictures.add(origin);
      continue;
    }
    const type = mediaTypeOf(`${origin}/media${extension ?? ''}`);
    if (type === 'photo') found.photos.add(origin);
    else if (type === 'video') found.films.add(origin);
    else found.frames.add(origin);
    if (isYoutube(hostname)) found.frames.add(YOUTUBE_PLAYER);
  }
  const sorted = (origins: Set<string>) => [...origins].sort();
  return {
    pictures: sorted(found.pictures),
    photos: sorted(found.photos),
    films: sorted(found.films),
    frames: sorted(found.frames),
  };
}
