import { formatNumber, formatTokens, PAGE_LOCALE } from '../../format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { Access } from './access.ts';
import styles from './card-offer.module.css';
import { UNLOCK_FAILED } from './use-unlock.ts';

/** "Recharge 100 tokens"; without a number where only a plan opens the tour. */
export function rechargeText(cost: number): string {
  return cost > 0 ? `Recharge ${formatTokens(cost, PAGE_LOCALE)}` : 'Recharge tokens';
}

/** The line of a card that says what a click does and costs. Always one line high. */
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
      return (
        <Locked
          label="Login to view"
          labelClass="guests-only"
          note={formatTokens(access.cost, PAGE_LOCALE)}
        />
      );
    case 'unknown':
      return <Locked note={formatTokens(access.cost, PAGE_LOCALE)} />;
    case 'busy':
      return <Locked label="PROCESSING..." note={formatTokens(access.cost, PAGE_LOCALE)} />;
    case 'payable':
      return (
        <Locked
          label={buttonTitle}
          note={`${formatTokens(access.cost, PAGE_LOCALE)} · you have ${formatNumber(access.balance, PAGE_LOCALE)}`}
        />
      );
    case 'verify':
      return <Locked label="Verify your email" note={`then ${formatTokens(access.cost, PAGE_LOCALE)}`} />;
    case 'short': {
      const spendable = formatNumber(access.balance - access.pending, PAGE_LOCALE);
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

export function OfferCover({ isBusy, hasFailed }: { isBusy: boolean; hasFailed: boolean }) {
  return (
    <>
      <span role="status">{isBusy && <Overlay />}</span>
      <span role="alert">
        {hasFailed && !isBusy && <span className={styles.failure}>{UNLOCK_FAILED}</span>}
      </span>
    </>
  );
}

function Overlay() {
  return (
    <span className={styles.overlay}>
      <Spinner />
      Authorizing…
    </span>
  );
}
