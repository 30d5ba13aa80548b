import { useBrowserValue } from '../../ui/hydration.tsx';

/** A tour that is to be compared with another. */
export interface ChosenTour {
  slug: string;
  name: string;
}

let chosen: ChosenTour | undefined;
const listeners = new Set<() => void>();

/** Keeps the first of two tours until there is a second one. */
export function chooseForComparison(tour: ChosenTour | undefined): void {
  chosen = tour;
  for (const notify of listeners) notify();
}

const subscribe = (notify: () => void) => {
  listeners.add(notify);
  return () => void listeners.delete(notify);
};

/** The tour that was chosen first. */
export const useChosenTour = (): ChosenTour | undefined =>
  useBrowserValue(subscribe, () => chosen, undefined);

export const comparePath = (left: string, right: string): string =>
  `/compare?${new URLSearchParams({ left, right })}`;
