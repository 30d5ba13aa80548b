import type { ReactNode } from 'react';
import { formatNumber, formatTokens } from '../../format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { Access } from './access.ts';
import styles from './card-offer.module.css';
import { moneyFor, type TokenRates } from './token-rates.ts';
import { UNLOCK_FAILED } from './use-unlock.ts';

/** "Recharge 100 tokens"; without a number where only a plan opens the tour. */
export function rechargeText(cost: number): string {
  return cost > 0 ? `Recharge ${formatTokens(cost)}` : 'Recharge tokens';
}

interface OfferLineProps {
  access: Access;
  buttonTitle: string;
  isFree: boolean;
  /** What tokens cost, for those who have none. */
  rates: TokenRates | undefined;
}

/** The line of a card that says what a click does and costs. Always one line high. */
export function OfferLine({ access, buttonTitle, isFree, rates }: OfferLineProps) {
  switch (access.kind) {
    case 'open':
      return (
        <>
          <span className={styles.note}>
            {isFree ? 'Free' : access.byPlan ? 'included in your plan' : 'Unlocked'}
          </span>{' '}
          <span className={styles.label}>{buttonTitle}</span>
        </>
      );
    case 'sign-in':
      return (
        <Locked
          note={
            <>
              {formatTokens(access.cost)}
              {rates && (
                <>
                  {' · '}
                  <span className={styles.about}>about </span>
                  {moneyFor(access.cost, rates)}
                </>
              )}
            </>
          }
        />
      );
    case 'unknown':
      return <Locked note={formatTokens(access.cost)} />;
    case 'busy':
      return <Locked label="PROCESSING..." note={formatTokens(access.cost)} />;
    case 'payable':
      return (
        <Locked
          label={buttonTitle}
          note={`${formatTokens(access.cost)} · you have ${formatNumber(access.balance)}`}
        />
      );
    case 'verify':
      return <Locked label="Verify your email" note={`then ${formatTokens(access.cost)}`} />;
    case 'short': {
      const spendable = formatNumber(access.balance - access.pending);
      return (
        <Locked
          label={rechargeText(access.cost)}
          note={access.pending > 0 ? `you can spend ${spendable}` : `you have ${spendable}`}
        />
      );
    }
  }
}

/** Over the picture of a locked tour, for guests. */
export function SignInMark() {
  return (
    <span className={`${styles.signIn} guests-only`}>
      <Icon name="lock" size={16} /> Login to view
    </span>
  );
}

function Locked({ label, note }: { label?: string; note: ReactNode }) {
  return (
    <>
      <Icon name="lock" size={16} />
      <span className={styles.note}>{note}</span> {label && <span className={styles.label}>{label}</span>}
    </>
  );
}

interface OfferCoverProps {
  isBusy: boolean;
  hasFailed: boolean;
  /** Asked before tokens are spent. */
  question: ReactNode;
}

export function OfferCover({ isBusy, hasFailed, question }: OfferCoverProps) {
  return (
    <>
      {question}
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
