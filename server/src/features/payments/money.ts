import { formatMoney } from '@oriel/contract';

/** How many of the smallest unit make one: paise and rupees. */
export const MINOR_UNITS = 100;

/** 19900 as 199. */
export function majorUnits(amount: number): number {
  return amount / MINOR_UNITS;
}

/** 19900 INR as ₹199.00; rupees in the Indian way of grouping. */
export function formatAmount(amount: number, currency: string): string {
  return formatMoney(majorUnits(amount), currency, true);
}

/**
 * The tax in a price that includes it, rounded to the smallest unit.
 *
 * @param rate in percent, with at most two decimals
 */
export function taxWithin(amount: number, rate: number): number {
  const basisPoints = Math.round(rate * 100);
  return Math.round((amount * basisPoints) / (10_000 + basisPoints));
}

/** The share of an order's tokens for the refunded part of its price; all of them for a full refund. */
export function tokensFor(order: { tokens: number; amount: number }, refunded: number): number {
  if (refunded >= order.amount) return order.tokens;
  return Number((BigInt(order.tokens) * BigInt(Math.max(0, refunded))) / BigInt(order.amount));
}
