import type { PricingPage } from '@oriel/contract';

type Plan = PricingPage['plans'][number];

const ORDER = ['seats', 'tours', 'scenes', 'storageGb', 'monthlyViews'] as const;
const NUMBER = new Intl.NumberFormat('en-US');

/** The limits of a plan in words, "50 tours"; what is by agreement is left out. */
export function limitsOf({ limits, pooledViews }: Plan, labels: PricingPage['limitLabels']): string[] {
  return ORDER.flatMap((name) => {
    const limit = limits[name];
    if (limit === null) return [];
    const label = name === 'monthlyViews' && pooledViews ? labels.pooledViews : labels[name];
    return [`${NUMBER.format(limit)} ${label}`];
  });
}
