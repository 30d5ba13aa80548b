import type { Site } from '@oriel/contract';

/** By time zone: making a format takes longer than using it a hundred times. */
const monthFormats = new Map<string, Intl.DateTimeFormat>();

function monthFormat(timeZone: string): Intl.DateTimeFormat {
  const cached = monthFormats.get(timeZone);
  if (cached !== undefined) return cached;
  const format = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: 'numeric' });
  monthFormats.set(timeZone, format);
  return format;
}

/**
 * The year in which a sale is numbered, by the site's time zone.
 *
 * @returns as `2026-27`, or `2026` where the tax year is the calendar's
 */
export function seriesAt(date: Date, { timeZone, taxYearStart }: Site['receipts']): string {
  const parts = monthFormat(timeZone).formatToParts(date);
  const read = (type: 'year' | 'month') => Number(parts.find((part) => part.type === type)?.value);
  if (taxYearStart === 1) return String(read('year'));
  const first = read('month') < taxYearStart ? read('year') - 1 : read('year');
  return `${first}-${String((first + 1) % 100).padStart(2, '0')}`;
}

/** A day in words, by the site's time zone: `1 April 2026`. */
export function dayAt(date: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone }).format(date);
}
