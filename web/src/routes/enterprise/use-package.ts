import type { AddOn } from '@oriel/contract';
import { type PackagePrice, pricePackage, wholeQuantity } from '@oriel/contract/shared/package-price';
import { useState } from 'react';

export interface PackageChoice {
  price: PackagePrice;
  /** The text of an add-on's quantity field; undefined while the add-on is not selected. */
  typedQuantity: (id: string) => string | undefined;
  tick: (id: string, isTicked: boolean) => void;
  /** Accepts any text while typing; the total counts at least 1. */
  typeQuantity: (id: string, typed: string) => void;
  /** Replaces the text by the effective quantity, on blur. */
  settleQuantity: (id: string) => void;
}

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
