/**
 * What stands between a visitor and the words of each page: its HTML, its styles and the fonts that it asks for at once,
 * gzipped, as a running server sends them.
 *
 *     node bench/pages/weight.ts http://127.0.0.1:3000
 */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { COMPANY_PAGES, MAX_PAGE_BYTES, pageScales } from '../../server/testing/page-weight.ts';

/** Their weight is that of the tours they list; they are printed without a limit. */
const LISTS = ['/experiences', '/categories'];

const [origin = 'http://127.0.0.1:3000'] = process.argv.slice(2);

const weigh = pageScales(async (url) => {
  const request = get(new URL(url, origin), { headers: { 'accept-encoding': 'gzip' } });
  const [response]: IncomingMessage[] = await once(request, 'response');
  if (response === undefined) throw new Error(`No answer for ${url}`);
  const body = Buffer.concat(await response.toArray());
  return { body, isGzipped: response.headers['content-encoding'] === 'gzip' };
});

const inKb = (bytes: number) => (bytes / 1000).toFixed(1);
let failed = false;
console.log(`| page | HTML kB | styles kB | fonts kB | all kB (limit ${MAX_PAGE_BYTES / 1000}) |`);
console.log('|---|--:|--:|--:|--:|');
for (const page of [...COMPANY_PAGES, ...LISTS]) {
  const { html, styles, fonts, all } = await weigh(page);
  const isMissed = !LISTS.includes(page) && (styles === 0 || fonts === 0 || all >= MAX_PAGE_BYTES);
  failed ||= isMissed;
  const figures = [html, styles, fonts, all].map(inKb);
  console.log(`| ${[page, ...figures].join(' | ')}${isMissed ? ' **missed**' : ''} |`);
}
console.log(failed ? 'A limit is missed.' : 'Every limit is met.');
process.exitCode = failed ? 1 : 0;
