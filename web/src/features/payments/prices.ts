import type { PricingPage } from '@oriel/contract';
import { YEARLY_DISCOUNT } from '@oriel/contract/shared/money';

/** A plan with its monthly price under yearly billing; null where the price is by agreement. */
export type PricedPlan = PricingPage['plans'][number] & { yearlyPrice: number | null };

/** The monthly price under yearly billing: discounted, then rounded to whole units. */
export function yearlyPriceOf(monthlyPrice: number): number {
  return Math.round(monthlyPrice * (1 - YEARLY_DISCOUNT));
}

/** For loaders, so that the contract's constants are not loaded in the browser. */
export function withYearlyPrices(plans: PricingPage['plans']): PricedPlan[] {
  return plans.map((plan) => ({
    ...plan,
    yearlyPrice: plan.monthlyPrice === null ? null : yearlyPriceOf(plan.monthlyPrice),
  }));
}
