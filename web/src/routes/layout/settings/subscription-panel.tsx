import type { User } from '@oriel/contract';
import { useRef } from 'react';
import { PlanPicker } from '../../../features/payments/plan-picker.tsx';
import { Balance, BalanceDetails } from '../../../features/wallet/balance.tsx';
import styles from './subscription-panel.module.css';

interface Props {
  user: User;
  /** The site's name in the payment window. */
  siteName: string;
  onFreeTokens: () => void;
  onVerify: () => void;
}

export function SubscriptionPanel({ user, siteName, onFreeTokens, onVerify }: Props) {
  const balance = useRef<HTMLDivElement>(null);
  return (
    <>
      <div ref={balance} tabIndex={-1} className={styles.balance}>
        <Balance onVerify={onVerify} />
      </div>
      <PlanPicker
        user={user}
        siteName={siteName}
        onBought={() => {
          // Shows the new balance, also to screen readers.
          balance.current?.scrollIntoView({ block: 'nearest' });
          balance.current?.focus({ preventScroll: true });
        }}
      />
      <BalanceDetails onFreeTokens={onFreeTokens} />
    </>
  );
}
