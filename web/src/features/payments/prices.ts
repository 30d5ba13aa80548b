import type { PricingPage } from '@oriel/contract';
import { YEARLY_DISCOUNT } from '@oriel/contract/shared/money';

/** A plan with what it costs a month when a year is paid at once; null where the price is by agreement. */
export type PricedPlan = PricingPage['plans'][number] & { yearlyPrice: number | null };

/** What a month costs when a year is paid at once: the discount taken off, then rounded to whole units. */
export function yearlyPriceOf(monthlyPrice: number): number {
  return Math.round(monthlyPrice * (1 - YEARLY_DISCOUNT));
}

/** For loaders: the contract's constants stay out of the browser. */
export function withYearlyPrices(plans: PricingPage['plans']): PricedPlan[] {
  return plans.map((plan) => ({
    ...plan,
    yearlyPrice: plan.monthlyPrice === null ? null : yearlyPriceOf(plan.monthlyPrice),
  }));
}
