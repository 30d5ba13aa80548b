/** A whole number of tokens with the grouping of a language; `en-US`, the pages' own, where it must equal the server's HTML. */
export function tokenAmount(tokens: number, locale = 'en-US'): string {
  return `${tokens.toLocaleString(locale)} ${tokens === 1 ? 'token' : 'tokens'}`;
}
