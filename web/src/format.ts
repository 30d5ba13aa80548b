export { formatMoney } from '@oriel/contract/shared/money';

/** The language of the pages, for text that must equal the server's HTML. */
export const PAGE_LOCALE = 'en-US';

/** A whole number with its thousands grouped. @param locale the visitor's own by default */
export function formatNumber(value: number, locale?: string): string {
  return value.toLocaleString(locale);
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

/** "1,500 tokens". @param locale the visitor's own by default */
export function formatTokens(tokens: number, locale?: string): string {
  return `${formatNumber(tokens, locale)} ${tokenNoun(tokens)}`;
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
  short: ['en-GB', { day: 'numeric', month: 'short', year: 'numeric' }],
  /** 21 November 2027 */
  long: ['en-GB', { dateStyle: 'long' }],
  /** 21 November 2027, the same in every time zone */
  utc: ['en-GB', { dateStyle: 'long', timeZone: 'UTC' }],
  /** Nov 21, 2027 */
  shortUS: ['en', { dateStyle: 'medium' }],
  /** November 21, 2027 */
  longUS: ['en', { dateStyle: 'long' }],
  /** Nov 21, 2027, 4:05 PM */
  dateTime: ['en', { dateStyle: 'medium', timeStyle: 'short' }],
} as const satisfies Record<string, [locale: string, options: Intl.DateTimeFormatOptions]>;

/** @param date a moment as the API writes it */
export function formatDate(date: string | Date, format: keyof typeof DATE_FORMATS = 'short'): string {
  const [locale, options] = DATE_FORMATS[format];
  return new Intl.DateTimeFormat(locale, options).format(new Date(date));
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
