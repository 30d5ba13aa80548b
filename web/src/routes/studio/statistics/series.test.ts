import type { TourStatistics } from '@oriel/contract';
import { expect, it } from 'vitest';
import { barsOf } from './series.ts';

const statistics = (from: string | null, to: string, days: [string, number][]): TourStatistics => ({
  timeZone: 'UTC',
  from,
  to,
  totals: { views: 0, likes: 0, unlocks: 0, tokens: 0 },
  days: days.map(([day, views]) => ({ day, views, likes: 0, unlocks: 0, tokens: 0 })),
  undated: { views: 0, likes: 0 },
  scenes: [],
  hotspots: [],
});

it('has a bar for each day, also at the change of clocks', () => {
  const bars = barsOf(
    statistics('2026-03-27', '2026-03-31', [
      ['2026-03-28', 4],
      ['2026-03-31', 2],
    ]),
    'views',
  );
  expect(bars.map(({ from, value }) => `${from} ${value}`)).toEqual([
    '2026-03-27 0',
    '2026-03-28 4',
    '2026-03-29 0',
    '2026-03-30 0',
    '2026-03-31 2',
  ]);
});

it('adds days up where there are many, and loses none', () => {
  const bars = barsOf(
    statistics(null, '2026-11-24', [
      ['2025-01-01', 3],
      ['2026-11-24', 5],
    ]),
    'views',
  );
  expect(bars.length).toBeLessThanOrEqual(92);
  expect([bars[0]?.from, bars.at(-1)?.to]).toEqual(['2025-01-01', '2026-11-24']);
  expect([bars[0]?.value, bars.at(-1)?.value]).toEqual([3, 5]);
});
