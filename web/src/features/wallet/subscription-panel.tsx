import type { User } from '@oriel/contract';
import { Balance } from './balance.tsx';
import { PlanPicker } from './plan-picker.tsx';

interface Props {
  user: User;
  /** How the site calls itself in the payment window. */
  siteName: string;
  /** Leads to where free tokens are; without it nothing points there. */
  onFreeTokens?: (() => void) | undefined;
}

/** What the member holds, and what more can be bought. */
export function SubscriptionPanel({ user, siteName, onFreeTokens }: Props) {
  return (
    <>
      <Balance onFreeTokens={onFreeTokens} />
      <PlanPicker user={user} siteName={siteName} />
    </>
  );
}
