import type { TourOutline } from '@oriel/contract';

export type Step = NonNullable<TourOutline['guide']>['steps'][number];

/** The first room after that of a step, for which the visitor should not have to wait. */
export function roomAfter(steps: readonly Step[], index: number): string | undefined {
  const here = steps[index]?.scene;
  return steps.slice(index + 1).find(({ scene }) => scene !== here)?.scene;
}
