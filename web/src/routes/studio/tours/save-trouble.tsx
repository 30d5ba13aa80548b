import { formatDate } from '../../../format.ts';
import { Button } from '../../../ui/button.tsx';
import stack from '../../../ui/stack.module.css';
import { useTourWork } from './tour-work.ts';
import styles from './tours.module.css';

/** What somebody else has saved meanwhile, or why the server does not take the draft. */
export function SaveTrouble() {
  const { store, snapshot } = useTourWork();
  const { conflict, refusal } = snapshot;
  if (conflict) {
    const { changedBy, changedAt } = conflict;
    return (
      <div className={styles.trouble} role="alert">
        <p>
          <strong>
            {changedBy.name || 'Somebody'} has changed this tour in the meantime, on{' '}
            {formatDate(changedAt, 'dateTime')}.
          </strong>{' '}
          What you have written is still here, but not saved.
        </p>
        <div className={stack.actions}>
          <Button variant="primary" onClick={() => store.keepMine()}>
            Keep mine
          </Button>
          <Button onClick={() => store.takeTheirs()}>Take theirs</Button>
        </div>
        <p className={styles.fine}>
          “Keep mine” saves the fields that you have changed, and leaves the others as they are there now.
          After “Take theirs”, undo brings yours back.
        </p>
      </div>
    );
  }
  return (
    refusal && (
      <div className={styles.trouble} role="alert">
        <p>
          <strong>This could not be saved.</strong> {refusal.sentence}
        </p>
      </div>
    )
  );
}
