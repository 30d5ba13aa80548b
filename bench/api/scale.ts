/**
 * What reads cost uncached at 100,000 experiences, compared with the same reads at 1,000. Requests alternate between
 * the two sites, go through the whole application one at a time, and all cached responses and totals are dropped
 * before each.
 *
 *     node bench/api/scale.ts [--rounds 60] [--large 100000]
 */
import { parseArgs } from 'node:util';
import { median } from '../median.ts';
import { openBench, type Site } from './site.ts';

const SMALL = 1000;
const PAGE_LIMIT = 1.5;
const SEARCH_LIMIT = 3;

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '60' }, large: { type: 'string', default: '100000' } },
});
const rounds = Number(values.rounds);

const SEARCHES: [what: string, queries: string[]][] = [
  ['search, common word', ['hotel', 'garden', 'museum', 'quiet', 'tourism']],
  ['search, two words', ['hotel france', 'quiet harbour', 'golden library', 'pool spain', 'castle winter']],
  ['search, unfinished', ['restau', 'muse', 'harb', 'libr', 'obser']],
  ['search, mistyped', ['restarant', 'musuem', 'harbor', 'libary', 'obsrevatory']],
  ['search, rare name', ['belcormar', 'velsotor', 'monkelwa', 'garlindor', 'zelmonpa']],
  ['search, nothing', ['qqqqxxxx', 'hotel qqqqxxxx', '((((', 'zzzzzzzzzzzz', 'xylophonist']],
];

async function read({ app }: Site, url: string): Promise<{ ms: number; next: string | undefined }> {
  app.responseCache.clear();
  const begun = performance.now();
  const response = await app.inject({ method: 'GET', url });
  const ms = performance.now() - begun;
  if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode} ${response.body}`);
  return { ms, next: /^<([^>]+)>/.exec(String(response.headers.link ?? ''))?.[1] };
}

/** The URLs of the first page, one in the middle and the last one, found by following the links. */
async function pages(site: Site, query: string): Promise<{ first: string; middle: string; last: string }> {
  const all: string[] = [];
  for (let next: string | undefined = `/api/vr360?limit=100${query}`; next !== undefined; ) {
    all.push(next);
    next = (await read(site, next)).next;
  }
  const asCards = (url: string | undefined) => (url ?? '').replace('limit=100', 'limit=12');
  return {
    first: asCards(all[0]),
    middle: asCards(all[Math.floor(all.length / 2)]),
    last: asCards(all.at(-1)),
  };
}

interface Case {
  name: string;
  limit: number;
  small: string[];
  large: string[];
}

async function casesOf(small: Site, large: Site): Promise<Case[]> {
  const cases: Case[] = [];
  for (const [list, query] of [
    ['all', ''],
    ['newest', '&sort=new'],
    ['one category', '&category=Healthcare%20%26%20Wellness'],
    ['one tag', '&tag=terrace'],
  ] as const) {
    const ofSmall = await pages(small, query);
    const ofLarge = await pages(large, query);
    for (const page of ['first', 'middle', 'last'] as const) {
      cases.push({
        name: `${list}, ${page} page`,
        limit: PAGE_LIMIT,
        small: [ofSmall[page]],
        large: [ofLarge[page]],
      });
    }
  }
  for (const [name, queries] of SEARCHES) {
    const urls = queries.map((q) => `/api/vr360?limit=12&q=${encodeURIComponent(q)}`);
    cases.push({ name, limit: SEARCH_LIMIT, small: urls, large: urls });
  }
  cases.push({
    name: 'one experience',
    limit: PAGE_LIMIT,
    small: ['/api/vr360/500'],
    large: [`/api/vr360/${Number(values.large) / 2}`],
  });
  return cases;
}

const bench = await openBench();
try {
  const small = await bench.site(SMALL);
  const large = await bench.site(Number(values.large));
  const cases = await casesOf(small, large);
  console.error('measuring');
  const results = cases.map((item) => ({ ...item, smallMs: [] as number[], largeMs: [] as number[] }));
  for (let round = -5; round < rounds; round += 1) {
    for (const item of results) {
      const index = (round + 5) % item.small.length;
      const smallMs = (await read(small, item.small[index] ?? '')).ms;
      const largeMs = (await read(large, item.large[index] ?? '')).ms;
      if (round < 0) continue;
      item.smallMs.push(smallMs);
      item.largeMs.push(largeMs);
    }
  }
  console.log(`medians of ${rounds} rounds, ms`);
  for (const { name, limit, smallMs, largeMs } of results) {
    const ratio = median(largeMs) / median(smallMs);
    const verdict = ratio <= limit ? 'ok' : 'TOO SLOW';
    console.log(
      `${name.padEnd(28)} ${median(smallMs).toFixed(2).padStart(7)} at 1,000 ${median(largeMs).toFixed(2).padStart(7)} at ${values.large}` +
        `  ratio ${ratio.toFixed(2)} (limit ${limit}) ${verdict}`,
    );
    if (ratio > limit) process.exitCode = 1;
  }
} finally {
  await bench.close();
}
