import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import prose from '../../../../ui/prose.module.css';
import stack from '../../../../ui/stack.module.css';
import { ScheduleForm } from './schedule-form.tsx';

interface Props {
  onWithdraw: () => void;
  onClose: () => void;
}

/** Says what happens to whom before a tour goes, now or at a time. */
export function WithdrawDialog({ onWithdraw, onClose }: Props) {
  const [isScheduling, setScheduling] = useState(false);
  const [isBusy, setBusy] = useState(false);
  return (
    <Dialog open title="Withdraw this tour?" busy={isBusy} onClose={onClose}>
      <div className={stack.gap6}>
        <ul className={prose.points}>
          <li>It leaves the library, search and every website that embeds it.</li>
          <li>Members who have paid for it keep it, and still open it at its address.</li>
          <li>Everybody else is told that there is no such tour.</li>
          <li>The draft stays. Publishing it again brings the tour back to the same address.</li>
        </ul>
        {isScheduling ? (
          <ScheduleForm
            kind="withdraw"
            onBusy={setBusy}
            onDone={onClose}
            onBack={() => setScheduling(false)}
          />
        ) : (
          <div className={stack.actions}>
            <Button variant="primary" onClick={onWithdraw}>
              Withdraw
            </Button>
            <Button onClick={() => setScheduling(true)}>At a time…</Button>
            <Button data-autofocus onClick={onClose}>
              Cancel
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  );
}
