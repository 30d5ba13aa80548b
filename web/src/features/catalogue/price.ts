import type { Experience } from '@oriel/contract';
import { formatTokens } from '../../format.ts';

/** What a tour costs, in a word or two. */
export function priceOf({
  tokensRequired,
  isPermission,
}: Pick<Experience, 'tokensRequired' | 'isPermission'>): string {
  if (isPermission) return tokensRequired === 0 ? 'Free' : 'Yours to open';
  return tokensRequired > 0 ? formatTokens(tokensRequired) : 'With a plan';
}
