import type { StudioTourSummary, Visibility } from '@oriel/contract';
import type { SaveState } from './draft/draft-store.ts';

export type TourState = 'draft' | 'published' | 'changed' | 'withdrawn';

/** How a tour stands, also whether visitors see an older revision. */
export function tourState({ state, revision, publishedRevision }: StudioTourSummary): TourState {
  return state === 'published' && revision !== publishedRevision ? 'changed' : state;
}

export const STATE_WORDS: Record<TourState, string> = {
  draft: 'Draft',
  published: 'Published',
  changed: 'Changes not published',
  withdrawn: 'Withdrawn',
};

export const VISIBILITY_WORDS: Record<Visibility, string> = {
  public: 'Public',
  unlisted: 'Unlisted',
  private: 'Private',
  link: 'By link',
};

/** Who gets to a published tour by its URL. */
export const PUBLISHED_WORDS: Record<Visibility, string> = {
  public: 'Visitors find it at this address.',
  unlisted: 'It is in no list. Everybody who has this address sees it.',
  private: 'At this address your team sees it, and so do members who have unlocked it.',
  link: 'At this address your team sees it. Everybody else needs a link.',
};

export const SAVE_WORDS: Record<SaveState, string> = {
  saved: 'Saved',
  unsaved: 'Saving…',
  saving: 'Saving…',
  offline: 'Offline: kept here',
  conflict: 'Not saved',
  refused: 'Not saved',
};

/** What tours without a title are called. */
export const UNTITLED = 'Untitled tour';

/** "3 things are missing" */
export const countMissing = (count: number): string =>
  count === 1 ? '1 thing is missing' : `${count} things are missing`;
