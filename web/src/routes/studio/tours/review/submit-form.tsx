import { type FormEvent, useState } from 'react';
import { api, errorMessage } from '../../../../api.ts';
import { AlertBox } from '../../../../ui/alert-box.tsx';
import { Button } from '../../../../ui/button.tsx';
import stack from '../../../../ui/stack.module.css';
import { TextArea } from '../../../../ui/text-area.tsx';
import { useReviewsTours } from '../../roles.ts';
import { useTourWork } from '../tour-work.ts';

const FAILED = 'The tour could not be submitted. Please try again.';
const NOT_SAVED = 'What you have written could not be saved, so nothing was submitted. Please try again.';

interface Props {
  onBusy: (isBusy: boolean) => void;
  onDone: () => void;
  onClose: () => void;
}

/** Hands the draft to those who publish it. */
export function SubmitForm({ onBusy, onDone, onClose }: Props) {
  const { store, snapshot, workspace, tourId } = useTourWork();
  const { submission, revision } = snapshot.tour;
  const reviewsTours = useReviewsTours();
  const [note, setNote] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const isAgain = submission?.state === 'waiting';
  const isSame = isAgain && submission.revision === revision;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    onBusy(true);
    setFailure(undefined);
    try {
      const options = { query: { workspace }, params: { tourId }, body: { note } };
      const path = 'POST /api/studio/tours/:tourId/submission';
      const isDone = await store.perform(
        async (now) => (await api(path, { ...options, revision: now })).data,
      );
      if (isDone) onDone();
      else setFailure(NOT_SAVED);
    } catch (error) {
      setFailure(errorMessage(error, FAILED));
    } finally {
      setBusy(false);
      onBusy(false);
    }
  };
  const who = reviewsTours
    ? 'A reviewer looks at it and publishes it'
    : 'An editor of your team publishes it';
  return (
    <form className={stack.gap4} onSubmit={(event) => void submit(event)}>
      <p>
        {who}, exactly as {reviewsTours ? 'you submit it' : 'it is then'}. You get a mail.
      </p>
      {isSame && <p>It is submitted already, and waits.</p>}
      {!isSame && (
        <TextArea
          label="Note (optional)"
          rows={3}
          maxLength={1000}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
      )}
      <AlertBox tone="error">{failure}</AlertBox>
      <div className={stack.actions}>
        {!isSame && (
          <Button type="submit" variant="primary" disabled={isBusy}>
            {isBusy ? 'Submitting…' : isAgain ? 'Submit the changes' : 'Submit'}
          </Button>
        )}
        <Button disabled={isBusy} data-autofocus={isSame || undefined} onClick={onClose}>
          {isSame ? 'Close' : 'Not yet'}
        </Button>
      </div>
    </form>
  );
}
