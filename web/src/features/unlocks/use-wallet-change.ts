import { useEffect, useRef } from 'react';
import { useSession } from '../../session/session.tsx';
import { useTokenSummary } from '../../session/token-summary.ts';

export function useWalletChange(onChange: () => void): void {
  const { user } = useSession();
  const { summary } = useTokenSummary();
  const state =
    user &&
    summary &&
    [user.id, summary.wallet.totalBalance, summary.subscriptionType, summary.subscriptionUntil].join(' ');
  const before = useRef<string>(undefined);
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  useEffect(() => {
    if (state === undefined) return;
    if (before.current !== undefined && before.current !== state) latest.current();
    before.current = state;
  }, [state]);
}
