import type { AddOn } from '@oriel/contract';
import { type PackagePrice, pricePackage, wholeQuantity } from '@oriel/contract/shared/package-price';
import { useState } from 'react';

export interface PackageChoice {
  price: PackagePrice;
  /** What the field of an add-on's quantity holds; undefined while the add-on is not ticked. */
  typedQuantity: (id: string) => string | undefined;
  tick: (id: string, isTicked: boolean) => void;
  /** Takes what was typed as it is: the total counts at least 1 meanwhile. */
  typeQuantity: (id: string, typed: string) => void;
  /** Writes what counts into the field, once somebody has left it. */
  settleQuantity: (id: string) => void;
}

/** The ticks and quantities of a package that somebody puts together, and what it costs. */
export function usePackage(addOns: readonly AddOn[]): PackageChoice {
  const [typed, setTyped] = useState<Record<string, string>>({});
  const price = pricePackage(
    addOns,
    Object.entries(typed).map(([id, text]) => ({ id, quantity: Number(text) })),
  );
  return {
    price,
    typedQuantity: (id) => typed[id],
    tick: (id, isTicked) =>
      setTyped(({ [id]: _, ...others }) => (isTicked ? { ...others, [id]: '1' } : others)),
    typeQuantity: (id, text) => setTyped((before) => ({ ...before, [id]: text })),
    settleQuantity: (id) =>
      setTyped((before) => ({ ...before, [id]: String(wholeQuantity(Number(before[id]))) })),
  };
}
