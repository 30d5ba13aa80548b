/**
 * What stands between a visitor and the words of each page: its HTML, its styles and the letters that it asks for at once,
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
const PAGES = [
  '/landing',
  '/pricing',
  '/contact',
  '/service',
  '/enterprise',
  '/opportunity',
  '/community',
  '/careers',
  '/terms',
  '/privacy',
  '/cookies',
  '/cache',
];
/** Their weight is that of the tours they list; they are told, and have no limit here. */
const LISTS = ['/experiences', '/categories'];

const [origin = 'http://127.0.0.1:3000'] = process.argv.slice(2);

interface Answer {
  /** As it came over the wire. */
  bytes: number;
  text: string;
}

async function fetchGzipped(address: string): Promise<Answer> {
  const request = get(new URL(address, origin), { headers: { 'accept-encoding': 'gzip' } });
  const [response]: IncomingMessage[] = await once(request, 'response');
  if (response === undefined) throw new Error(`No answer for ${address}`);
  const body = Buffer.concat(await response.toArray());
  const isGzipped = response.headers['content-encoding'] === 'gzip';
  return { bytes: body.length, text: (isGzipped ? gunzipSync(body) : body).toString('utf8') };
}

/** The addresses of the links of a kind in the head of a page. */
function linksOf(html: string, kind: RegExp): string[] {
  const links = Array.from(html.matchAll(/<link\b[^>]*>/g), ([link]) => link).filter((link) =>
    kind.test(link),
  );
  return links.map((link) => /\bhref="([^"]+)"/.exec(link)?.[1] ?? '').filter((href) => href !== '');
}

const sizes = new Map<string, number>();
async function sizeOfAll(addresses: readonly string[]): Promise<number> {
  let sum = 0;
  for (const address of addresses) {
    const size = sizes.get(address) ?? (await fetchGzipped(address)).bytes;
    sizes.set(address, size);
    sum += size;
  }
  return sum;
}

const inKb = (bytes: number) => (bytes / 1000).toFixed(1);
let failed = false;
console.log('| page | HTML kB | styles kB | letters kB | all kB (limit 60) |');
console.log('|---|--:|--:|--:|--:|');
for (const page of [...PAGES, ...LISTS]) {
  const html = await fetchGzipped(page);
  const styles = await sizeOfAll(linksOf(html.text, /\brel="stylesheet"/));
  const letters = await sizeOfAll(linksOf(html.text, /\bas="font"/));
  const all = html.bytes + styles + letters;
  const isMissed = !LISTS.includes(page) && (styles === 0 || letters === 0 || all >= LIMIT);
  failed ||= isMissed;
  const figures = [html.bytes, styles, letters, all].map(inKb);
  console.log(`| ${[page, ...figures].join(' | ')}${isMissed ? ' **missed**' : ''} |`);
}
console.log(failed ? 'A limit is missed.' : 'Every limit is met.');
process.exitCode = failed ? 1 : 0;
