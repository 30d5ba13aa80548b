import type { TokenSummary } from '@oriel/contract';
import { useEffect, useId, useState } from 'react';
import { formatDate, formatNumber, formatTokens, tokenNoun } from '../../format.ts';
import { useTokenSummary } from '../../session/token-summary.ts';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/failure.tsx';
import { PanelSection } from '../../ui/panel-section.tsx';
import prose from '../../ui/prose.module.css';
import stack from '../../ui/stack.module.css';
import button from '../../ui/text-button.module.css';
import { useDelayed } from '../../ui/use-delayed.ts';
import styles from './balance.module.css';
import { lotInWords } from './labels.ts';

const FIRST_LOTS = 4;

function Lots({ lots }: Pick<TokenSummary, 'lots'>) {
  const headingId = useId();
  const [showsAll, setShowsAll] = useState(false);
  if (lots.length === 0) return null;
  const visibleLots = showsAll ? lots : lots.slice(0, FIRST_LOTS);
  return (
    <section aria-labelledby={headingId} className={styles.lots}>
      <h4 id={headingId}>Expiry dates</h4>
      <ul>
        {visibleLots.map((lot, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: grants have no name, and their order is theirs.
          <li key={index}>{lotInWords(lot)}</li>
        ))}
      </ul>
      {lots.length > FIRST_LOTS && (
        <button
          type="button"
          className={button.textButton}
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? 'Show fewer' : `Show all ${lots.length}`}
        </button>
      )}
    </section>
  );
}

function Pending({
  pendingBalance,
  awaitingVerification,
  onVerify,
}: Pick<TokenSummary, 'pendingBalance' | 'awaitingVerification'> & { onVerify: () => void }) {
  const later = pendingBalance - awaitingVerification;
  return (
    <>
      {awaitingVerification > 0 && (
        <div className={styles.notice}>
          <p>{formatTokens(awaitingVerification)} can be spent once your email is verified.</p>
          <Button onClick={onVerify}>Verify email</Button>
        </div>
      )}
      {later > 0 && <p className={prose.note}>{formatTokens(later)} can be spent later, as listed below.</p>}
    </>
  );
}

function Held({ heldBalance }: Pick<TokenSummary, 'heldBalance'>) {
  if (heldBalance === 0) return null;
  return (
    <p className={prose.note}>
      {formatTokens(heldBalance)} {heldBalance === 1 ? 'is' : 'are'} on hold while a payment is disputed: back
      in your balance if the payment stands, gone if it is refunded.
    </p>
  );
}

function Plan({ subscriptionType, subscriptionUntil }: TokenSummary) {
  return (
    <p className={styles.plan}>
      Your plan: <strong>{subscriptionType}</strong>
      {subscriptionUntil !== null && ` until ${formatDate(subscriptionUntil)}`}
    </p>
  );
}

function Placeholder() {
  const lasts = useDelayed(true);
  return (
    <div aria-busy="true">
      <div className={`${styles.placeholder} ${styles.placeholderTotal}`} data-shown={lasts} />
      <p className="visually-hidden" role="status">
        Loading your tokens…
      </p>
    </div>
  );
}

/** The balance and the plan in one line, and what the member has to do before spending. */
export function Balance({ onVerify }: { onVerify: () => void }) {
  const { summary, error, isPending, refetch } = useTokenSummary();
  useEffect(() => {
    if (error) console.warn('Failed to load token summary', error);
  }, [error]);
  if (summary === undefined) {
    if (isPending || error === null) return <Placeholder />;
    return <Failure sentence="Failed to load token summary" onRetry={refetch} />;
  }
  const { totalBalance } = summary.wallet;
  return (
    <div className={stack.gap4}>
      <div className={styles.head}>
        <p className={styles.total}>
          <span className={styles.label}>Total balance</span>{' '}
          <span className={styles.number}>{formatNumber(totalBalance)}</span>{' '}
          <span className={prose.soft}>{tokenNoun(totalBalance)}</span>
        </p>
        <Plan {...summary} />
      </div>
      <Pending {...summary} onVerify={onVerify} />
      <Held {...summary} />
    </div>
  );
}

/** What the balance is made of, when it expires, and how to get tokens for nothing. */
export function BalanceDetails({ onFreeTokens }: { onFreeTokens: () => void }) {
  const { summary } = useTokenSummary();
  if (summary === undefined) return null;
  const { wallet, lots } = summary;
  const kinds = [
    ['Bonus', wallet.bonusBalance],
    ['Referral', wallet.referralBalance],
    ['Top-up', wallet.topupBalance],
  ] as const;
  return (
    <PanelSection title="Your tokens">
      <dl className={styles.kinds}>
        {kinds.map(([label, tokens]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{formatNumber(tokens)}</dd>
          </div>
        ))}
      </dl>
      <Lots lots={lots} />
      <div className={styles.notice}>
        <p>Bring a friend, and both of you get tokens.</p>
        <Button onClick={onFreeTokens}>Get free tokens</Button>
      </div>
    </PanelSection>
  );
}
