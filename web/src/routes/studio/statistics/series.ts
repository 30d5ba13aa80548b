import type { TourStatistics } from '@oriel/contract';

export type Figure = 'views' | 'likes' | 'unlocks' | 'tokens';

/** What a bar of a chart stands for: a day, or several in a row. */
export interface Bar {
  from: string;
  to: string;
  value: number;
}

/** More bars than this are too thin to be pointed at. */
const MAX_BARS = 92;
const DAY_MS = 86_400_000;

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** One figure for each day of a range, also for those on which nothing happened; of a long one for as many days in a row as are needed. */
export function barsOf({ from, to, days }: TourStatistics, figure: Figure): Bar[] {
  const first = from ?? days[0]?.day ?? to;
  const length = Math.round((Date.parse(to) - Date.parse(first)) / DAY_MS) + 1;
  const step = Math.ceil(length / MAX_BARS);
  const bars: Bar[] = [];
  for (let at = 0; at < length; at += step) {
    bars.push({ from: addDays(first, at), to: addDays(first, Math.min(length, at + step) - 1), value: 0 });
  }
  for (const day of days) {
    const bar = bars[Math.floor(Math.round((Date.parse(day.day) - Date.parse(first)) / DAY_MS) / step)];
    if (bar) bar.value += day[figure];
  }
  return bars;
}
