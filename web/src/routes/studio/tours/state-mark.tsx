import type { StudioTourSummary } from '@oriel/contract';
import { formatDate } from '../../../format.ts';
import { useReviewsTours } from '../roles.ts';
import styles from './tours.module.css';
import { STATE_WORDS, tourState, VISIBILITY_WORDS } from './words.ts';

/** What happens to a tour by itself, and what should have. */
function scheduleWords({ publishAt, withdrawAt, scheduleProblem }: StudioTourSummary): string[] {
  return [
    ...(scheduleProblem === null ? [] : ['Schedule not kept']),
    ...(publishAt === null ? [] : [`Scheduled for ${formatDate(publishAt, 'dateTime')}`]),
    ...(withdrawAt === null ? [] : [`Until ${formatDate(withdrawAt, 'dateTime')}`]),
  ];
}

/** Where a submitted draft is. */
function submissionWords({ submission }: StudioTourSummary, reviewsTours: boolean): string[] {
  if (submission === null) return [];
  if (submission.state === 'returned') return ['Sent back'];
  return [reviewsTours ? 'In review' : 'Waits for an editor'];
}

/** How a tour stands, in words with a dot. */
export function StateMark({ tour }: { tour: StudioTourSummary }) {
  const state = tourState(tour);
  const submission = submissionWords(tour, useReviewsTours());
  const visibility = tour.visibility === 'public' ? [] : [VISIBILITY_WORDS[tour.visibility]];
  return (
    <span className={styles.mark} data-state={state}>
      {[STATE_WORDS[state], ...submission, ...visibility, ...scheduleWords(tour)].join(' · ')}
    </span>
  );
}
