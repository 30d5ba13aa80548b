import type { GuideStep, TourDraft, TourView } from '@oriel/contract';
import { TOUR_LIMITS } from '@oriel/contract/shared/tour/limits';
import { moved } from '../../moved.ts';

/** How long a new step stays, in seconds. */
const STEP_SECONDS = 10;

/** The steps of a draft's guided tour, in their order. */
export const guideSteps = (draft: TourDraft): readonly GuideStep[] => draft.document?.guide?.steps ?? [];

function withSteps(draft: TourDraft, steps: readonly GuideStep[]): TourDraft {
  if (draft.document === null) return draft;
  const { guide: _, ...rest } = draft.document;
  return { ...draft, document: { ...rest, ...(steps.length > 0 && { guide: { steps: [...steps] } }) } };
}

/** Adds a step at the end, which says nothing yet. */
export function addStep(draft: TourDraft, scene: string, view: TourView): TourDraft {
  const steps = guideSteps(draft);
  if (steps.length >= TOUR_LIMITS.guideSteps) return draft;
  return withSteps(draft, [...steps, { scene, view, seconds: STEP_SECONDS, text: '' }]);
}

/** Changes members of a step; those that are undefined are removed. @param index from 0 */
export const updateStep = (draft: TourDraft, index: number, fields: Partial<GuideStep>): TourDraft =>
  withSteps(
    draft,
    guideSteps(draft).map((step, place) => (place === index ? { ...step, ...fields } : step)),
  );

/** Moves a step to another place in the order. Indices from 0; where there is no such place, nothing changes. */
export function moveStep(draft: TourDraft, index: number, to: number): TourDraft {
  const steps = guideSteps(draft);
  const changed = moved(steps, index, to);
  return changed === steps ? draft : withSteps(draft, changed);
}

/** Removes a step; a guided tour without steps is none. */
export const removeStep = (draft: TourDraft, index: number): TourDraft =>
  withSteps(draft, guideSteps(draft).toSpliced(index, 1));
