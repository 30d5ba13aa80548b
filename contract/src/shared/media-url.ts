import type { MediaType } from '../api/catalogue.ts';

const VIDEO_EXTENSIONS = new Set(['mp4', 'webm', 'm4v', 'mov', 'ogv', 'ogg', 'avi', 'mkv']);
const PHOTO_EXTENSIONS = new Set(['jpg', 'jpeg', 'png', 'webp', 'avif']);
/** `tour.mp4` looks like a domain but is a relative file name. */
function isFileLike(text: string): boolean {
  const extension = /^[^/?#]+\.(\w+)(?:[?#]|$)/.exec(text)?.[1]?.toLowerCase() ?? '';
  return VIDEO_EXTENSIONS.has(extension) || PHOTO_EXTENSIONS.has(extension);
}
const DOMAIN_LIKE = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}(?::\d{1,5})?(?:[/?#]|$)/i;

/**
 * Turns what an editor typed into a safe absolute URL.
 *
 * A rooted or relative path is resolved against `viewerBase`; domain-like text gets https. Only http and https pass,
 * decided by parsing the URL as a browser does, not by how the text begins.
 *
 * @param text the stored value, in any shape
 * @param viewerBase the absolute URL that relative paths belong to
 * @returns the normalised URL, or undefined if there is no safe one
 */
export function sanitiseMediaUrl(text: string | null | undefined, viewerBase: string): string | undefined {
  const trimmed = text?.trim();
  if (!trimmed) return undefined;
  const candidate = DOMAIN_LIKE.test(trimmed) && !isFileLike(trimmed) ? `https://${trimmed}` : trimmed;
  if (!URL.canParse(candidate, viewerBase)) return undefined;
  const url = new URL(candidate, viewerBase);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  if (url.username || url.password) return undefined;
  return url.href;
}

function extensionOf(url: URL): string {
  return /\.([a-z0-9]+)$/i.exec(url.pathname)?.[1]?.toLowerCase() ?? '';
}

/**
 * How the viewer shows a URL: as a 360 video, as a 360 photo, or as an embedded page.
 *
 * @param mediaUrl absolute, from `sanitiseMediaUrl`
 */
export function mediaTypeOf(mediaUrl: string): MediaType {
  const extension = extensionOf(new URL(mediaUrl));
  if (VIDEO_EXTENSIONS.has(extension)) return 'video';
  if (PHOTO_EXTENSIONS.has(extension)) return 'photo';
  return 'embed';
}

const YOUTUBE_HOSTS = new Set([
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'music.youtube.com',
  'www.youtube-nocookie.com',
]);
/** Whether a host belongs to YouTube. */
export function isYoutube(hostname: string): boolean {
  return hostname === 'youtu.be' || YOUTUBE_HOSTS.has(hostname);
}

const YOUTUBE_ID = /^[\w-]{11}$/;

function youtubeId(url: URL): string | undefined {
  const [first, second] = url.pathname.split('/').filter(Boolean);
  const id =
    url.hostname === 'youtu.be'
      ? first
      : YOUTUBE_HOSTS.has(url.hostname)
        ? first === 'watch'
          ? (url.searchParams.get('v') ?? undefined)
          : ['embed', 'shorts', 'live', 'v'].includes(first ?? '')
            ? second
            : undefined
        : undefined;
  return id !== undefined && YOUTUBE_ID.test(id) ? id : undefined;
}

/**
 * The URL for an iframe. YouTube links of any form become embeds that start muted, do not loop and hide the controls,
 * unless the link sets these itself; other URLs are returned unchanged.
 *
 * @param mediaUrl absolute, from `sanitiseMediaUrl`
 */
export function embedUrl(mediaUrl: string): string {
  const url = new URL(mediaUrl);
  const id = youtubeId(url);
  if (id === undefined) return mediaUrl;
  const embed = new URL(`https://www.youtube.com/embed/${id}`);
  const defaults = { autoplay: '1', mute: '1', controls: '0', rel: '0', playsinline: '1' };
  for (const [name, value] of Object.entries(defaults)) {
    embed.searchParams.set(name, url.searchParams.get(name) ?? value);
  }
  const start = url.searchParams.get('start') ?? url.searchParams.get('t');
  if (start !== null && /^\d+s?$/.test(start)) embed.searchParams.set('start', start.replace('s', ''));
  return embed.href;
}
