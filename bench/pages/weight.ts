/**
 * What stands between a visitor and the words of each page: its HTML, its styles and the fonts that it asks for at once,
 * gzipped, as a running server sends them.
 *
 *     node bench/pages/weight.ts http://127.0.0.1:3000
 */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { gunzipSync } from 'node:zlib';

/** Bytes. */
const LIMIT = 60_000;
/** The company's pages. */
// biome-ignore format: a list to skim
const PAGES = [
  '/landing', '/pricing', '/contact', '/service', '/enterprise', '/opportunity', '/community', '/careers', '/terms', '/privacy',
  '/cookies', '/cache',
];
/** Their weight is that of the tours they list; they are printed without a limit. */
const LISTS = ['/experiences', '/categories'];

const [origin = 'http://127.0.0.1:3000'] = process.argv.slice(2);

interface Asset {
  /** As it came over the wire. */
  bytes: number;
  text: string;
}

async function fetchGzipped(url: string): Promise<Asset> {
  const request = get(new URL(url, origin), { headers: { 'accept-encoding': 'gzip' } });
  const [response]: IncomingMessage[] = await once(request, 'response');
  if (response === undefined) throw new Error(`No answer for ${url}`);
  const body = Buffer.concat(await response.toArray());
  const isGzipped = response.headers['content-encoding'] === 'gzip';
  return { bytes: body.length, text: (isGzipped ? gunzipSync(body) : body).toString('utf8') };
}

/** The URLs of the links of a kind in the head of a page. */
function linksOf(html: string, kind: RegExp): string[] {
  const links = Array.from(html.matchAll(/<link\b[^>]*>/g), ([link]) => link).filter((link) =>
    kind.test(link),
  );
  return links.map((link) => /\bhref="([^"]+)"/.exec(link)?.[1] ?? '').filter((href) => href !== '');
}

const sizes = new Map<string, number>();
async function sizeOfAll(urls: readonly string[]): Promise<number> {
  let sum = 0;
  for (const url of urls) {
    const size = sizes.get(url) ?? (await fetchGzipped(url)).bytes;
    sizes.set(url, size);
    sum += size;
  }
  return sum;
}

const inKb = (bytes: number) => (bytes / 1000).toFixed(1);
let failed = false;
console.log('| page | HTML kB | styles kB | fonts kB | all kB (limit 60) |');
console.log('|---|--:|--:|--:|--:|');
for (const page of [...PAGES, ...LISTS]) {
  const html = await fetchGzipped(page);
  const styles = await sizeOfAll(linksOf(html.text, /\brel="stylesheet"/));
  const fonts = await sizeOfAll(linksOf(html.text, /\bas="font"/));
  const all = html.bytes + styles + fonts;
  const isMissed = !LISTS.includes(page) && (styles === 0 || fonts === 0 || all >= LIMIT);
  failed ||= isMissed;
  const figures = [html.bytes, styles, fonts, all].map(inKb);
  console.log(`| ${[page, ...figures].join(' | ')}${isMissed ? ' **missed**' : ''} |`);
}
console.log(failed ? 'A limit is missed.' : 'Every limit is met.');
process.exitCode = failed ? 1 : 0;
