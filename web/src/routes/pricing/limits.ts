import type { PricingPage } from '@oriel/contract';
import { formatNumber } from '../../format.ts';

type Plan = PricingPage['plans'][number];

const ORDER = ['seats', 'tours', 'scenes', 'storageGb', 'monthlyViews'] as const;

/** Views by the thousand: 5K. */
const inThousands = new Intl.NumberFormat('en', { notation: 'compact' });

/** The limits of a plan as text, "50 tours"; those by agreement are left out. */
export function limitsOf({ limits, pooledViews }: Plan, labels: PricingPage['limitLabels']): string[] {
  return ORDER.flatMap((name) => {
    const limit = limits[name];
    if (limit === null) return [];
    if (name !== 'monthlyViews') return [`${formatNumber(limit)} ${labels[name]}`];
    return [`${inThousands.format(limit)} ${pooledViews ? labels.pooledViews : labels.monthlyViews}`];
  });
}
