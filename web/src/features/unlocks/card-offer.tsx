import { Icon } from '../../ui/icon.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { Access } from './access.ts';
import styles from './card-offer.module.css';
import { tokenAmount } from './token-amount.ts';
import { OPENING_FAILED } from './use-opening.ts';

/** "Recharge 100 tokens"; without a number where only a plan opens the tour. */
export function rechargeText(cost: number): string {
  return cost > 0 ? `Recharge ${tokenAmount(cost)}` : 'Recharge tokens';
}

/** The line of a card that says what a click brings, and what it costs. Always one line high. */
export function OfferLine({ access, buttonTitle }: { access: Access; buttonTitle: string }) {
  switch (access.kind) {
    case 'open':
      return (
        <>
          <span className={styles.label}>{buttonTitle}</span>
          {access.byPlan && <span className={styles.note}>included in your plan</span>}
        </>
      );
    case 'sign-in':
      return <Locked label="Login to view" labelClass={styles.guest} note={tokenAmount(access.cost)} />;
    case 'unknown':
      return <Locked note={tokenAmount(access.cost)} />;
    case 'busy':
      return <Locked label="PROCESSING..." note={tokenAmount(access.cost)} />;
    case 'payable':
      return (
        <Locked
          label={buttonTitle}
          note={`${tokenAmount(access.cost)} · you have ${access.balance.toLocaleString('en-US')}`}
        />
      );
    case 'verify':
      return <Locked label="Verify your email" note={`then ${tokenAmount(access.cost)}`} />;
    case 'short': {
      const spendable = (access.balance - access.pending).toLocaleString('en-US');
      return (
        <Locked
          label={rechargeText(access.cost)}
          note={access.pending > 0 ? `you can spend ${spendable}` : `you have ${spendable}`}
        />
      );
    }
  }
}

function Locked({
  label,
  labelClass,
  note,
}: {
  label?: string;
  labelClass?: string | undefined;
  note: string;
}) {
  return (
    <>
      <Icon name="lock" size={16} />
      {label && <span className={`${styles.label} ${labelClass ?? ''}`}>{label}</span>}{' '}
      <span className={styles.note}>{note}</span>
    </>
  );
}

/** What lies over the picture of a card that a member can pay for: that it is being opened, or that it could not be. */
export function OfferCover({ isBusy, hasFailed }: { isBusy: boolean; hasFailed: boolean }) {
  return (
    <>
      <span role="status">{isBusy && <Veil />}</span>
      <span role="alert">
        {hasFailed && !isBusy && <span className={styles.failure}>{OPENING_FAILED}</span>}
      </span>
    </>
  );
}

function Veil() {
  return (
    <span className={styles.veil}>
      <Spinner />
      Authorizing…
    </span>
  );
}
