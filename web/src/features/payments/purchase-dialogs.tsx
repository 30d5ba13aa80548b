import type { Plan } from '@oriel/contract';
import { type ReactNode, useEffect, useState } from 'react';
import { formatDays, formatMoney, formatNumber, formatTokens } from '../../format.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import prose from '../../ui/prose.module.css';
import stack from '../../ui/stack.module.css';
import styles from './purchase-dialogs.module.css';
import type { TopUpState } from './top-up.ts';

interface Props {
  state: TopUpState;
  /** Whether an earlier payment for the plan may still go through. */
  mayStillBePaid: boolean;
  onConfirm: () => void;
  onRetry: (plan: Plan) => void;
  onLeave: () => void;
}

function Facts({ facts }: { facts: Record<string, ReactNode> }) {
  return (
    <dl className={styles.facts}>
      {Object.entries(facts).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Confirmation({
  plan,
  isBusy,
  mayStillBePaid,
  onConfirm,
  onLeave,
}: Omit<Props, 'state' | 'onRetry'> & { plan: Plan; isBusy: boolean }) {
  return (
    <div className={stack.gap4}>
      <Facts
        facts={{
          Plan: plan.name,
          Tokens: formatNumber(plan.tokens),
          'Valid for': formatDays(plan.validity_days),
          Price: <strong>{formatMoney(plan.price, plan.currency)}</strong>,
        }}
      />
      <div role="status">
        {mayStillBePaid && (
          <p className={styles.waiting}>
            Your earlier payment for this plan may still go through. If both do, we refund the second one in
            full.
          </p>
        )}
      </div>
      <div className={styles.actions}>
        <Button disabled={isBusy} onClick={onLeave}>
          Cancel
        </Button>
        <Button variant="primary" data-autofocus disabled={isBusy} onClick={onConfirm}>
          {isBusy ? 'Processing...' : 'Confirm'}
        </Button>
      </div>
    </div>
  );
}

/** The dialog of the purchase's current step; none while the payment window is open. */
export function PurchaseDialogs({ state, mayStillBePaid, onConfirm, onRetry, onLeave }: Props) {
  const { step } = state;
  const isBusy = step === 'ordering' || step === 'verifying';
  const isConfirming = step === 'confirming' || isBusy;
  // A dialog that opens later is on top. These may open together with the one around them, where a purchase continued
  // while the settings were closed.
  const [isFirst, setFirst] = useState(true);
  useEffect(() => setFirst(false), []);
  if (isFirst) return null;
  return (
    <>
      <Dialog open={isConfirming} onClose={onLeave} busy={isBusy} title="Confirm Purchase">
        {isConfirming && (
          <Confirmation
            plan={state.plan}
            isBusy={isBusy}
            mayStillBePaid={mayStillBePaid}
            onConfirm={onConfirm}
            onLeave={onLeave}
          />
        )}
      </Dialog>
      <Dialog open={step === 'arriving'} onClose={onLeave} title="Payment received, tokens arriving">
        {step === 'arriving' && (
          <div className={stack.gap4}>
            <p role="status" className={styles.waiting}>
              {formatTokens(state.plan.tokens)} will be in your wallet as soon as the payment is confirmed.
              This page shows it by itself.
            </p>
            <p className={prose.note}>You can close this page. Your tokens will arrive.</p>
            <div className={styles.actions}>
              <Button variant="primary" data-autofocus onClick={onLeave}>
                Close
              </Button>
            </div>
          </div>
        )}
      </Dialog>
      <Dialog open={step === 'done'} onClose={onLeave} title="Payment Successful">
        {step === 'done' && (
          <div className={stack.gap4}>
            <Facts
              facts={{
                Plan: state.receipt.plan.name,
                'Tokens added': <strong>{formatNumber(state.receipt.tokensAdded)}</strong>,
                Amount: formatMoney(state.receipt.plan.price, state.receipt.plan.currency),
              }}
            />
            <p className={prose.note}>
              Your receipt will be under Transaction and in your email within a minute.
            </p>
            <div className={styles.actions}>
              <Button variant="primary" data-autofocus onClick={onLeave}>
                OK
              </Button>
            </div>
          </div>
        )}
      </Dialog>
      <Dialog open={step === 'failed'} onClose={onLeave} title="Payment Failed">
        {step === 'failed' && (
          <div className={stack.gap4}>
            <p role="alert" className={styles.sentence}>
              {state.sentence}
            </p>
            <p className={prose.note}>
              {state.wasPaid
                ? 'If you were charged, we credit or refund it automatically. Look under Transaction before you pay again.'
                : 'No tokens were added.'}
            </p>
            <div className={styles.actions}>
              <Button onClick={onLeave}>Close</Button>
              <Button variant="primary" data-autofocus onClick={() => onRetry(state.plan)}>
                Try again
              </Button>
            </div>
          </div>
        )}
      </Dialog>
    </>
  );
}
