/** Money as the people who pay in it write it. @param amount in major units: 4999 rupees are ₹4,999 */
export { formatMoney as moneyOf } from '@oriel/contract/money';

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
