import type { Plan, TokenSummary } from '@oriel/contract';
import { formatDate, formatDays } from '../../format.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** What buying a plan means for the current one, where that may surprise. @param now in milliseconds since 1970 */
export function planNote(
  { tier, validity_days }: Pick<Plan, 'tier' | 'validity_days'>,
  { subscriptionType, subscriptionUntil }: Pick<TokenSummary, 'subscriptionType' | 'subscriptionUntil'>,
  now: number,
): string | undefined {
  if (tier === null || tier === 'Free' || subscriptionType === 'Free') return undefined;
  const boughtUntil = now + validity_days * DAY_MS;
  const until = subscriptionUntil === null ? Number.POSITIVE_INFINITY : Date.parse(subscriptionUntil);
  const isHigher = subscriptionType === 'Pro' && tier === 'Plus';
  if (until >= boughtUntil && (isHigher || tier === subscriptionType)) {
    return `Your ${subscriptionType} plan runs longer than this one. You get the tokens, and your plan stays as it is.`;
  }
  if (tier !== subscriptionType || subscriptionUntil === null) return undefined;
  return `Your ${tier} plan runs until ${formatDate(subscriptionUntil)}. If you buy ${tier} again now, ${formatDays(validity_days)} begin today, and the days that are left are not added.`;
}

/** The plan that is chosen at first: the smallest that brings as many tokens, else the one that brings most. */
export function smallestFor<P extends Pick<Plan, 'tokens'>>(
  plans: readonly P[],
  tokens: number,
): P | undefined {
  if (tokens <= 0) return plans[0];
  const bySize = plans.toSorted((one, other) => one.tokens - other.tokens);
  return bySize.find((plan) => plan.tokens >= tokens) ?? bySize.at(-1);
}
