import type { PricingPage } from '@oriel/contract';
import { formatNumber } from '../../format.ts';

type Plan = PricingPage['plans'][number];
type Comparison = NonNullable<PricingPage['comparison']>;

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

function limitOf(plan: Plan, name: (typeof ORDER)[number], texts: Comparison): string | undefined {
  const limit = plan.limits[name];
  if (limit === null) return undefined;
  if (name === 'storageGb') return `${formatNumber(limit)} ${texts.gigabytes}`;
  if (name !== 'monthlyViews') return formatNumber(limit);
  return plan.pooledViews ? `${inThousands.format(limit)} ${texts.pooled}` : inThousands.format(limit);
}

/**
 * The limits as rows of a table. A plan that leaves one out has that of the plan below it, and one that leaves all out has
 * them by agreement.
 */
export function limitRowsOf(plans: readonly Plan[], texts: Comparison): Comparison['rows'] {
  return ORDER.map((name) => {
    let before: Plan | undefined;
    const cells = plans.map((plan) => {
      const limit = limitOf(plan, name, texts);
      if (limit !== undefined) before = plan;
      const isByAgreement = ORDER.every((one) => plan.limits[one] === null);
      const otherwise = isByAgreement ? texts.byAgreement : before && `${texts.sameAs} ${before.name}`;
      return [plan.id, limit ?? otherwise ?? false];
    });
    return { label: texts.limits[name], cells: Object.fromEntries(cells) };
  });
}
