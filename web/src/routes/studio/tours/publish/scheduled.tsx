import { useState } from 'react';
import { formatDate } from '../../../../format.ts';
import { AlertBox } from '../../../../ui/alert-box.tsx';
import { Button } from '../../../../ui/button.tsx';
import stack from '../../../../ui/stack.module.css';
import { useTourWork } from '../tour-work.ts';
import { timeZoneName } from './local-time.ts';
import styles from './publish.module.css';
import { useSchedule, type WantedTimes } from './use-schedule.ts';

/** What is scheduled for the tour, the way to cancel it, and why something scheduled was not done. */
export function Scheduled() {
  const { snapshot, may } = useTourWork();
  const { publishAt, withdrawAt, scheduledBy, scheduleProblem } = snapshot.tour;
  const { schedule, isBusy, failure } = useSchedule();
  const [notice, setNotice] = useState<string>();
  const cancel = async (times: WantedTimes, done?: string) => {
    setNotice(undefined);
    if (await schedule(times)) setNotice(done);
  };
  const canCancel = may('tour.publish');
  return (
    <>
      {scheduleProblem && (
        <div className={stack.gap3}>
          <AlertBox tone="error">
            {scheduleProblem.message} ({formatDate(scheduleProblem.at, 'dateTime')})
          </AlertBox>
          {canCancel && (
            <div>
              <Button disabled={isBusy} onClick={() => void cancel({})}>
                Dismiss
              </Button>
            </div>
          )}
        </div>
      )}
      {publishAt && (
        <div className={stack.gap3}>
          <p>
            The draft is published on <strong>{formatDate(publishAt, 'dateTime')}</strong>, as it is then.
          </p>
          {canCancel && (
            <div>
              <Button
                disabled={isBusy}
                onClick={() => void cancel({ publishAt: null }, 'The publication is cancelled.')}
              >
                Cancel the publication
              </Button>
            </div>
          )}
        </div>
      )}
      {withdrawAt && (
        <div className={stack.gap3}>
          <p>
            The tour is withdrawn on <strong>{formatDate(withdrawAt, 'dateTime')}</strong>.
          </p>
          {canCancel && (
            <div>
              <Button
                disabled={isBusy}
                onClick={() => void cancel({ withdrawAt: null }, 'The withdrawal is cancelled.')}
              >
                Cancel the withdrawal
              </Button>
            </div>
          )}
        </div>
      )}
      {scheduledBy && (
        <p className={styles.soft}>
          Chosen by {scheduledBy.name || 'a former member'}. Times are in your time zone, {timeZoneName()}.
        </p>
      )}
      <AlertBox tone="error">{failure}</AlertBox>
      <AlertBox tone="success">{failure ? undefined : notice}</AlertBox>
    </>
  );
}
