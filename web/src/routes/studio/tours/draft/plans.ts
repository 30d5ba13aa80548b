import type { StudioMedia, TourDraft, TourPlan, TourScene } from '@oriel/contract';
import { TOUR_LIMITS } from '@oriel/contract/shared/tour/limits';
import { freshId, titleOfFile, updateScene } from './document.ts';

/** Where a scene is on a plan. */
export type Pin = NonNullable<TourScene['place']>;

const withPlans = (draft: TourDraft, plans: TourPlan[]): TourDraft =>
  draft.document === null ? draft : { ...draft, document: { ...draft.document, plans } };

/** Adds a floor plan from a flat picture. */
export function addPlan(draft: TourDraft, { asset, width, height, fileName }: StudioMedia): TourDraft {
  const plans = draft.document?.plans;
  if (plans === undefined || asset === null || width === null || height === null) return draft;
  if (plans.length >= TOUR_LIMITS.plans) return draft;
  const title = titleOfFile(fileName).slice(0, 200);
  const id = freshId(
    title,
    plans.map((plan) => plan.id),
    'plan',
  );
  return withPlans(draft, [...plans, { id, title, image: asset, width, height, north: 0, alt: '' }]);
}

/** Changes members of one plan. */
export const updatePlan = (draft: TourDraft, planId: string, fields: Partial<TourPlan>): TourDraft =>
  withPlans(
    draft,
    (draft.document?.plans ?? []).map((plan) => (plan.id === planId ? { ...plan, ...fields } : plan)),
  );

/** Says how large a plan's pixels are. @param metres undefined where that is not known */
export const setScale = (draft: TourDraft, planId: string, metres: number | undefined): TourDraft =>
  withPlans(
    draft,
    (draft.document?.plans ?? []).map(({ metresPerPixel, ...plan }) => {
      const scale = plan.id === planId ? metres : metresPerPixel;
      return scale === undefined ? plan : { ...plan, metresPerPixel: scale };
    }),
  );

/** Removes a plan with the pins on it. */
export function removePlan(draft: TourDraft, planId: string): TourDraft {
  const pinned = (draft.document?.scenes ?? []).filter(({ place }) => place?.plan === planId);
  const unpinned = pinned.reduce((sum, { id }) => setPin(sum, id, undefined), draft);
  const plans = unpinned.document?.plans.filter(({ id }) => id !== planId) ?? [];
  // A document is there for its scenes.
  if (plans.length === 0 && unpinned.document?.scenes.length === 0) return { ...unpinned, document: null };
  return withPlans(unpinned, plans);
}

/** Puts a scene on a plan. @param pin undefined where it is on none */
export const setPin = (draft: TourDraft, sceneId: string, pin: Pin | undefined): TourDraft =>
  updateScene(draft, sceneId, ({ place: _, ...scene }) =>
    pin === undefined ? scene : { ...scene, place: pin },
  );
