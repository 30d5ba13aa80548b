import { useState } from 'react';
import { api, errorMessage } from '../../../../api.ts';
import { formatDate } from '../../../../format.ts';
import { AlertBox } from '../../../../ui/alert-box.tsx';
import { Button } from '../../../../ui/button.tsx';
import stack from '../../../../ui/stack.module.css';
import { useReviewsTours } from '../../roles.ts';
import publish from '../publish/publish.module.css';
import { useTourWork } from '../tour-work.ts';
import styles from './review.module.css';

/** Whether the draft waits to be published, and what is to be changed where it was sent back. */
export function SubmissionNotice() {
  const { store, snapshot, workspace, tourId, may } = useTourWork();
  const { submission, revision } = snapshot.tour;
  const reviewsTours = useReviewsTours();
  const [failure, setFailure] = useState<string>();
  if (submission === null) return null;
  const isWaiting = submission.state === 'waiting';
  const takeBack = async () => {
    setFailure(undefined);
    try {
      const options = { query: { workspace }, params: { tourId } };
      await store.perform(
        async () => (await api('DELETE /api/studio/tours/:tourId/submission', options)).data,
      );
    } catch (error) {
      setFailure(errorMessage(error, 'This could not be done. Please try again.'));
    }
  };
  const isChanged = submission.revision !== revision;
  return (
    <section className={styles.notice} aria-label="Submission">
      <p>
        <strong>
          {isWaiting
            ? reviewsTours
              ? 'This tour is in review.'
              : 'This tour waits for an editor of your team.'
            : 'This tour was sent back.'}
        </strong>{' '}
        <span className={publish.soft}>
          {isWaiting
            ? `Submitted on ${formatDate(submission.submittedAt, 'dateTime')}.`
            : `On ${formatDate(submission.returnedAt ?? submission.submittedAt, 'dateTime')}.`}
        </span>
      </p>
      {submission.note && isWaiting && <blockquote>{submission.note}</blockquote>}
      {submission.returnNote && <blockquote>{submission.returnNote}</blockquote>}
      {isWaiting && isChanged && (
        <p className={publish.soft}>
          {reviewsTours
            ? 'The draft has changed since then. What was submitted is published, without these changes.'
            : 'The draft has changed since then.'}
        </p>
      )}
      <AlertBox tone="error">{failure}</AlertBox>
      {may('tour.write') && (
        <div className={stack.actions}>
          <Button onClick={() => void takeBack()}>{isWaiting ? 'Take it back' : 'Dismiss'}</Button>
        </div>
      )}
    </section>
  );
}
