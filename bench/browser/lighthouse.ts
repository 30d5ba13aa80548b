/**
 * Lighthouse over the library, a category, a tour and the main pages of the company, each five times, interleaved; prints
 * the medians against the limits. Needs a running server and Chromium (`CHROME_PATH`, else the usual places).
 *
 *     node bench/browser/lighthouse.ts http://127.0.0.1:3000 [--runs 5] [--pages home,pricing,contact] [--slowdown 4]
 *
 * Lighthouse slows the processor down to a phone's, by a factor of 4 where nothing else is said. The speed that it measures of this
 * machine is printed too: figures of a machine that was slow or busy are those of a slower phone.
 */
import { parseArgs } from 'node:util';
import { launch } from 'chrome-launcher';
import lighthouse, { defaultConfig, type RunnerResult } from 'lighthouse';
import { median } from '../median.ts';

const LIMITS = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
const MAX_LAYOUT_SHIFT = 0.02;
const MAX_LIBRARY_SCRIPT_BYTES = 150 * 1000;

type Category = keyof typeof LIMITS;

interface Run {
  scores: Record<Category, number>;
  layoutShift: number;
  largestPaintMs: number;
  blockingMs: number;
  /** The speed of the machine, as Lighthouse measures it. */
  speed: number;
  /** Compressed, as it came over the wire. */
  scriptBytes: number;
}

function read({ lhr }: RunnerResult): Run {
  const score = (id: Category) => Math.round((lhr.categories[id]?.score ?? 0) * 100);
  const value = (id: string) => lhr.audits[id]?.numericValue ?? Number.NaN;
  const details = lhr.audits['network-requests']?.details;
  const requests = details?.type === 'table' ? details.items : [];
  return {
    scores: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
    },
    layoutShift: value('cumulative-layout-shift'),
    largestPaintMs: value('largest-contentful-paint'),
    blockingMs: value('total-blocking-time'),
    speed: lhr.environment.benchmarkIndex,
    scriptBytes: requests
      .filter((request) => request.resourceType === 'Script')
      .reduce((sum, request) => sum + Number(request.transferSize ?? 0), 0),
  };
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '5' },
    pages: { type: 'string' },
    slowdown: { type: 'string', default: '4' },
  },
});
const [origin = 'http://127.0.0.1:3000'] = positionals;
const PAGES = ['library', 'category', 'categories', 'experience', 'home', 'pricing', 'contact'] as const;
const wanted = values.pages?.split(',') ?? PAGES;
const unknown = wanted.filter((name) => !PAGES.some((page) => page === name));
if (unknown.length > 0) {
  console.error(`There is no page ${unknown.join(', ')}; there are ${PAGES.join(', ')}.`);
  process.exit(2);
}
const experiences: { slug: string; isPermission: boolean; mediaType: string; categoryName: string }[] =
  await (await fetch(`${origin}/api/vr360?limit=12`)).json();
const photo = experiences.find((experience) => experience.isPermission && experience.mediaType === 'photo');
if (!photo) throw new Error('The first page of the library has no free photo tour to measure.');
const urls: Record<(typeof PAGES)[number], string> = {
  library: '/experiences',
  category: `/experiences?category=${encodeURIComponent(photo.categoryName)}`,
  categories: '/categories',
  experience: `/experiences/vr/${photo.slug}`,
  home: '/landing',
  pricing: '/pricing',
  contact: '/contact',
};
const pages = Object.entries(urls).filter(([name]) => wanted.some((one) => one === name));

const chrome = await launch({
  chromeFlags: [
    '--headless=new',
    '--no-sandbox',
    '--disable-background-networking',
    '--disable-component-update',
  ],
});
// As Lighthouse's own, but for the processor.
const throttling = { ...defaultConfig.settings?.throttling, cpuSlowdownMultiplier: Number(values.slowdown) };
const results = new Map<string, Run[]>();
let failed = false;
try {
  for (let round = 0; round < Number(values.runs); round++) {
    for (const [name, path] of pages) {
      const options = { port: chrome.port, logLevel: 'error', output: 'json' } as const;
      const result = await lighthouse(origin + path, { ...options, throttling });
      if (!result) throw new Error(`Lighthouse gave no result for ${path}`);
      results.set(name, [...(results.get(name) ?? []), read(result)]);
    }
  }
} finally {
  chrome.kill();
}

const speeds = [...results.values()].flat().map((run) => run.speed);
console.log(`Speed of the machine ${median(speeds).toFixed(0)}, slowed down by ${values.slowdown}.\n`);
console.log(
  '| page | performance | accessibility | best practices | SEO | layout shift | LCP ms | TBT ms | script kB |',
);
console.log('|---|--:|--:|--:|--:|--:|--:|--:|--:|');
for (const [name, measured] of results) {
  const of = (pick: (run: Run) => number) => median(measured.map(pick));
  const scores = (Object.keys(LIMITS) as Category[]).map((id) => {
    const score = of((run) => run.scores[id]);
    failed ||= score < LIMITS[id];
    return `${score} (≥ ${LIMITS[id]})`;
  });
  const shift = of((run) => run.layoutShift);
  const scriptBytes = of((run) => run.scriptBytes);
  failed ||= shift >= MAX_LAYOUT_SHIFT || (name === 'library' && scriptBytes >= MAX_LIBRARY_SCRIPT_BYTES);
  const numbers = [
    shift.toFixed(3),
    of((run) => run.largestPaintMs).toFixed(0),
    of((run) => run.blockingMs).toFixed(0),
  ];
  console.log(`| ${[name, ...scores, ...numbers, (scriptBytes / 1000).toFixed(1)].join(' | ')} |`);
}
console.log(failed ? 'A limit is missed.' : 'Every limit is met.');
process.exitCode = failed ? 1 : 0;
