import { currentRegion } from './region.ts';

export { currencySymbol, formatMoney } from '@oriel/contract/shared/money';

/** Regions whose English puts the month first. */
const MONTH_FIRST = new Set(['AS', 'CA', 'FM', 'GU', 'MH', 'MP', 'PH', 'PR', 'PW', 'UM', 'US', 'VI']);

/** The English of a region: 21 Nov 2027 or Nov 21, 2027; 100,000 or 1,00,000. */
export function localeOf(region: string | undefined): string {
  if (region === 'IN') return 'en-IN';
  return MONTH_FIRST.has(region ?? '') ? 'en-US' : 'en-GB';
}

/** A whole number with its thousands grouped. */
export function formatNumber(value: number): string {
  return value.toLocaleString(localeOf(currentRegion()));
}

/** 999, 1.5K or 12.3M. A count that would round up to `1000.0K` is written as `1.0M`. */
export function formatCompact(count: number): string {
  if (count >= 999_950) return `${(count / 1_000_000).toFixed(1)}M`;
  if (count >= 1_000) return `${(count / 1_000).toFixed(1)}K`;
  return String(count);
}

export function tokenNoun(tokens: number): string {
  return Math.abs(tokens) === 1 ? 'token' : 'tokens';
}

/** "1,500 tokens" */
export function formatTokens(tokens: number): string {
  return `${formatNumber(tokens)} ${tokenNoun(tokens)}`;
}

/** What a movement adds or takes, with its sign. */
export function formatSigned(tokens: number): string {
  const sign = tokens > 0 ? '+' : tokens < 0 ? '\u2212' : '';
  return `${sign}${formatNumber(Math.abs(tokens))}`;
}

export function formatDays(days: number): string {
  return `${formatNumber(days)} ${days === 1 ? 'day' : 'days'}`;
}

const DATE_FORMATS = {
  /** 21 Nov 2027 */
  short: { day: 'numeric', month: 'short', year: 'numeric' },
  /** 21 November 2027 */
  long: { dateStyle: 'long' },
  /** 21 November 2027, the same in every time zone */
  utc: { dateStyle: 'long', timeZone: 'UTC' },
  /** 21 Nov 2027, 16:05 */
  dateTime: { dateStyle: 'medium', timeStyle: 'short' },
  localDay: { dateStyle: 'medium', timeZone: 'UTC' },
  localTime: { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** @param date a moment as the API writes it */
export function formatDate(date: string | Date, format: keyof typeof DATE_FORMATS = 'short'): string {
  return new Intl.DateTimeFormat(localeOf(currentRegion()), DATE_FORMATS[format]).format(new Date(date));
}

/** A day, or a moment as the clocks of its place showed it. @param date an ISO date, or a moment with its offset */
export function formatLocalDate(date: string): string {
  const isDay = date.length === 10;
  const wallClock = `${date.slice(0, 16)}${isDay ? '' : ':00Z'}`;
  return formatDate(wallClock, isDay ? 'localDay' : 'localTime');
}

/** Seconds as `m:ss`, or `h:mm:ss` from an hour on; 0:00 for what is no finite number. */
export function formatDuration(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  const pad = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(whole % 60)}` : `${minutes}:${pad(whole % 60)}`;
}

let regionNames: Intl.DisplayNames | undefined;

/** A country's English name. @param code its ISO 3166 code, which stands in for a name that is not known */
export function countryName(code: string): string {
  regionNames ??= new Intl.DisplayNames(['en'], { type: 'region' });
  return regionNames.of(code) ?? code;
}
