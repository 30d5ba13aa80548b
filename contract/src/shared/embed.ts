/** What a frame of another website must allow for an embedded tour. */
const FRAME_FEATURES = 'fullscreen; gyroscope; accelerometer; xr-spatial-tracking; autoplay';

const escapeAttribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The path of an embedded tour. @param query with its question mark, or empty */
export const embedPath = (slug: string, query = '') => `/embed/${slug}${query}`;

interface EmbedCode {
  /** Absolute. */
  url: string;
  title: string;
  /** Pixels, or a CSS length such as `100%`. */
  width: number | string;
  height: number | string;
}

/** The HTML that shows an embedded tour in a page of another website. */
export function embedCode({ url, title, width, height }: EmbedCode): string {
  return (
    `<iframe src="${escapeAttribute(url)}" title="${escapeAttribute(title)}" width="${width}" height="${height}" ` +
    `style="border:0" loading="lazy" allow="${FRAME_FEATURES}" allowfullscreen></iframe>`
  );
}
