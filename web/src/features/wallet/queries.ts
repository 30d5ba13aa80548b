import type { Plan } from '@oriel/contract';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { api } from '../../api.ts';
import { browserSession } from '../../session/browser-session.ts';
import { useRefreshTokens } from '../../session/token-summary.ts';
import { type TopUp, topUpOf } from './top-up.ts';

/** What can be bought; anew each time that the settings open. */
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

/** Whether an earlier payment for a plan may still go through; looked up while somebody is asked to confirm. */
export function useMayStillBePaid(memberId: string, plan: Plan | undefined): boolean {
  const { data } = useQuery({
    queryKey: ['open-payments', memberId],
    queryFn: async ({ signal }) => (await api('GET /api/tokens/topup/open', { signal })).data,
    enabled: plan !== undefined,
    staleTime: 0,
    gcTime: 0,
  });
  return plan !== undefined && (data ?? []).some(({ planId }) => planId === plan.plan_id);
}

const HISTORY_PAGE = 20;
const RECEIPT_MS = 2_000;

/** The member's history page by page, newest first; anew each time that it is opened. */
export function useHistory(memberId: string) {
  return useInfiniteQuery({
    queryKey: ['token-history', memberId],
    queryFn: async ({ pageParam, signal }) => {
      try {
        const { data, nextCursor } = await api('GET /api/tokens/history', {
          query: { limit: HISTORY_PAGE, cursor: pageParam },
          signal,
        });
        return { items: data.transactions, nextCursor };
      } catch (error) {
        console.warn('Failed to fetch history', error);
        throw error;
      }
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor,
    staleTime: 0,
    // A receipt that is on its way is numbered within seconds.
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(({ receiptPending }) => receiptPending)) && RECEIPT_MS,
  });
}

/** The member's purchase that is under way, with what changes it. */
export function useTopUp(memberId: string): TopUp {
  const topUp = topUpOf(memberId);
  useSyncExternalStore(topUp.subscribe, () => topUp.state);
  useSyncExternalStore(topUp.subscribe, () => topUp.awaited);
  return topUp;
}

/** Fetches anew what a purchase changes: tokens, history, and the plan that the member is on. */
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
