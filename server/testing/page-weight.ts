import { gunzipSync } from 'node:zlib';

/** Bytes of what stands between a visitor and the words of a page: its HTML, its styles and the fonts it asks for at once. */
export const MAX_PAGE_BYTES = 60_000;

/** The company's pages. */
// biome-ignore format: a list to skim
export const COMPANY_PAGES = [
  '/landing', '/pricing', '/contact', '/service', '/enterprise', '/opportunity', '/community', '/careers', '/terms', '/privacy',
  '/cookies', '/cache',
];

/** A response to a request that accepts gzip. */
interface Answer {
  body: Buffer;
  isGzipped: boolean;
}

/** The URLs of the links of a kind in a page. */
function linksOf(html: string, kind: RegExp): string[] {
  const links = Array.from(html.matchAll(/<link\b[^>]*>/g), ([link]) => link).filter((link) =>
    kind.test(link),
  );
  return links.map((link) => /\bhref="([^"]+)"/.exec(link)?.[1] ?? '').filter((href) => href !== '');
}

/** Weighs pages in bytes, as they come over the wire, gzipped. */
export function pageScales(get: (url: string) => Promise<Answer>) {
  const sizes = new Map<string, number>();
  const sizeOf = async (url: string): Promise<number> => {
    const size = sizes.get(url) ?? (await get(url)).body.length;
    sizes.set(url, size);
    return size;
  };
  const sumOf = async (urls: readonly string[]): Promise<number> => {
    let sum = 0;
    for (const url of urls) sum += await sizeOf(url);
    return sum;
  };
  return async (page: string) => {
    const { body, isGzipped } = await get(page);
    const html = (isGzipped ? gunzipSync(body) : body).toString('utf8');
    const styles = await sumOf(linksOf(html, /\brel="stylesheet"/));
    const fonts = await sumOf(linksOf(html, /\bas="font"/));
    return { html: body.length, styles, fonts, all: body.length + styles + fonts };
  };
}
