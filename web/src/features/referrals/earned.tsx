import type { ReferralSummary } from '@oriel/contract';
import { formatDate, formatNumber } from '../../format.ts';
import { PanelSection } from '../../ui/panel-section.tsx';
import styles from './free-tokens-panel.module.css';

const REASONS: Record<ReferralSummary['rewards'][number]['reason'], string> = {
  newcomer: 'A friend joined',
  tier: 'A friend chose a plan',
  other: 'A thank-you from us',
};

interface Props {
  referrals: ReferralSummary | undefined;
  /** Referral tokens not spent yet; undefined while loading. */
  balance: number | undefined;
}

function Figure({ label, value }: { label: string; value: number | undefined }) {
  return (
    <div className={styles.figure}>
      <dt>{label}</dt>
      <dd>{value === undefined ? <span className={styles.pendingNumber} /> : formatNumber(value)}</dd>
    </div>
  );
}

export function Earned({ referrals, balance }: Props) {
  const waiting = referrals ? Math.max(0, referrals.joined - referrals.rewarded) : 0;
  return (
    <PanelSection title="What you have earned" className={styles.section} aria-busy={referrals === undefined}>
      <dl className={styles.figures}>
        <Figure label="Tokens earned" value={referrals?.tokens} />
        <Figure label="Of these left" value={balance} />
        <Figure label="Friends joined" value={referrals?.joined} />
      </dl>
      {waiting > 0 && (
        <p className={styles.soft}>
          {waiting === 1
            ? 'One of them has not verified their email yet.'
            : `${formatNumber(waiting)} of them have not verified their email yet.`}
        </p>
      )}
      {referrals?.rewards.length === 0 && (
        <p className={styles.soft}>
          Nothing yet. The first reward is here as soon as a friend has joined by your link.
        </p>
      )}
      {referrals && referrals.rewards.length > 0 && (
        <ul className={styles.rewards} aria-label="Rewards">
          {referrals.rewards.map(({ trnId, reason, tokens, date }) => (
            <li key={trnId}>
              <span>
                {REASONS[reason]}
                <time dateTime={date} className={styles.soft}>
                  {formatDate(date)}
                </time>
              </span>
              <span className={styles.amount}>+{formatNumber(tokens)}</span>
            </li>
          ))}
        </ul>
      )}
    </PanelSection>
  );
}
