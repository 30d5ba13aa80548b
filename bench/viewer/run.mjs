// Runs the viewer benchmark scenario by scenario and compares the viewer with its limits.
//   node bench/viewer/run.mjs BENCH_FOLDER [--runs 5] [--only image,tiles-4k,tiles-8k,video] [--all]
// --all measures every library that the benchmark knows on the 4K picture, not only the fastest one.
// --renderer main draws on the main thread, to see what the worker gains.
// What follows `--` goes to the benchmark itself, as in `-- --patience 60`.
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { median } from '../median.ts';

const here = import.meta.dirname;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '5' },
    only: { type: 'string', default: 'image,tiles-4k,tiles-8k,video' },
    all: { type: 'boolean', default: false },
    renderer: { type: 'string', default: 'auto' },
  },
});
const [given = process.env.VIEWER_BENCH, ...passedOn] = positionals;
const bench = given && path.resolve(given);
if (!bench) {
  console.error('Name the folder of the viewer benchmark: node bench/viewer/run.mjs FOLDER');
  process.exit(1);
}
const dist = path.join(here, 'dist');
const page = (name, query = '') => `{origin}/x/ours/${name}index.html?renderer=${values.renderer}${query}`;
const LIBRARIES = ['egjs', 'pannellum', 'marzipano', 'three-sphere', 'psv', 'aframe'];

const atMost = (limit) => ({ limit, holds: (value) => value <= limit, sign: '<=' });
const below = (limit) => ({ limit, holds: (value) => value < limit, sign: '<' });
const atLeast = (limit) => ({ limit, holds: (value) => value >= limit, sign: '>=' });

/** `of` is the field of a run; `to` the contender it is divided by, run by run; without it the value itself counts. */
const SCENARIOS = {
  image: {
    scenario: 'image',
    contenders: ['raw', ...(values.all ? LIBRARIES : ['egjs'])],
    ours: { image: page('', '&src={image}') },
    limits: [
      { what: 'first correct frame', of: 'first', to: 'raw', ...atMost(1.2) },
      // A tie within the benchmark's noise counts.
      ...(values.all ? LIBRARIES : ['egjs']).map((to) => ({
        what: `first correct frame`,
        of: 'first',
        to,
        ...(to === 'egjs' ? atMost(1.1) : below(1)),
      })),
      { what: 'blocking time, ms', of: 'tbt', ...below(50) },
      { what: 'pointer lag', of: 'lag', to: 'raw', ...atMost(1) },
      // The kernel counts in ticks of 10 ms: one within the observed 1.5 seconds may belong to another process.
      { what: 'renderer CPU when idle, ms/s', of: 'idleRend', ...atMost(7) },
      { what: 'GPU process CPU when idle, ms/s', of: 'idleGpu', ...atMost(14) },
      { what: 'GPU memory', of: 'gpuMB', to: 'raw', ...atMost(1.3) },
    ],
  },
  'tiles-4k': {
    scenario: 'image-slow',
    contenders: ['raw'],
    ours: { image: page('tiles-4k-webp/') },
    limits: [
      { what: 'first correct frame', of: 'first', to: 'raw', ...atMost(0.35) },
      { what: 'sharp', of: 'sharp', to: 'raw', ...atMost(0.45) },
    ],
  },
  'tiles-8k': {
    scenario: 'tiles-8k-slow',
    contenders: ['pannellum'],
    ours: { tiles: page('tiles-8k-webp/') },
    limits: [
      { what: 'first correct frame', of: 'first', to: 'pannellum', ...atMost(0.8) },
      { what: 'sharp', of: 'sharp', to: 'pannellum', ...atMost(0.8) },
    ],
  },
  video: {
    scenario: 'video',
    contenders: ['raw'],
    ours: { video: page('', '&video={video}') },
    limits: [
      { what: 'first moving frame', of: 'moving', to: 'raw', ...atMost(1.15) },
      { what: 'shown frames', of: 'shownFps', to: 'raw', ...atLeast(0.95) },
    ],
  },
};

execFileSync(process.execPath, [path.join(here, 'build.mjs'), bench], { stdio: 'inherit' });
const folder = await mkdtemp(path.join(tmpdir(), 'viewer-bench-'));
const lines = [];
for (const name of values.only.split(',')) {
  const { scenario, contenders, ours, limits } = SCENARIOS[name];
  const results = path.join(folder, `${name}.json`);
  const args = [
    '--scenario',
    scenario,
    '--runs',
    values.runs,
    '--only',
    contenders.join(','),
    '--out',
    results,
  ];
  for (const [kind, url] of Object.entries(ours)) args.push('--contender', `ours@${kind}=${url}`);
  args.push('--mount', `ours=${dist}`, ...passedOn);
  execFileSync(process.execPath, ['bench.mjs', ...args], { cwd: bench, stdio: 'inherit' });
  lines.push(...judge(name, limits, JSON.parse(await readFile(results, 'utf8')).results));
  console.log(`\n${lines.join('\n')}\n`);
}
console.log(`Raw results: ${folder}`);

/** One line of Markdown per limit. */
function judge(name, limits, results) {
  return limits.map(({ what, of, to, limit, sign, holds }) => {
    const samples = results
      .filter(({ contender }) => contender === 'ours')
      .map((run) => {
        const other = results.find((r) => r.contender === to && r.run === run.run);
        return to ? run[of] / other?.[of] : run[of];
      })
      .filter(Number.isFinite);
    const value = median(samples);
    const verdict = holds(value) ? 'holds' : 'MISSED';
    const figures = samples.map((sample) => sample.toFixed(2)).join(' ');
    const unit = to ? `of ${to}'s` : '';
    return `| ${name} | ${what} | ${value.toFixed(2)} ${unit} | ${sign} ${limit} | ${verdict} | ${figures} |`;
  });
}
