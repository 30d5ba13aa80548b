import type { Visibility } from '@oriel/contract';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { api, errorMessage } from '../../../../api.ts';
import { AlertBox } from '../../../../ui/alert-box.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import stack from '../../../../ui/stack.module.css';
import { useReviewsTours } from '../../roles.ts';
import { tourUrl } from '../parts/slug-section.tsx';
import { SubmissionNotice } from '../review/submission-notice.tsx';
import { SubmitForm } from '../review/submit-form.tsx';
import { focusPlace, useTourWork } from '../tour-work.ts';
import tours from '../tours.module.css';
import { countMissing, SAVE_WORDS, tourState } from '../words.ts';
import { ChangeList } from './change-list.tsx';
import styles from './publish.module.css';
import { Published } from './published.tsx';
import { ScheduleForm } from './schedule-form.tsx';
import { Scheduled } from './scheduled.tsx';
import { useChanges } from './use-publication.ts';

const FAILED = 'The tour could not be published. Please try again.';
/** Who sees it, without a full stop. */
const AUDIENCE: Record<Visibility, string> = {
  public: 'Everybody finds it in the library',
  unlisted: 'It is in no list, and opens for everybody who has its address',
  private: 'Only your team sees it, and members who have unlocked it',
  link: 'Only your team sees it, and people who have a link',
};

const NOT_SAVED = 'What you have written could not be saved, so nothing was published. Please try again.';

/** What is missing, what changes for visitors, and the button that does it. */
export function PublishDialog({ onClose }: { onClose: () => void }) {
  const [done, setDone] = useState<Done>();
  const [isBusy, setBusy] = useState(false);
  return (
    <Dialog open title={done ?? 'Publish'} busy={isBusy} onClose={onClose}>
      {done === undefined && <Publish onBusy={setBusy} isBusy={isBusy} onDone={setDone} onClose={onClose} />}
      {done === 'Published' && <Published />}
      {done === 'Submitted' && <SubmissionNotice />}
      {done === 'Scheduled' && (
        <div className={stack.gap4}>
          <Scheduled />
        </div>
      )}
    </Dialog>
  );
}

type Done = 'Published' | 'Scheduled' | 'Submitted';

interface Props {
  isBusy: boolean;
  onBusy: (isBusy: boolean) => void;
  onDone: (done: Done) => void;
  onClose: () => void;
}

function Publish({ isBusy, onBusy, onDone, onClose }: Props) {
  const { store, snapshot, workspace, tourId, may } = useTourWork();
  const { tour, draft, state } = snapshot;
  const [failure, setFailure] = useState<string>();
  const [isScheduling, setScheduling] = useState(false);
  const reviewsTours = useReviewsTours();
  const isComplete = tour.problems.length === 0;
  const publish = async () => {
    onBusy(true);
    setFailure(undefined);
    try {
      const isPublished = await store.perform(
        async (revision) =>
          (
            await api('POST /api/studio/tours/:tourId/publication', {
              query: { workspace },
              params: { tourId },
              revision,
            })
          ).data,
      );
      if (isPublished) onDone('Published');
      else setFailure(NOT_SAVED);
    } catch (error) {
      setFailure(errorMessage(error, FAILED));
    } finally {
      onBusy(false);
    }
  };
  return (
    <div className={stack.gap6}>
      {isComplete ? (
        <WhatChanges />
      ) : (
        <Missing
          onGo={(path) => {
            onClose();
            // After the dialog has given the focus back.
            requestAnimationFrame(() => focusPlace(path));
          }}
        />
      )}
      <AlertBox tone="error">{failure}</AlertBox>
      {isComplete && (
        <div className={stack.gap3}>
          <p className={tours.url}>{tourUrl(draft.slug)}</p>
          {isScheduling ? (
            <ScheduleForm
              kind="publish"
              onBusy={onBusy}
              onDone={() => onDone('Scheduled')}
              onBack={() => setScheduling(false)}
            />
          ) : may('tour.publish') && !reviewsTours ? (
            <div className={stack.actions}>
              <Button variant="primary" data-autofocus disabled={isBusy} onClick={() => void publish()}>
                {isBusy ? 'Publishing…' : tourState(tour) === 'changed' ? 'Publish the changes' : 'Publish'}
              </Button>
              <Button disabled={isBusy} onClick={() => setScheduling(true)}>
                At a time…
              </Button>
              <Button disabled={isBusy} onClick={onClose}>
                Not yet
              </Button>
            </div>
          ) : (
            <SubmitForm onBusy={onBusy} onDone={() => onDone('Submitted')} onClose={onClose} />
          )}
          {state !== 'saved' && <p className={styles.soft}>{SAVE_WORDS[state]}</p>}
        </div>
      )}
    </div>
  );
}

function Missing({ onGo }: { onGo: (path: (string | number)[]) => void }) {
  const { snapshot, tourId } = useTourWork();
  const { search } = useLocation();
  const { problems } = snapshot.tour;
  const unchecked = problems.filter(({ code }) => code === 'people_unchecked').length;
  const others = problems.filter(({ code }) => code !== 'people_unchecked');
  return (
    <div className={stack.gap3}>
      <p>{countMissing(others.length + Math.min(1, unchecked))} before visitors can go in:</p>
      <ul className={styles.missing}>
        {others.map(({ path, message }, index) => (
          <li key={`${path.join('.')} ${message}`}>
            <button type="button" data-autofocus={index === 0 || undefined} onClick={() => onGo(path)}>
              {message}
            </button>
          </li>
        ))}
        {unchecked > 0 && (
          <li>
            <Link
              to={`/studio/tours/${tourId}/privacy${search}`}
              data-autofocus={others.length === 0 || undefined}
            >
              {unchecked === 1
                ? '1 picture has not been checked for people.'
                : `${unchecked} pictures have not been checked for people.`}
            </Link>
          </li>
        )}
      </ul>
    </div>
  );
}

function WhatChanges() {
  const { tour, draft } = useTourWork().snapshot;
  const changes = useChanges();
  const count = draft.document?.scenes.length ?? 0;
  if (tour.publishedAt === null) {
    return (
      <p>
        “{draft.title}” {tour.visibility === 'public' ? 'becomes public' : 'is published'} with {count}{' '}
        {count === 1 ? 'scene' : 'scenes'}. {AUDIENCE[tour.visibility]}
        {tour.visibility === 'public' && draft.price === 0 && ' and goes in for free'}. Should you change the
        address later, this one leads to the new one.
      </p>
    );
  }
  return (
    <div className={stack.gap3}>
      <h3>What changes for visitors</h3>
      {changes === undefined ? <p role="status">Comparing…</p> : <ChangeList changes={changes} />}
      {tour.state === 'withdrawn' && (
        <p>The tour is withdrawn now. Publishing brings it back to its address.</p>
      )}
    </div>
  );
}
