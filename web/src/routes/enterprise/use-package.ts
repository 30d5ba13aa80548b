import type { AddOn } from '@oriel/contract';
import { pricePackage, wholeQuantity } from '@oriel/contract/shared/package-price';
import { useState } from 'react';

/** The selection and quantities of a package, and its price. */
export function usePackage(addOns: readonly AddOn[]) {
  const [typed, setTyped] = useState<Record<string, string>>({});
  const price = pricePackage(
    addOns,
    Object.entries(typed).map(([id, text]) => ({ id, quantity: Number(text) })),
  );
  return {
    price,
    /** The text of an add-on's quantity field; undefined while the add-on is not selected. */
    typedQuantity: (id: string) => typed[id],
    tick: (id: string, isTicked: boolean) =>
      setTyped(({ [id]: _, ...others }) => (isTicked ? { ...others, [id]: '1' } : others)),
    /** Accepts any text while typing; the total counts at least 1. */
    typeQuantity: (id: string, text: string) => setTyped((before) => ({ ...before, [id]: text })),
    /** Replaces the text by the effective quantity, on blur. */
    settleQuantity: (id: string) =>
      setTyped((before) => ({ ...before, [id]: String(wholeQuantity(Number(before[id]))) })),
  };
}

export type PackageChoice = ReturnType<typeof usePackage>;
