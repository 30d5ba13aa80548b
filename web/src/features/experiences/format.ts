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

/** Cuts a description for the meta tag: at most 155 characters, longer ones 152 and an ellipsis. */
export function metaDescription(text: string): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  return plain.length <= 155 ? plain : `${plain.slice(0, 152).trimEnd()}...`;
}
