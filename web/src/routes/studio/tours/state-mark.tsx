import type { StudioTourSummary } from '@oriel/contract';
import styles from './tours.module.css';
import { STATE_WORDS, tourState, VISIBILITY_WORDS } from './words.ts';

/** How a tour stands, in words with a dot. */
export function StateMark({ tour }: { tour: StudioTourSummary }) {
  const state = tourState(tour);
  return (
    <span className={styles.mark} data-state={state}>
      {STATE_WORDS[state]}
      {tour.visibility !== 'public' && ` · ${VISIBILITY_WORDS[tour.visibility]}`}
    </span>
  );
}
