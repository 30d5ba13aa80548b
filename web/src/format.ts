/** Money as the people who pay in it write it. @param amount in major units: 4999 rupees are ₹4,999 */
export { formatMoney as moneyOf } from '@oriel/contract/shared/money';

/**
 * Shortens a count: 1,000 and above as `X.XK`, 1,000,000 and above as `X.XM`, always with one decimal.
 *
 * A count that would round up to `1000.0K` is shown in the next unit.
 */
export function shortCount(count: number): string {
  if (count >= 999_950) return `${(count / 1_000_000).toFixed(1)}M`;
  if (count >= 1_000) return `${(count / 1_000).toFixed(1)}K`;
  return String(count);
}

/** A count of tokens with the thousands of the visitor's language. */
export function amountOf(tokens: number): string {
  return tokens.toLocaleString();
}

/** As `amountOf`, with the noun. */
export function tokensOf(tokens: number): string {
  return `${amountOf(tokens)} ${Math.abs(tokens) === 1 ? 'token' : 'tokens'}`;
}

/** What a movement adds or takes, with its sign. */
export function signedTokens(tokens: number): string {
  const sign = tokens > 0 ? '+' : tokens < 0 ? '\u2212' : '';
  return `${sign}${amountOf(Math.abs(tokens))}`;
}

const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const;

/** A day, as 21 Nov 2027. @param date as the API writes moments */
export function dayOf(date: string): string {
  return new Date(date).toLocaleDateString('en-GB', DAY);
}

export function daysOf(days: number): string {
  return `${days.toLocaleString()} ${days === 1 ? 'day' : 'days'}`;
}
