import type { User } from '@oriel/contract';
import { useRef } from 'react';
import { PlanPicker } from '../../../features/payments/plan-picker.tsx';
import { Balance } from '../../../features/wallet/balance.tsx';

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
      <div ref={balance} tabIndex={-1}>
        <Balance onFreeTokens={onFreeTokens} onVerify={onVerify} />
      </div>
      <PlanPicker
        user={user}
        siteName={siteName}
        onBought={() => {
          // Shows the new balance, also to screen readers.
          balance.current?.scrollIntoView({ block: 'end' });
          balance.current?.focus({ preventScroll: true });
        }}
      />
    </>
  );
}
