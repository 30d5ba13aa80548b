import type { StudioTour, TourDraft, Visibility } from '@oriel/contract';
import { isSame } from '../draft/merge-patch.ts';

/** What is done to each of the selected tours. */
export type BulkAction =
  | { kind: 'publish' }
  | { kind: 'submit' }
  | { kind: 'withdraw' }
  | { kind: 'visibility'; visibility: Visibility }
  | { kind: 'category'; category: number }
  | { kind: 'price'; price: number; isInPlans: boolean }
  | { kind: 'tags'; add: readonly number[]; remove: readonly number[] };

type Patch = Partial<TourDraft>;

/** The requests about one tour. Each fails with a sentence where the server refuses. */
export interface TourRequests {
  load(tourId: string): Promise<StudioTour>;
  change(tourId: string, revision: number, patch: Patch): Promise<StudioTour>;
  publish(tourId: string, revision: number): Promise<StudioTour>;
  submit(tourId: string, revision: number): Promise<StudioTour>;
  withdraw(tourId: string): Promise<StudioTour>;
  show(tourId: string, visibility: Visibility): Promise<StudioTour>;
}

/** What became of one tour. */
export interface Done {
  /** `unchanged` where it was so already. */
  outcome: 'done' | 'unchanged';
  sentence: string;
  /** Undefined where there is no way back. */
  undo?: () => Promise<unknown>;
}

const unchanged = (sentence: string): Done => ({ outcome: 'unchanged', sentence });

/** The members of the draft that an action sets. */
function patchFor(action: BulkAction, draft: TourDraft): Patch {
  switch (action.kind) {
    case 'category':
      // Subcategories belong to one category.
      return draft.category === action.category ? {} : { category: action.category, subcategory: null };
    case 'price':
      return { price: action.price, isInPlans: action.isInPlans };
    case 'tags': {
      const kept = draft.tags.filter((tag) => !action.remove.includes(tag));
      return { tags: [...new Set([...kept, ...action.add])] };
    }
    default:
      return {};
  }
}

async function changeDraft(requests: TourRequests, tour: StudioTour, action: BulkAction): Promise<Done> {
  const wanted = Object.entries(patchFor(action, tour.draft)) as [keyof TourDraft, never][];
  const changed = wanted.filter(([name, value]) => !isSame(tour.draft[name], value));
  if (changed.length === 0) return unchanged('Was so already.');
  const inverse = Object.fromEntries(changed.map(([name]) => [name, tour.draft[name]]));
  const { revision } = await requests.change(tour.id, tour.revision, Object.fromEntries(changed));
  return {
    outcome: 'done',
    sentence: tour.state === 'published' ? 'Changed; visitors see it once it is published.' : 'Changed.',
    undo: () => requests.change(tour.id, revision, inverse),
  };
}

/** Does an action to one tour, as it is now. @throws where the server refuses */
export async function performOn(requests: TourRequests, tourId: string, action: BulkAction): Promise<Done> {
  const tour = await requests.load(tourId);
  const { revision, state } = tour;
  switch (action.kind) {
    case 'publish':
      if (state === 'published' && revision === tour.publishedRevision)
        return unchanged('Was published already.');
      await requests.publish(tourId, revision);
      return { outcome: 'done', sentence: 'Published.' };
    case 'submit':
      if (tour.submission?.state === 'waiting' && tour.submission.revision === revision)
        return unchanged('Was submitted already.');
      await requests.submit(tourId, revision);
      return { outcome: 'done', sentence: 'Submitted.' };
    case 'withdraw':
      if (state !== 'published') return unchanged('Was not published.');
      await requests.withdraw(tourId);
      return { outcome: 'done', sentence: 'Withdrawn.' };
    case 'visibility': {
      const before = tour.visibility;
      if (before === action.visibility) return unchanged('Was so already.');
      await requests.show(tourId, action.visibility);
      return { outcome: 'done', sentence: 'Changed.', undo: () => requests.show(tourId, before) };
    }
    default:
      return changeDraft(requests, tour, action);
  }
}
