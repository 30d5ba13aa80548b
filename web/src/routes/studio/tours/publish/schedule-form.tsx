import { type FormEvent, useEffect, useRef, useState } from 'react';
import { AlertBox } from '../../../../ui/alert-box.tsx';
import { Button } from '../../../../ui/button.tsx';
import stack from '../../../../ui/stack.module.css';
import { TextField } from '../../../../ui/text-field.tsx';
import { useTourWork } from '../tour-work.ts';
import { fromLocalInput, timeZoneName, toLocalInput, tomorrowMorning } from './local-time.ts';
import { useSchedule } from './use-schedule.ts';

interface Props {
  /** What the time is chosen for; a publication may have an end, too. */
  kind: 'publish' | 'withdraw';
  onBusy: (isBusy: boolean) => void;
  onDone: () => void;
  onBack: () => void;
}

const inputOf = (time: string | null) => (time === null ? '' : toLocalInput(new Date(time)));

/** Chooses the times of a publication, or of a withdrawal alone. */
export function ScheduleForm({ kind, onBusy, onDone, onBack }: Props) {
  const { tour } = useTourWork().snapshot;
  const { schedule, isBusy, failure } = useSchedule();
  const isPublication = kind === 'publish';
  const morning = toLocalInput(tomorrowMorning());
  const [publishAt, setPublishAt] = useState(inputOf(tour.publishAt) || morning);
  const [withdrawAt, setWithdrawAt] = useState(inputOf(tour.withdrawAt) || (isPublication ? '' : morning));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    onBusy(true);
    const times = { withdrawAt: fromLocalInput(withdrawAt) };
    const isDone = await schedule(isPublication ? { publishAt: fromLocalInput(publishAt), ...times } : times);
    onBusy(false);
    if (isDone) onDone();
  };
  const first = useRef<HTMLInputElement>(null);
  // The button that opened the form is gone.
  useEffect(() => first.current?.focus(), []);
  const min = toLocalInput(new Date());
  const zone = `Your time zone: ${timeZoneName()}.`;
  return (
    <form className={stack.gap6} onSubmit={(event) => void submit(event)}>
      {isPublication && (
        <TextField
          label="Publish at"
          type="datetime-local"
          required
          min={min}
          value={publishAt}
          ref={first}
          hint={`${zone} The draft is published as it is then, with what the team changes until that time.`}
          onChange={({ target }) => setPublishAt(target.value)}
        />
      )}
      <TextField
        label={isPublication ? 'Withdraw at (optional)' : 'Withdraw at'}
        type="datetime-local"
        required={!isPublication}
        min={min}
        value={withdrawAt}
        ref={isPublication ? null : first}
        hint={isPublication ? 'Empty for a tour that stays.' : zone}
        onChange={({ target }) => setWithdrawAt(target.value)}
      />
      <AlertBox tone="error">{failure}</AlertBox>
      <div className={stack.actions}>
        <Button type="submit" variant="primary" disabled={isBusy}>
          {isBusy ? 'Scheduling…' : 'Schedule'}
        </Button>
        <Button disabled={isBusy} onClick={onBack}>
          Back
        </Button>
      </div>
    </form>
  );
}
