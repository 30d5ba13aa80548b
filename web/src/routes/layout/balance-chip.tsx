import { Link, useLocation } from 'react-router';
import { formatNumber, formatTokens } from '../../format.ts';
import { settingsUrl } from '../../session/member.ts';
import { useTokenSummary } from '../../session/token-summary.ts';
import styles from './balance-chip.module.css';

/** What the member owns, on the way to their wallet. It keeps its place until the balance is known. */
export function BalanceChip() {
  const { summary } = useTokenSummary();
  const location = useLocation();
  const balance = summary?.wallet.totalBalance;
  if (balance === undefined) return <span className={styles.chip} aria-hidden="true" />;
  return (
    <Link
      className={styles.chip}
      to={settingsUrl(location, 'subscription')}
      preventScrollReset
      aria-label={`${formatTokens(balance)}, open your wallet`}
      data-analytics="balance"
    >
      <span className={styles.coin} aria-hidden="true" />
      {formatNumber(balance)}
    </Link>
  );
}
