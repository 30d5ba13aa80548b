import type { TourOutline } from '@oriel/contract';

export type Step = NonNullable<TourOutline['guide']>['steps'][number];

/** The steps of a tour's guide in rooms that the visitor may stand in. */
export function stepsOf({ guide, scenes }: TourOutline): Step[] {
  const open = new Set(scenes.filter(({ isOpen }) => isOpen).map(({ id }) => id));
  return guide?.steps.filter(({ scene }) => open.has(scene)) ?? [];
}

/** The first room after that of a step, for which the visitor should not have to wait. */
export function roomAfter(steps: readonly Step[], index: number): string | undefined {
  const here = steps[index]?.scene;
  return steps.slice(index + 1).find(({ scene }) => scene !== here)?.scene;
}
