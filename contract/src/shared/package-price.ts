import type { AddOn } from '../site/pages/enterprise.ts';

/** The largest quantity of one add-on: areas, months. */
export const MAX_ADD_ON_QUANTITY = 999;

/** A chosen add-on and its quantity. */
export interface ChosenAddOn {
  id: string;
  quantity: number;
}

/** One add-on of a package with its cost, in major units. */
export interface PackageLine {
  addOn: AddOn;
  /** At least 1; always 1 where the add-on has no quantity. */
  quantity: number;
  /** Price times quantity; for a monthly add-on the sum of all months. */
  amount: number;
}

/** A package with its cost. */
export interface PackagePrice {
  /** In the order of the offered add-ons. */
  lines: PackageLine[];
  /** Charged once. */
  once: number;
  /** Charged each month; the quantity of a monthly add-on is its number of months. */
  monthly: number;
}

/** Clamps a typed quantity: whole, from 1 to `MAX_ADD_ON_QUANTITY`. */
export function wholeQuantity(typed: number): number {
  return Math.min(MAX_ADD_ON_QUANTITY, Math.max(1, Math.floor(typed) || 1));
}

/**
 * Prices a package, on the page and on the server. An add-on without quantity counts once; unknown add-ons are ignored.
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
