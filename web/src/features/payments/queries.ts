import type { Plan } from '@oriel/contract';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { api } from '../../api.ts';
import { browserSession } from '../../session/browser-session.ts';
import { useRefreshTokens } from '../../session/token-summary.ts';
import { type TopUp, topUpOf } from './top-up.ts';

export function usePlans() {
  return useQuery({
    queryKey: ['token-plans'],
    queryFn: async ({ signal }) =>
      (
        await api('GET /api/tokens/plans', { signal }).catch((error) => {
          console.warn('Failed to fetch plans', error);
          throw error;
        })
      ).data,
    staleTime: 0,
  });
}

/** Whether an earlier payment for the plan that is to be confirmed may still go through. */
export function useMayStillBePaid(topUp: TopUp, memberId: string, plan: Plan | undefined): boolean {
  const { data } = useQuery({
    queryKey: ['open-payments', memberId],
    queryFn: async ({ signal }) => (await api('GET /api/tokens/topup/open', { signal })).data,
    enabled: plan !== undefined,
    staleTime: 0,
    gcTime: 0,
  });
  if (plan === undefined) return false;
  // The server learns of a failed payment from the gateway, perhaps later than the member tries again.
  return topUp.hasFailed(plan) || (data ?? []).some(({ planId }) => planId === plan.plan_id);
}

export function useTopUp(memberId: string): TopUp {
  const topUp = topUpOf(memberId);
  useSyncExternalStore(topUp.subscribe, () => topUp.state);
  useSyncExternalStore(topUp.subscribe, () => topUp.awaited);
  return topUp;
}

export function useAfterPurchase(): () => void {
  const refreshTokens = useRefreshTokens();
  return () => {
    void refreshTokens();
    api('GET /api/auth/me', {}).then(
      ({ data }) => browserSession().updateUser(data.user),
      (error: unknown) => console.warn('Unable to fetch profile', error),
    );
  };
}
