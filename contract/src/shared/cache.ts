/**
 * The `max-age` of each kind of response, in seconds. The server's headers and the page `/cache` both read it, so that
 * the page states what is true.
 */
export const CACHE_SECONDS = {
  /** Tour media: panoramas, tiles, videos. Their URLs change with their content. */
  tourMedia: 365 * 24 * 60 * 60,
  /** Tour media in shared caches, which then ask whether they are still public. */
  sharedTourMedia: 24 * 60 * 60,
  /** Images: thumbnails, logos. */
  images: 7 * 24 * 60 * 60,
  /** Scripts, styles and fonts; their names change with their content. */
  buildFiles: 30 * 24 * 60 * 60,
  /** Public catalogue responses and pages: short, so that a change shows within two seconds. */
  catalogue: 1,
} as const;
