import type { AddOn } from '../site/pages.ts';

/** So many of one add-on can be asked for: areas, months. */
export const MAX_ADD_ON_QUANTITY = 999;

/** What was chosen: an add-on and how many of it. */
export interface ChosenAddOn {
  id: string;
  quantity: number;
}

/** One add-on of a package with what it costs, in whole units of the currency. */
export interface PackageLine {
  addOn: AddOn;
  /** At least 1; always 1 where the add-on has no quantity. */
  quantity: number;
  /** Price times quantity: of what is paid by the month, for all months together. */
  amount: number;
}

/** A package that somebody put together. */
export interface PackagePrice {
  /** In the order in which the add-ons are offered. */
  lines: PackageLine[];
  /** What is charged once. */
  once: number;
  /** What is charged each month; the quantity of such an add-on is for how many months. */
  monthly: number;
}

/** A quantity as it counts: whole, at least 1, and no more than can be asked for. */
export function wholeQuantity(typed: number): number {
  return Math.min(MAX_ADD_ON_QUANTITY, Math.max(1, Math.floor(typed) || 1));
}

/**
 * Prices what somebody chose; the page and the server both ask it. What has no quantity counts once, and what is not
 * offered is left out.
 */
export function pricePackage(addOns: readonly AddOn[], chosen: readonly ChosenAddOn[]): PackagePrice {
  const price: PackagePrice = { lines: [], once: 0, monthly: 0 };
  for (const addOn of addOns) {
    const choice = chosen.find(({ id }) => id === addOn.id);
    if (choice === undefined) continue;
    const quantity = addOn.quantityEnabled ? wholeQuantity(choice.quantity) : 1;
    const amount = addOn.price * quantity;
    price.lines.push({ addOn, quantity, amount });
    if (addOn.unit === 'per month') price.monthly += addOn.price;
    else price.once += amount;
  }
  return price;
}
