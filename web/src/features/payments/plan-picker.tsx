import type { Plan, User } from '@oriel/contract';
import { useEffect, useId, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { formatMoney, formatTokens } from '../../format.ts';
import { useTokenSummary } from '../../session/token-summary.ts';
import { AlertBox } from '../../ui/alert-box.tsx';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/failure.tsx';
import { PanelSection } from '../../ui/panel-section.tsx';
import prose from '../../ui/prose.module.css';
import { PlanCard } from './plan-card.tsx';
import { planNote, smallestFor } from './plan-note.ts';
import styles from './plan-picker.module.css';
import { PurchaseDialogs } from './purchase-dialogs.tsx';
import { useAfterPurchase, useMayStillBePaid, usePlans, useTopUp } from './queries.ts';

interface Props {
  user: User;
  siteName: string;
  /** Called after a purchase, once its dialog is closed. */
  onBought: () => void;
}

const PLACEHOLDERS = 4;

function Placeholders() {
  return (
    <div className={styles.cards} aria-busy="true">
      {Array.from({ length: PLACEHOLDERS }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a placeholder is its place.
        <div key={index} className={styles.placeholder} />
      ))}
      <p className="visually-hidden" role="status">
        Loading plans…
      </p>
    </div>
  );
}

function Plans({ plans, user, siteName, onBought }: Props & { plans: readonly Plan[] }) {
  const topUp = useTopUp(user.id);
  const { state, awaited } = topUp;
  const mayStillBePaid = useMayStillBePaid(
    topUp,
    user.id,
    state.step === 'confirming' ? state.plan : undefined,
  );
  const { summary } = useTokenSummary();
  const onCredited = useAfterPurchase();
  const group = useId();
  const [selectedId, setSelectedId] = useState<string>();
  const button = useRef<HTMLButtonElement>(null);
  // Of a member who comes from a tour that they cannot pay yet.
  const missing: unknown = useLocation().state?.missing;
  const selected =
    plans.find(({ plan_id }) => plan_id === selectedId) ??
    smallestFor(plans, typeof missing === 'number' ? missing : 0);
  const selectionNote = selected && summary && planNote(selected, summary, Date.now());
  const isUnderWay = ['ordering', 'paying', 'verifying'].includes(state.step);
  const note = state.step === 'idle' ? state.note : undefined;

  // After the payment window is closed, the focus returns to where the purchase began.
  useEffect(() => {
    if (note !== undefined) button.current?.focus();
  }, [note]);

  const wasDone = useRef(false);
  useEffect(() => {
    if (wasDone.current && state.step === 'idle') onBought();
    wasDone.current = state.step === 'done';
  }, [state.step, onBought]);

  if (selected === undefined) return <p className={prose.note}>There is nothing to buy at the moment.</p>;
  return (
    <>
      <fieldset className={styles.plans} disabled={isUnderWay}>
        <legend className="visually-hidden">Plan</legend>
        <div className={styles.cards}>
          {plans.map((plan) => (
            <PlanCard
              key={plan.plan_id}
              plan={plan}
              group={group}
              isChosen={plan === selected}
              onChoose={() => setSelectedId(plan.plan_id)}
            />
          ))}
        </div>
      </fieldset>
      <div role="status">{selectionNote !== undefined && <p className={prose.note}>{selectionNote}</p>}</div>
      <AlertBox tone="error">{note}</AlertBox>
      <AlertBox tone="success">
        {awaited.length > 0 &&
          `Payment received, ${formatTokens(awaited.reduce((sum, { plan }) => sum + plan.tokens, 0))} arriving.`}
      </AlertBox>
      <div className={styles.bar}>
        <Button
          ref={button}
          variant="primary"
          data-analytics="top-up"
          disabled={isUnderWay}
          onClick={() => topUp.begin(selected)}
        >
          {isUnderWay ? 'Processing...' : `Top-Up Now · ${formatMoney(selected.price, selected.currency)}`}
        </Button>
      </div>
      <PurchaseDialogs
        state={state}
        mayStillBePaid={mayStillBePaid}
        onConfirm={() => void topUp.confirm({ user, siteName, onCredited })}
        onRetry={(plan) => topUp.begin(plan)}
        onLeave={() => {
          // Receipts and rewards may arrive after the tokens.
          if (state.step === 'done') onCredited();
          topUp.leave();
        }}
      />
    </>
  );
}

export function PlanPicker(props: Props) {
  const { data: plans, isPending, refetch } = usePlans();
  const section = useRef<HTMLElement>(null);
  const { state } = useLocation();
  // A member who came to recharge sees the plans first.
  const isWanted = !isPending && state?.wanted === 'plans';
  useEffect(() => {
    if (isWanted) section.current?.scrollIntoView({ block: 'start' });
  }, [isWanted]);
  return (
    <PanelSection ref={section} title="Token plans for viewing" className={styles.section}>
      <p>
        They unlock tours. To show places of your own, see <Link to="/pricing">plans for publishing</Link>.
      </p>
      {isPending ? (
        <Placeholders />
      ) : plans === undefined ? (
        <Failure
          sentence="The plans cannot be shown right now. Please try again."
          onRetry={() => void refetch()}
        />
      ) : (
        <Plans plans={plans} {...props} />
      )}
    </PanelSection>
  );
}
