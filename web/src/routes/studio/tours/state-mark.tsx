import type { StudioTourSummary } from '@oriel/contract';
import { formatDate } from '../../../format.ts';
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

/** How a tour stands, in words with a dot. */
export function StateMark({ tour }: { tour: StudioTourSummary }) {
  const state = tourState(tour);
  const visibility = tour.visibility === 'public' ? [] : [VISIBILITY_WORDS[tour.visibility]];
  return (
    <span className={styles.mark} data-state={state}>
      {[STATE_WORDS[state], ...visibility, ...scheduleWords(tour)].join(' · ')}
    </span>
  );
}
