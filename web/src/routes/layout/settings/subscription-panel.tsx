import type { User } from '@oriel/contract';
import { useRef } from 'react';
import { PlanPicker } from '../../../features/payments/plan-picker.tsx';
import { Balance } from '../../../features/wallet/balance.tsx';

interface Props {
  user: User;
  /** How the site calls itself in the payment window. */
  siteName: string;
  /** Leads to where free tokens are; without it nothing points there. */
  onFreeTokens?: (() => void) | undefined;
  /** Asks the member to verify their email. */
  onVerify: () => void;
}

/** What the member holds, and what more can be bought. */
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
          // What it was for: the new balance, and for a screen reader the way to it.
          balance.current?.scrollIntoView({ block: 'end' });
          balance.current?.focus({ preventScroll: true });
        }}
      />
    </>
  );
}
