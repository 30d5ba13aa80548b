import { sanitiseMediaUrl } from '@oriel/contract';
import { embedUrl, isYoutube, mediaTypeOf } from '@oriel/contract/shared/media-url';
import type { Db } from '../../database/database.ts';
import type { CatalogueOrigins } from '../../pages/content-security-policy.ts';
import { safeImageUrl } from './presentation.ts';
import { findUrlStarts } from './store.ts';

/** The origin of the player that embeds YouTube's videos; the id does not matter. */
const YOUTUBE_PLAYER = new URL(embedUrl('https://youtu.be/00000000000')).origin;

/**
 * Collects the foreign origins of tours, thumbnails and icons. Scans all tours: callers cache the result.
 *
 * @param publicUrl the site's own URL, whose origin is excluded
 */
export async function catalogueOrigins(db: Db, publicUrl: string): Promise<CatalogueOrigins> {
  const siteOrigin = new URL(publicUrl).origin;
  const origins = {
    images: new Set<string>(),
    photos: new Set<string>(),
    videos: new Set<string>(),
    frames: new Set<string>(),
  };
  for (const { isMedia, urlStart, extension } of await findUrlStarts(db)) {
    const url = isMedia ? sanitiseMediaUrl(urlStart, publicUrl) : safeImageUrl(urlStart);
    if (url === undefined || !URL.canParse(url)) continue;
    const { origin, hostname } = new URL(url);
    if (origin === siteOrigin) continue;
    if (!isMedia) {
      origins.images.add(origin);
      continue;
    }
    const type = mediaTypeOf(`${origin}/media${extension ?? ''}`);
    if (type === 'photo') origins.photos.add(origin);
    else if (type === 'video') origins.videos.add(origin);
    else origins.frames.add(origin);
    if (isYoutube(hostname)) origins.frames.add(YOUTUBE_PLAYER);
  }
  const sorted = (values: Set<string>) => [...values].sort();
  return {
    images: sorted(origins.images),
    photos: sorted(origins.photos),
    videos: sorted(origins.videos),
    frames: sorted(origins.frames),
  };
}
